//! An attacker with all rights on the database, who knows every format and lacks the root key, cannot have a
//! direct debit booked twice: the rail's report counts only while the ledger shows the debit in flight.

use causeway_domain::ids::{PlatformId, TransactionId};
use causeway_domain::payments::TransactionType;
use causeway_domain::payments::lifecycle::{DepositPhase, OutgoingPhase};
use causeway_store::payments::{self, PaymentState};
use causeway_store::{Error, Tx};
use serde_json::json;

use super::forged_refunds::{not_authentic, queue};
use super::forging::forged;
use super::scene::{Scene, text, transfer};
use crate::harness::{Service, Setup};
use crate::operator::acting::act;
use crate::quotes::paying_in::SETTLEMENT_WAIT;

/// Amount of each debit, in cents.
const AMOUNT: i64 = 1_000;

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn sqlite() {
    nothing_is_booked_twice(Setup::Sqlite).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn postgres() {
    nothing_is_booked_twice(Setup::Postgres).await;
}

async fn nothing_is_booked_twice(setup: Setup) {
    let mut attack = Attack::begin(setup).await;
    let before = attack.scene.balances().await;
    attack.forge().await;
    attack.run().await;

    assert_eq!(attack.scene.balances().await, before);
    let forged = attack.settled.iter().map(ToString::to_string).collect();
    assert_eq!(not_authentic(&attack.service).await, forged);

    let verdict = act(&attack.service, "ledger verify", json!({})).await;
    assert_eq!(verdict.exit_code, 7);
    for payment in forged {
        assert!(verdict.json["faults"].to_string().contains(&payment), "{payment}: {}", verdict.json);
    }
    attack.service.stop_background().await;
}

struct Attack {
    service: Service,
    scene: Scene,
    /// A transfer, and the payment of a quote funded by a debit; both are completed.
    settled: [TransactionId; 2],
}

impl Attack {
    async fn begin(setup: Setup) -> Self {
        let service = Service::start_without_jobs(setup).await;
        let scene = Scene::new(&service).await;
        scene.platform.freeze().await;
        let source = scene.platform.dollar_account(&scene.alice, "111").await;
        let transferred = scene.transfer_in(&source, AMOUNT).send().await.expect(201);
        let to = scene.platform.euro_account(&scene.alice, "DE89370400440532013000").await;
        let body = transfer(&source, &to, "SENDING", AMOUNT);
        let quoted = scene.platform.post("/quotes").json(&body).send().await.expect(201);
        scene.execute(&quoted).send().await.expect(200);
        scene.platform.advance(2 * SETTLEMENT_WAIT).await;

        let settled = [&transferred["id"], &quoted["transactionId"]];
        for payment in settled {
            assert_eq!(scene.transaction(payment).await["status"], "COMPLETED");
        }
        let settled = settled.map(|id| text(id).parse().unwrap());

        // The account holds this third debit's money unsettled.
        scene.transfer_in(&source, AMOUNT).send().await.expect(201);
        Self { service, scene, settled }
    }

    /// Rewrites both as waiting for their debits, with the jobs that ask the rail, which reports them
    /// settled.
    async fn forge(&self) {
        let platform = self.scene.platform.id;
        let settled = self.settled;
        let write =
            self.service.app().store.write(&[], move |tx| {
                settled.iter().try_for_each(|payment| await_debit(tx, platform, *payment))
            });
        write.await.map_err(|error: Error| error).unwrap();
    }

    async fn run(&self) {
        self.scene.run_due(&self.service).await;
    }
}

fn await_debit(tx: &mut Tx<'_>, platform: PlatformId, id: TransactionId) -> Result<(), Error> {
    let payment = payments::find(tx, platform, id)?.expect("a payment");
    let phase = match payment.kind {
        TransactionType::Outgoing => OutgoingPhase::Collecting.into(),
        TransactionType::Incoming => DepositPhase::Collecting.into(),
    };
    let state = PaymentState { settled_at: None, phase, ..payment.state().clone() };
    payments::update(tx, platform, &forged(payment, state))?;
    queue(tx, platform, "ASK_DEBIT", id)
}
