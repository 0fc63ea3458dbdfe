//! An attacker with all rights on the database, who knows every format and lacks the root key, cannot have
//! anything refunded: the state of payments is not authenticated, but their postings are.

use std::collections::{BTreeMap, BTreeSet};

use causeway_domain::ids::{PlatformId, TransactionId};
use causeway_domain::payments::lifecycle::{Custody, OutgoingPhase, RefundDestination};
use causeway_domain::payments::{OutgoingFailure, RefundReason, RefundStatus, UnmatchedStatus};
use causeway_service::operator::Kind;
use causeway_store::payments::{self, PaymentState, Refund};
use causeway_store::sandbox_orders::{self, SandboxOrder, SandboxRail};
use causeway_store::{Error, Tx, Value as Bound, params, unmatched_deposits};
use serde_json::{Value, json};

use super::forging::forged as forged_payment;
use super::scene::{Scene, text, transfer};
use crate::harness::{Service, Setup};
use crate::operator::acting::{act, expect_error, with};
use crate::quotes::paying_in::{SETTLEMENT_WAIT, balances, coins, dollars, euro, pay, quote};
use crate::uma::sending;

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn sqlite() {
    nothing_forged_goes_back(Setup::Sqlite).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn postgres() {
    nothing_forged_goes_back(Setup::Postgres).await;
}

async fn nothing_forged_goes_back(setup: Setup) {
    let mut attack = Attack::begin(setup).await;
    let before = attack.world().await;
    attack.forge().await;
    attack.run().await;
    assert_eq!(attack.world().await, before, "no account was credited, and no rail was instructed");
    let forged: BTreeSet<String> = attack.all().iter().map(ToString::to_string).collect();
    assert_eq!(not_authentic(&attack.service).await, forged);

    // An operator cannot force it either.
    for payment in attack.forged.values() {
        let arguments = with(&attack.scene.platform, json!({ "transaction": payment }));
        for action in ["payment release", "payment keep"] {
            expect_error(&attack.service, action, arguments.clone(), Kind::Failed).await;
        }
    }

    let unmatched = with(&attack.scene.platform, json!({ "transaction": attack.unmatched }));
    expect_error(&attack.service, "payment release", unmatched, Kind::Failed).await;
    assert_eq!(attack.world().await, before);

    let verdict = act(&attack.service, "ledger verify", json!({})).await;
    assert_eq!(verdict.exit_code, 7);
    let faults = verdict.json["faults"].to_string();
    for name in forged {
        assert!(faults.contains(&name), "{name} is not named: {faults}");
    }
    attack.service.stop_background().await;
}

/// The kind of payment that is forged to be under refund.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum ForgedPayment {
    /// A payout that has arrived, paid from an account here.
    Delivered,
    /// A transfer that has arrived.
    Transfer,
    /// A payout that its rail has and did not return.
    UnderWay,
    /// A payout that has arrived, paid by direct debit.
    Debited,
    /// A payout that has arrived, paid in by bank.
    PaidIn,
    /// A payout that its rail has, paid in in coins; the forged row claims ten times as many.
    Coins,
    /// A payout to a UMA address that has arrived.
    Uma,
}

/// Amount of each payment, in cents.
const AMOUNT: i64 = 1_000;
/// Amount of a payment in coins, in the smallest unit.
const COINS: i64 = 5_000_000;

/// Alice's balances, and the orders that the rails have received.
#[derive(Debug, PartialEq)]
struct World {
    dollars: i64,
    coins: i64,
    orders: BTreeMap<&'static str, Vec<SandboxOrder>>,
}

struct Attack {
    service: Service,
    scene: Scene,
    forged: BTreeMap<ForgedPayment, TransactionId>,
    /// Unmatched money that was returned to its payer.
    unmatched: TransactionId,
}

impl Attack {
    async fn begin(setup: Setup) -> Self {
        let service = Service::start_without_jobs(setup).await;
        let scene = Scene::new(&service).await;
        scene.platform.fund(&scene.usd, 10 * AMOUNT).await;
        scene.platform.freeze().await;
        let to = euro(&scene, "000").await;
        let unmatched = send_back_unmatched(&service, &scene).await;

        let mut quotes = BTreeMap::new();
        let delivered = scene.quote(&to, AMOUNT).await;
        scene.execute(&delivered).send().await.expect(200);
        quotes.insert(ForgedPayment::Delivered, id(&delivered["transactionId"]));
        let bank = scene.platform.dollar_account(&scene.alice, "111").await;
        let transferred = scene.transfer_out(&bank, AMOUNT, Some("RTP")).send().await.expect(201);
        quotes.insert(ForgedPayment::Transfer, id(&transferred["id"]));

        let source = scene.platform.dollar_account(&scene.alice, "112").await;
        let body = transfer(&source, &to, "SENDING", AMOUNT);
        let debited = scene.platform.post("/quotes").json(&body).send().await.expect(201);
        scene.execute(&debited).send().await.expect(200);
        quotes.insert(ForgedPayment::Debited, id(&debited["transactionId"]));

        let paid_in = quote(&scene, &dollars(&scene), &to, AMOUNT).await;
        pay(&scene, &paid_in, None).await;
        quotes.insert(ForgedPayment::PaidIn, id(&paid_in["transactionId"]));
        let uma = sending::pay(&scene, "success.usd", AMOUNT).await;
        quotes.insert(ForgedPayment::Uma, id(&uma["transactionId"]));

        scene.platform.advance(2 * SETTLEMENT_WAIT).await;
        for payment in quotes.values() {
            let transaction = scene.transaction(&json!(payment)).await;
            assert_eq!(transaction["status"], "COMPLETED", "{transaction}");
        }

        // The rails have these two and have reported no outcome yet.
        let under_way = scene.quote(&to, AMOUNT).await;
        scene.execute(&under_way).send().await.expect(200);
        quotes.insert(ForgedPayment::UnderWay, id(&under_way["transactionId"]));
        let by_coins = quote(&scene, &coins(&scene), &to, COINS).await;
        pay(&scene, &by_coins, None).await;
        quotes.insert(ForgedPayment::Coins, id(&by_coins["transactionId"]));
        let attack = Self { service, scene, forged: quotes, unmatched };
        attack.run().await;
        attack
    }

    fn all(&self) -> Vec<TransactionId> {
        self.forged.values().copied().chain([self.unmatched]).collect()
    }

    /// Rewrites all payments as being under refund.
    async fn forge(&self) {
        let platform = self.scene.platform.id;
        let forged = self.forged.clone();
        let unmatched = self.unmatched;
        let write = self.service.app().store.write(&[], move |tx| {
            for (forged, payment) in &forged {
                begin_refund(tx, platform, *forged, *payment)?;
            }
            let sql = "DELETE FROM unmatched_deposit WHERE platform_id = $1 AND transaction_id = $2";
            tx.execute(sql, params![platform, unmatched])?;
            tx.execute("INSERT INTO unmatched_deposit SELECT * FROM unmatched_kept", &[])?;
            let put_back = unmatched_deposits::find(tx, platform, unmatched)?.expect("the row");
            assert_eq!(put_back.status, UnmatchedStatus::Returning);
            queue(tx, platform, "RETURN_DEPOSIT", unmatched)
        });
        write.await.map_err(|error: Error| error).unwrap();
    }

    async fn run(&self) {
        self.scene.run_due(&self.service).await;
    }

    async fn world(&self) -> World {
        let platform = self.scene.platform.id;
        let read = move |tx: &mut Tx<'_>| {
            let rails = [
                ("payouts", SandboxRail::Payouts),
                ("debits", SandboxRail::Debits),
                ("refunds", SandboxRail::Refunds),
            ];
            let orders = rails.map(|(name, rail)| Ok((name, sandbox_orders::list(tx, rail, platform)?)));
            orders.into_iter().collect::<Result<BTreeMap<_, _>, Error>>()
        };
        let orders = self.service.app().store.read(read).await.unwrap();
        let dollars = balances(&self.scene, "USD").await.0;
        let coins = balances(&self.scene, "USDC").await.0;
        World { dollars, coins, orders }
    }
}

/// Returns the payments with an open alert that they are not authentic.
pub(crate) async fn not_authentic(service: &Service) -> BTreeSet<String> {
    let alerts = act(service, "alert list", json!({})).await.json;
    let stopped = alerts.as_array().unwrap().iter().filter(|alert| alert["kind"] == "PAYMENT_NOT_AUTHENTIC");
    stopped.map(|alert| text(&alert["subject"]).to_owned()).collect()
}

/// Returns unmatched money to its payer, and keeps a copy of its row from while the return was under way.
async fn send_back_unmatched(service: &Service, scene: &Scene) -> TransactionId {
    let stray = json!({ "reference": "INVOICE 4711", "amount": 900, "currency": "EUR", "rail": "SEPA" });
    let deposit = act(service, "deposit push", with(&scene.platform, stray)).await.json;
    let back = json!({ "transaction": deposit["transaction"], "payer": true });
    act(service, "suspense resolve", with(&scene.platform, back)).await;
    let keep = |tx: &mut Tx<'_>| {
        tx.execute("CREATE TABLE unmatched_kept AS /* all platforms */ SELECT * FROM unmatched_deposit", &[])
    };
    service.app().store.write(&[], keep).await.map_err(|error: Error| error).unwrap();
    id(&deposit["transaction"])
}

/// Rewrites a payment as failed with a refund under way, and queues the refund's job.
fn begin_refund(
    tx: &mut Tx<'_>,
    platform: PlatformId,
    forged: ForgedPayment,
    id: TransactionId,
) -> Result<(), Error> {
    let payment = payments::find(tx, platform, id)?.expect("a payment");
    let to = match forged {
        ForgedPayment::Debited => Some(RefundDestination::DebitedAccount),
        ForgedPayment::PaidIn => Some(RefundDestination::Payer),
        ForgedPayment::Delivered
        | ForgedPayment::Transfer
        | ForgedPayment::UnderWay
        | ForgedPayment::Coins
        | ForgedPayment::Uma => None,
    };

    let (reason, custody) = match forged {
        ForgedPayment::Coins | ForgedPayment::Delivered => (OutgoingFailure::AccountInvalid, Custody::Rail),
        _ => (OutgoingFailure::PayoutReturned, Custody::Returned),
    };

    let refund = Refund {
        reference: "UMA-REFUND".to_owned(),
        status: RefundStatus::Pending,
        reason: RefundReason::TransactionFailed,
        initiated_at: payment.updated_at.time(),
        settled_at: None,
        to,
    };

    let mut state = PaymentState {
        phase: OutgoingPhase::Failed { reason, custody }.into(),
        refund: Some(refund),
        settled_at: None,
        ..payment.state().clone()
    };
    if let Some(funding) = state.funding.as_mut().filter(|_| forged == ForgedPayment::Coins) {
        funding.amount.minor *= 10;
    }
    payments::update(tx, platform, &forged_payment(payment, state))?;
    queue(tx, platform, "REFUND_PAYMENT", id)
}

/// Inserts a job that is due.
pub(crate) fn queue(
    tx: &mut Tx<'_>,
    platform: PlatformId,
    kind: &str,
    id: TransactionId,
) -> Result<(), Error> {
    let work = json!({ "v": 1, "work": { "kind": kind, "transaction": id } });
    tx.execute(
        "INSERT INTO job (platform_id, job_id, kind, resource, state, due_at, attempts, fence, payload, created_at,
             scheduled_at)
         VALUES ($1, $2, $3, $4, 'WAITING', 0, 0, 0, $5, 0, 0)",
        params![platform, id, kind, id.to_string(), Bound::doc(&work)?],
    )
}

fn id(of: &Value) -> TransactionId {
    text(of).parse().unwrap()
}
