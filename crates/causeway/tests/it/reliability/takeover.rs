//! Two servers on one PostgreSQL, of which one is killed or stopped: the other takes over its work, and nothing
//! is lost or done twice.

use std::time::Duration;

use causeway_testing::receiver::{Answer, Gate, ReceivedRequest, Receiver};
use causeway_testing::wait;
use rustix::process::Signal;
use serde_json::Value;

use super::pair::{Pair, text};

/// Kills, unless [`KILLS_VARIABLE`] sets another number.
const KILLS: usize = 2;
/// Environment variable with the number of kills; `cargo xtask kill` sets it.
const KILLS_VARIABLE: &str = "CAUSEWAY_KILLS";
/// Time after its last beat at which the leases of a process end.
const SILENCE: i64 = 5_000;
/// Less than any lease lasts by itself.
const LEASE: i64 = 25_000;
/// Payments under way at each kill.
const PAYMENTS: usize = 4;
/// More payments than are made while a moment to stop is looked for.
const MOST_PAYMENTS: usize = 100_000;

/// The start of the server that holds the lease of the oldest event under way.
const HOLDER: &str = "SELECT p.started_at FROM process p JOIN delivery d ON d.lease_holder = p.process_id
    WHERE d.lease_until IS NOT NULL ORDER BY d.seq LIMIT 1";
/// The number of events that are not delivered yet.
const UNDELIVERED: &str = "SELECT COUNT(*) FROM delivery WHERE status = 'DUE'";
/// The number of servers whose work was taken over and that have not beaten since.
const LOST: &str = "SELECT COUNT(*) FROM process WHERE lost_at IS NOT NULL";

/// Waits until an event about a payment is being delivered.
async fn wait_for_delivery(webhooks: &Receiver) {
    let is_under_way =
        |all: &[ReceivedRequest]| all.iter().any(|one| one.event().starts_with("OUTGOING_PAYMENT"));
    webhooks.wait_for("a delivery under way", wait::PATIENCE, is_under_way).await;
}

/// Kills one of two servers while it delivers an event and pays, again and again.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_killed_process_is_taken_over_five_seconds_after_its_last_beat() {
    let mut pair = Pair::start().await;
    let webhooks = Receiver::start().await;
    let scene = pair.prepare(&webhooks).await;
    let kills =
        std::env::var(KILLS_VARIABLE).map_or(KILLS, |kills| kills.parse().expect("a number of kills"));
    for _ in 0..kills {
        let gate = Gate::closed();
        webhooks.forget();
        webhooks.answer_always(Answer::status(200).held_by(&gate));
        let mut payments = Vec::new();
        for _ in 0..PAYMENTS {
            payments.push(scene.pay(&pair.client(0)).await);
        }
        wait_for_delivery(&webhooks).await;
        let dead = pair.number(HOLDER).await;
        pair.kill(dead);
        gate.open();
        let silence = pair.silence_until_lost(dead).await;
        assert!((SILENCE..LEASE).contains(&silence), "taken over {silence} ms after the last beat");
        for payment in &payments {
            pair.wait_for_status(payment, "COMPLETED").await;
        }
        pair.wait_for_number("events to be delivered", UNDELIVERED, 0).await;
        pair.add().await;
    }
    assert_eq!(pair.repeated_submissions().await, 0);
    assert_eq!(pair.stop_and_verify().await, kills * PAYMENTS);
}

/// Stops a server for ten seconds while it pays: meanwhile its work is taken over, and afterwards it goes on. What it was
/// about to submit may reach the rail a second time, which executes an order once.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_process_delayed_for_ten_seconds_loses_and_doubles_nothing() {
    let pair = Pair::start().await;
    let webhooks = Receiver::start().await;
    let scene = pair.prepare(&webhooks).await;
    let mut payments = Vec::new();
    for _ in 0..3 * PAYMENTS {
        payments.push(scene.pay(&pair.client(0)).await);
    }
    let delayed = pair.members[0].started_at;
    pair.members[0].server.signal(Signal::STOP);
    let submitting = pair.wait_for_submissions(delayed).await;
    let delay = format!(
        "SELECT CAST(CAST(MAX(beat_at) - 10000 >= (SELECT beat_at FROM process WHERE started_at = {delayed})
             AS INT) AS BIGINT) FROM process"
    );
    pair.wait_for_number("ten seconds of the other's beats", &delay, 1).await;
    assert!(pair.silence_until_lost(delayed).await >= SILENCE);
    pair.members[0].server.signal(Signal::CONT);

    for payment in &payments {
        pair.wait_for_status(payment, "COMPLETED").await;
    }
    pair.wait_for_number("both to beat", LOST, 0).await;
    let repeated = pair.repeated_submissions().await;
    assert!(repeated <= submitting, "{repeated} submitted twice, but it was about to submit {submitting}");
    assert_eq!(pair.stop_and_verify().await, payments.len());
}

/// The payments that a stopped server was about to submit; none if a transaction is open, which might be its
/// own and would keep rows locked.
const HELD: &str = "SELECT resource FROM job /* all platforms */
    WHERE kind = 'SUBMIT_PAYOUT' AND state = 'LEASED'
        AND lease_holder = (SELECT process_id FROM process WHERE started_at = $1)
        AND NOT EXISTS (SELECT 1 FROM pg_stat_activity WHERE datname = current_database()
            AND state <> 'idle' AND pid <> pg_backend_pid())";

/// Stops a server around a submission. Before it wakes, a minute later by the platform's clock, the payment is
/// submitted by the other, recalled from the rail and refunded.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_process_stopped_around_a_submission_does_no_harm() {
    let pair = Pair::start().await;
    let webhooks = Receiver::start().await;
    let scene = pair.prepare(&webhooks).await;
    pair.operate(1, &["clock", "freeze"]);
    let client = pair.client(0);
    let payer = scene.clone();
    let paying = tokio::spawn(async move {
        for _ in 0..MOST_PAYMENTS {
            payer.pay(&client).await;
        }
    });
    let stopped = pair.members[0].started_at;
    let held = wait::until("a stop around a submission", wait::PATIENCE * 2, || async {
        pair.members[0].server.signal(Signal::STOP);
        let held = pair.texts(HELD, stopped).await;
        if held.is_empty() {
            pair.members[0].server.signal(Signal::CONT);
            return Err("it held none");
        }
        Ok(held)
    })
    .await;
    paying.abort();
    pair.silence_until_lost(stopped).await;
    let submissions = "SELECT COUNT(*) FROM job WHERE kind = 'SUBMIT_PAYOUT'";
    pair.wait_for_number("the other to submit it", submissions, 0).await;
    for payment in &held {
        pair.wait_for_status(payment, "PROCESSING").await;
        pair.operate(1, &["payment", "refund", payment, "--reason", "the rail is silent", "--yes"]);
    }
    pair.operate(1, &["clock", "advance", "1m"]);
    let mut refunded: Vec<Value> = Vec::new();
    for payment in &held {
        let path = format!("/transactions/{payment}");
        let found = pair.client(1).get(&path).send().await.expect(200);
        assert_eq!(
            (text(&found["status"]), text(&found["refund"]["status"])),
            ("FAILED", "COMPLETED"),
            "{found}"
        );
        refunded.push(found);
    }

    pair.members[0].server.signal(Signal::CONT);
    pair.wait_for_number("both to beat", LOST, 0).await;
    pair.operate(1, &["clock", "advance", "1m"]);
    for before in &refunded {
        let path = format!("/transactions/{}", text(&before["id"]));
        assert_eq!(
            pair.client(0).get(&path).send().await.expect(200),
            *before,
            "its late outcome is dropped"
        );
    }
    assert_eq!(pair.repeated_submissions().await, 0);
    assert!(pair.stop_and_verify().await >= held.len());
}

/// Stops a server in order while it waits for a receiver that does not answer, and checks that nothing of it
/// is left for the other to wait for.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_process_that_stops_leaves_no_lease() {
    let mut pair = Pair::start().await;
    let webhooks = Receiver::start().await;
    let scene = pair.prepare(&webhooks).await;
    let gate = Gate::closed();
    webhooks.answer_always(Answer::status(200).held_by(&gate));
    let payment = scene.pay(&pair.client(0)).await;
    wait_for_delivery(&webhooks).await;
    let stopping = pair.number(HOLDER).await;
    pair.stop(stopping, Duration::from_secs(25));
    let row = format!("SELECT COUNT(*) FROM process WHERE started_at = {stopping}");
    assert_eq!(pair.number(&row).await, 0, "it has left the list");
    let orphans = "SELECT COUNT(*) FROM delivery WHERE lease_until = holder_until
        AND lease_holder NOT IN (SELECT process_id FROM process)";
    assert_eq!(pair.number(orphans).await, 0, "it has left no lease");
    gate.open();
    pair.wait_for_number("events to be delivered", UNDELIVERED, 0).await;
    pair.wait_for_status(&payment, "COMPLETED").await;
    assert_eq!(pair.repeated_submissions().await, 0);
    assert_eq!(pair.stop_and_verify().await, 1);
}
