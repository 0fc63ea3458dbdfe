//! Answers that are none: lost, unsigned, signed by others, for other requests, of other times, redirects, endless.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Instant;

use causeway_rail_protocol::operations::Call;
use causeway_rail_protocol::values::{ErrorCode, OrderState};
use causeway_testing::rails::{Delivery, FakeAdapter};
use causeway_testing::wait;
use serde_json::{Value, json};

use super::super::deployment::Engine;
use super::super::liar::{AMOUNT, FUNDS, LiarScene, RAIL, attach};
use super::super::payer::PATIENCE;

/// Replies that are no answers.
const NO_ANSWERS: [Delivery; 8] = [
    Delivery::Cut,
    Delivery::Unsigned,
    Delivery::OtherKey,
    Delivery::OtherRequest,
    Delivery::Unbound,
    Delivery::Stale,
    Delivery::OtherBody,
    Delivery::Redirect,
];

/// A reply that is no answer, with its alert.
struct AlertedLie {
    delivery: Delivery,
    kind: &'static str,
    /// Part of the text of the alert.
    what: &'static str,
}

const fn degrades(delivery: Delivery, what: &'static str) -> AlertedLie {
    AlertedLie { delivery, kind: "RAIL_DEGRADED", what }
}

const ALERTED: [AlertedLie; 9] = [
    degrades(Delivery::Trickle, "no response: TIMEOUT"),
    degrades(Delivery::Cut, "no response: CONNECTION_FAILED"),
    degrades(Delivery::Unsigned, "the response is not signed"),
    degrades(Delivery::Redirect, "the response is not signed"),
    degrades(Delivery::Unbound, "the response is not signed"),
    degrades(Delivery::OtherRequest, "the signature is not one over this response to this request"),
    degrades(Delivery::OtherBody, "the body of the response has another digest"),
    degrades(Delivery::Endless, "the body of the response is too long"),
    AlertedLie {
        delivery: Delivery::OtherKey,
        kind: "RAIL_NOT_AUTHENTICATED",
        what: "the response is signed with a key that is not the rail's",
    },
];

/// Payouts that are asked about while an adapter lies, and the amount of each, in cents.
const ASKED: i64 = 5;
const SMALL: i64 = 1_000;

/// Sends the reply to the next submit in this way, and counts all submits.
fn lie_once(scene: &LiarScene, delivery: Delivery) -> Arc<AtomicUsize> {
    let submits = Arc::new(AtomicUsize::new(0));
    let counted = Arc::clone(&submits);
    scene.adapter.lie(move |exchange, reply| {
        if matches!(exchange.call, Some(Call::Submit(..))) && counted.fetch_add(1, Ordering::AcqRel) == 0 {
            reply.delivery = delivery;
        }
    });
    submits
}

/// Checks that after each reply that is no answer, status decides: the order is submitted once, and paid once (W1, W13).
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn w01_a_submit_without_an_answer_is_followed_by_status() {
    let scene = LiarScene::start(Engine::Sqlite).await;
    for (number, delivery) in NO_ANSWERS.into_iter().enumerate() {
        let submits = lie_once(&scene, delivery);
        let payout = scene.payout().await;
        scene.reaches(&payout, "COMPLETED").await;
        assert_eq!(submits.load(Ordering::Acquire), 1, "{delivery:?}: the order is submitted once");
        let paid = AMOUNT * i64::try_from(number + 1).unwrap();
        assert_eq!(scene.balance().await, FUNDS - paid, "{delivery:?}");
    }
    scene.finish();
}

/// Checks that a body that never ends, one of a byte a second, and none at all are no answers, and end in time.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn answers_without_an_end_are_none() {
    let scene = LiarScene::start(Engine::Sqlite).await;
    for delivery in [Delivery::Endless, Delivery::Trickle, Delivery::Silent] {
        let submits = lie_once(&scene, delivery);
        let began = Instant::now();
        let payout = scene.payout().await;
        scene.reaches(&payout, "COMPLETED").await;
        assert_eq!(submits.load(Ordering::Acquire), 1, "{delivery:?}");
        assert!(began.elapsed() < PATIENCE, "{delivery:?} has held the payout for {:?}", began.elapsed());
    }
    scene.finish();
}

/// Attaches an adapter whose rail begins payouts, and which then replies to everything in this way.
async fn lie_always(scene: &LiarScene, account: &str, rail: &str, delivery: Delivery) -> FakeAdapter {
    let adapter = attach(&scene.deployment, rail).await;
    scene.deployment.bind(rail);
    scene.deployment.set_route(rail, "usd-instant", &[]);
    for _ in 0..ASKED {
        let payout = scene.pay_out(account, SMALL).await;
        scene.stores(&payout, OrderState::Received).await;
    }
    adapter.lie(move |_, reply| reply.delivery = delivery);
    adapter
}

/// Returns the open alerts whose subject is a rail.
fn alerts_about(scene: &LiarScene, rail: &str) -> Vec<Value> {
    let listed = scene.deployment.operate(&["alert", "list"]);
    let all = listed.as_array().cloned().unwrap_or_default();
    all.into_iter().filter(|alert| alert["subject"] == rail).collect()
}

/// Checks that each reply that is no answer has one alert that names it, however often it comes, and moves no payment (W1,
/// W13).
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn each_reply_that_is_no_answer_has_one_alert() {
    let scene = LiarScene::start(Engine::Sqlite).await;
    scene.deployment.change(&["rail", "pause", RAIL]);
    let account = scene.register_at(&scene.deployment, "900000010").await;
    let rails: Vec<String> = (0..ALERTED.len()).map(|number| format!("liar-{number}")).collect();
    let mut adapters = Vec::new();
    for (rail, AlertedLie { delivery, kind, what }) in rails.iter().zip(ALERTED) {
        adapters.push(lie_always(&scene, &account, rail, delivery).await);
        let alert = wait::until(kind, PATIENCE, || async {
            alerts_about(&scene, rail).pop().ok_or_else(|| format!("no alert about {delivery:?}"))
        })
        .await;
        let told = (&alert["kind"], &alert["detail"]["what"]);
        assert_eq!(told, (&json!(kind), &json!(what)), "{delivery:?}");
        scene.deployment.change(&["rail", "pause", rail]);
    }
    for rail in &rails {
        let about = alerts_about(&scene, rail);
        assert_eq!(about.len(), 1, "{about:?}");
    }
    let paid = ASKED * SMALL * i64::try_from(ALERTED.len()).unwrap();
    assert_eq!(scene.balance().await, FUNDS - paid, "nothing is refunded");
    for adapter in &adapters {
        adapter.be_honest();
    }
    scene.finish();
}

/// Checks that an `ORDER_NOT_FOUND` about an order whose record was seen is not believed: the order is not submitted again
/// (W2), and one that is unsigned is no answer at all.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn w02_a_known_order_is_never_not_found() {
    let scene = LiarScene::start(Engine::Sqlite).await;
    for is_signed in [true, false] {
        let submits = Arc::new(AtomicUsize::new(0));
        let counted = Arc::clone(&submits);
        scene.adapter.lie(move |exchange, reply| match exchange.call {
            Some(Call::Submit(..)) => {
                counted.fetch_add(1, Ordering::AcqRel);
            }
            Some(Call::Status(..)) => {
                reply.refuse(ErrorCode::OrderNotFound);
                if !is_signed {
                    reply.delivery = Delivery::Unsigned;
                }
            }
            _ => {}
        });
        let payout = scene.payout().await;
        let before = scene.adapter.requests();
        wait::until("three questions about the order", PATIENCE, || async {
            let asked = scene.adapter.requests() - before;
            if asked >= 3 { Ok(()) } else { Err(asked) }
        })
        .await;
        assert_eq!(submits.load(Ordering::Acquire), 1, "signed: {is_signed}");
        assert_eq!(scene.get(&format!("/transactions/{payout}")).await["status"], "PENDING");
        scene.adapter.be_honest();
        scene.reaches(&payout, "COMPLETED").await;
        assert_eq!(scene.state_of(&payout), Some(OrderState::Settled));
    }
    scene.finish();
}

/// Checks that an order whose submit had no answer is not sent over another rail, although its own takes no orders now.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_stored_order_stays_with_its_rail() {
    let scene = LiarScene::start(Engine::Sqlite).await;
    let other = attach(&scene.deployment, "other").await;
    scene.deployment.bind("other");
    scene.deployment.set_route("other", "usd-instant", &["--rank", "200"]);
    scene.adapter.lie(|exchange, reply| {
        if matches!(exchange.call, Some(Call::Submit(..) | Call::Status(..))) {
            reply.delivery = Delivery::Cut;
        }
    });
    let payout = scene.payout().await;
    wait::until("the submit", PATIENCE, || async { scene.state_of(&payout).map(drop).ok_or("no submit") })
        .await;
    scene.deployment.change(&["rail", "pause", RAIL]);
    let before = scene.adapter.requests();
    // With a fifth one in a row, the rail would be degraded, and could not be resumed at once.
    wait::until("questions about the order", PATIENCE, || async {
        let asked = scene.adapter.requests() - before;
        if asked >= 2 { Ok(()) } else { Err(asked) }
    })
    .await;
    assert_eq!(other.submitted(), 0);
    scene.adapter.be_honest();
    scene.deployment.change(&["rail", "resume", RAIL]);
    scene.reaches(&payout, "COMPLETED").await;
    assert_eq!((scene.adapter.submitted(), other.submitted()), (2, 0), "the debit and the payout");
    scene.finish();
}

/// Checks that a precheck of an adapter that does not answer leaves nothing behind.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_silent_precheck_writes_nothing() {
    let scene = LiarScene::start(Engine::Sqlite).await;
    let before = scene.get("/transactions").await["totalCount"].clone();
    scene.adapter.lie(|exchange, reply| {
        if matches!(exchange.call, Some(Call::Precheck(_))) {
            reply.delivery = Delivery::Silent;
        }
    });
    let refused = scene.payout_request(&scene.good, AMOUNT, "silent").send().await;
    refused.expect_error(500, "SVC_SWITCH_ERROR");
    assert_eq!(scene.get("/transactions").await["totalCount"], before);
    assert_eq!(scene.balance().await, FUNDS);
    scene.finish();
}
