//! Somebody with all rights on the database, who knows every format and lacks the root key, has nothing credited that came
//! in before: what is booked for a payment says that it is here already.

use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::time::Duration;

use causeway_domain::ids::{PlatformId, TransactionId};
use causeway_domain::payments::{PendingReason, TransactionStatus};
use causeway_service::operator::Kind;
use causeway_store::payments;
use causeway_store::{Defect, Error, Tx};
use causeway_testing::receiver::Answer;
use causeway_testing::wait;
use serde_json::json;

use super::forged_refunds::{not_authentic, queue};
use super::scene::{Scene, text};
use super::uma_receiving::{decides, made};
use crate::harness::{Service, Setup};
use crate::operator::acting::{act, refused, with};
use crate::reliability::controls::Planted;

/// In cents: what each deposit brings.
const AMOUNT: i64 = 1_000;

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn sqlite() {
    nothing_is_credited_twice(Setup::Sqlite).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn postgres() {
    nothing_is_credited_twice(Setup::Postgres).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn an_open_gate_credits_it_on_sqlite() {
    what_is_forged_is_credited_through_an_open_gate(Setup::Sqlite).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn an_open_gate_credits_it_on_postgres() {
    what_is_forged_is_credited_through_an_open_gate(Setup::Postgres).await;
}

async fn nothing_is_credited_twice(setup: Setup) {
    let mut attack = Attack::begin(setup).await;
    let before = attack.scene.balances().await;
    attack.forge().await;
    attack.run().await;
    let Attack { service, receipt, announced, waiting, .. } = &attack;
    let named = |id: &TransactionId| with(&attack.scene.platform, json!({ "transaction": id }));
    refused(service, "payment settle", named(announced), Kind::Failed).await;
    refused(service, "deposit release", named(waiting), Kind::Refused).await;
    assert_eq!(attack.scene.balances().await, before);
    assert_eq!(not_authentic(service).await, [receipt.to_string()].into());
    let verdict = act(service, "ledger verify", json!({})).await;
    assert_eq!(verdict.exit_code, 7);
    for payment in [receipt, announced, waiting] {
        assert!(verdict.json["faults"].to_string().contains(&payment.to_string()), "{}", verdict.json);
    }
    attack.service.fall_silent().await;
}

/// The planted fault: where the gate is open, both are credited once more.
async fn what_is_forged_is_credited_through_an_open_gate(setup: Setup) {
    let mut attack = Attack::begin(setup).await;
    let (available, _) = attack.scene.balances().await;
    attack.forge().await;
    attack.planted.is_on.store(true, Ordering::Release);
    attack.run().await;
    let once_more = attack.scene.balances().await.0;
    assert!(once_more > available, "the receipt: {available}, then {once_more}");
    let announced = json!({ "transaction": attack.announced });
    act(&attack.service, "payment settle", with(&attack.scene.platform, announced)).await;
    assert_eq!(attack.scene.balances().await.0, once_more + AMOUNT);
    attack.service.fall_silent().await;
}

struct Attack {
    service: Service,
    planted: Arc<Planted>,
    scene: Scene,
    /// What has come from a UMA address.
    receipt: TransactionId,
    /// Deposits that have come.
    announced: TransactionId,
    waiting: TransactionId,
}

impl Attack {
    async fn begin(setup: Setup) -> Self {
        let planted = Planted::new(Defect::OpenGate);
        let service = Service::start_without_jobs_with(setup, Arc::clone(&planted) as _).await;
        let scene = Scene::set(&service).await;
        decides(&scene.webhooks, Answer::status(200));
        scene.platform.freeze().await;
        let receipt = made(&scene, "success.usd").await;
        wait::until("the receipt is credited", wait::PATIENCE, || async {
            scene.run_due(&service).await;
            scene.platform.advance(Duration::from_secs(1)).await;
            let shown = scene.transaction(&receipt).await;
            if shown["status"] == "COMPLETED" { Ok(()) } else { Err(shown.to_string()) }
        })
        .await;
        let mut deposits = Vec::new();
        for _ in 0..2 {
            let pushed = json!({ "account": scene.usd, "amount": AMOUNT });
            let pushed = act(&service, "deposit push", with(&scene.platform, pushed)).await.json;
            assert_eq!(pushed["status"], "COMPLETED");
            deposits.push(text(&pushed["transaction"]).parse().unwrap());
        }
        let receipt = text(&receipt).parse().unwrap();
        Self { service, planted, scene, receipt, announced: deposits[0], waiting: deposits[1] }
    }

    /// Has all of them wait for their money, or for a decision about it.
    async fn forge(&self) {
        let platform = self.scene.platform.id;
        let (receipt, announced, waiting) = (self.receipt, self.announced, self.waiting);
        let write = self.service.app().store.write(&[], move |tx| {
            await_money(tx, platform, receipt, TransactionStatus::Processing, None)?;
            queue(tx, platform, "ASK_RECEIPT", receipt)?;
            await_money(tx, platform, announced, TransactionStatus::Pending, None)?;
            let reason = Some(PendingReason::ComplianceReview);
            await_money(tx, platform, waiting, TransactionStatus::Pending, reason)
        });
        write.await.map_err(|error: Error| error).unwrap();
    }

    /// Does everything that is due.
    async fn run(&self) {
        self.scene.run_due(&self.service).await;
    }
}

fn await_money(
    tx: &mut Tx<'_>,
    platform: PlatformId,
    id: TransactionId,
    status: TransactionStatus,
    reason: Option<PendingReason>,
) -> Result<(), Error> {
    let mut payment = payments::find(tx, platform, id)?.expect("a payment");
    payment.status = status;
    payment.state.settled_at = None;
    payment.state.pending_reason = reason;
    payments::update(tx, platform, &payment)
}
