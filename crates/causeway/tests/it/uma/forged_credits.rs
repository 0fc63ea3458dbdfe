//! An attacker with all rights on the database, who knows every format and lacks the root key, cannot have
//! money credited twice: the postings of a payment show that it has arrived already.

use std::time::Duration;

use causeway_domain::ids::{PlatformId, TransactionId};
use causeway_domain::payments::PendingReason;
use causeway_domain::payments::lifecycle::{DepositPhase, IncomingUmaPhase, Phase};
use causeway_service::operator::Kind;
use causeway_store::payments::{self, PaymentState};
use causeway_store::{Error, Tx};
use causeway_testing::receiver::Answer;
use causeway_testing::wait;
use serde_json::json;

use super::receiving::{decides, incoming_payment};
use crate::harness::{Service, Setup};
use crate::operator::acting::{act, expect_error, with};
use crate::payments::forged_refunds::{not_authentic, queue};
use crate::payments::forging::forged;
use crate::payments::scene::{Scene, text};

/// Amount of each deposit, in cents.
const AMOUNT: i64 = 1_000;

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn sqlite() {
    nothing_is_credited_twice(Setup::Sqlite).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn postgres() {
    nothing_is_credited_twice(Setup::Postgres).await;
}

async fn nothing_is_credited_twice(setup: Setup) {
    let mut attack = Attack::begin(setup).await;
    let before = attack.scene.balances().await;
    attack.forge().await;
    attack.run().await;

    let Attack { service, incoming, announced, waiting, .. } = &attack;
    let named = |id: &TransactionId| with(&attack.scene.platform, json!({ "transaction": id }));
    expect_error(service, "payment settle", named(announced), Kind::Failed).await;
    expect_error(service, "deposit release", named(waiting), Kind::Refused).await;

    assert_eq!(attack.scene.balances().await, before);
    assert_eq!(not_authentic(service).await, [incoming.to_string()].into());

    let verdict = act(service, "ledger verify", json!({})).await;
    assert_eq!(verdict.exit_code, 7);
    for payment in [incoming, announced, waiting] {
        assert!(verdict.json["faults"].to_string().contains(&payment.to_string()), "{}", verdict.json);
    }
    attack.service.stop_background().await;
}

struct Attack {
    service: Service,
    scene: Scene,
    /// A payment from a UMA address that was credited.
    incoming: TransactionId,
    /// A deposit that was credited, and that is forged to be expected.
    announced: TransactionId,
    waiting: TransactionId,
}

impl Attack {
    async fn begin(setup: Setup) -> Self {
        let service = Service::start_without_jobs(setup).await;
        let scene = Scene::new(&service).await;
        decides(&scene.webhooks, Answer::status(200));
        scene.platform.freeze().await;
        let incoming = incoming_payment(&scene, "success.usd").await;
        wait::until("the incoming payment is credited", wait::PATIENCE, || async {
            scene.run_due(&service).await;
            scene.platform.advance(Duration::from_secs(1)).await;
            let transaction = scene.transaction(&incoming).await;
            if transaction["status"] == "COMPLETED" { Ok(()) } else { Err(transaction.to_string()) }
        })
        .await;

        let mut deposits = Vec::new();
        for _ in 0..2 {
            let pushed = json!({ "account": scene.usd, "amount": AMOUNT });
            let pushed = act(&service, "deposit push", with(&scene.platform, pushed)).await.json;
            assert_eq!(pushed["status"], "COMPLETED");
            deposits.push(text(&pushed["transaction"]).parse().unwrap());
        }
        let incoming = text(&incoming).parse().unwrap();
        Self { service, scene, incoming, announced: deposits[0], waiting: deposits[1] }
    }

    /// Rewrites all of them as waiting for their money, or for a decision.
    async fn forge(&self) {
        let platform = self.scene.platform.id;
        let incoming = self.incoming;
        let announced = self.announced;
        let payment = self.waiting;
        let write = self.service.app().store.write(&[], move |tx| {
            await_money(tx, platform, incoming, IncomingUmaPhase::Received.into())?;
            queue(tx, platform, "ASK_INCOMING_UMA", incoming)?;
            await_money(tx, platform, announced, DepositPhase::Expected.into())?;
            let reason = PendingReason::ComplianceReview;
            await_money(tx, platform, payment, DepositPhase::Waiting { reason }.into())
        });
        write.await.map_err(|error: Error| error).unwrap();
    }

    async fn run(&self) {
        self.scene.run_due(&self.service).await;
    }
}

fn await_money(tx: &mut Tx<'_>, platform: PlatformId, id: TransactionId, phase: Phase) -> Result<(), Error> {
    let payment = payments::find(tx, platform, id)?.expect("a payment");
    let state = PaymentState { settled_at: None, phase, ..payment.state().clone() };
    payments::update(tx, platform, &forged(payment, state))
}
