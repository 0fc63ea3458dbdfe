//! Memory that either side loses, again and again: each time the rail stops, no order is sent twice, nothing is refunded,
//! and what is unknown is listed with its amount.

use std::collections::BTreeSet;
use std::sync::{Arc, Mutex};

use causeway_domain::ids::{Id, TransactionId};
use causeway_rail_protocol::operations::Call;
use causeway_rail_protocol::values::{MinorUnits, Money, OrderKind, OrderState};
use causeway_store::{Error, Tx, params};
use causeway_testing::rails::{BookCopy, Exchange, Reply};
use causeway_testing::wait;
use serde_json::{Value, json};

use super::attached::{AMOUNT, AttachedScene, FUNDS};
use super::liar::{id_of, unknown_payment};
use crate::harness::Setup;
use crate::operator::acting::{act, with};

/// Tries of each loss.
const TRIES: i64 = 25;
/// Amount of an order of another service, in cents.
const STRANGE: u64 = 4_321;

/// A loss of the adapter's memory.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Loss {
    /// An older copy is put back.
    Older,
    /// An older copy is put back, and has more items than before when the service looks.
    GrownPast,
    /// Its database is deleted.
    Emptied,
    /// Another adapter's database takes its place.
    Replaced,
}

/// A scene whose submits and missing orders are noted.
struct LossScene {
    attached: AttachedScene,
    /// An account whose payouts do what the test says.
    account: String,
    submits: Arc<Mutex<Vec<TransactionId>>>,
    /// Orders that the adapter has said not to have.
    missing: Arc<Mutex<BTreeSet<TransactionId>>>,
}

impl LossScene {
    async fn new() -> Self {
        let attached = AttachedScene::new(Setup::Sqlite).await;
        let account = attached.register("900000010").await;
        let submits = Arc::new(Mutex::new(Vec::new()));
        let missing = Arc::new(Mutex::new(BTreeSet::new()));
        let counted = Arc::clone(&submits);
        let noted = Arc::clone(&missing);
        attached.adapter.lie(move |exchange: &Exchange, reply: &mut Reply| match exchange.call {
            Some(Call::Submit(_, transaction)) => counted.lock().unwrap().push(transaction),
            Some(Call::Status(_, transaction)) if reply.status == 404 => {
                noted.lock().unwrap().insert(transaction);
            }
            _ => {}
        });
        Self { attached, account, submits, missing }
    }

    /// Pays out, and leaves the order open at the adapter.
    async fn open(&self) -> String {
        self.attached.pay_out(&self.account, OrderState::Received).await
    }

    /// Pays out to the end.
    async fn paid(&self) -> String {
        let payout = self.open().await;
        self.attached.adapter.move_order(OrderKind::Payout, id_of(&payout), OrderState::Settled);
        self.attached.follow().await;
        self.attached.reaches(&payout, "COMPLETED").await;
        payout
    }

    /// Reads the feed until its end is read.
    async fn catch_up(&self) {
        wait::until("the end of the feed", wait::PATIENCE, || async {
            self.attached.follow().await;
            let read = self.attached.rail().await["feed"]["cursor"].clone();
            if read == json!(self.attached.adapter.items().len()) { Ok(()) } else { Err(read) }
        })
        .await;
    }

    /// Adds orders of another service to the adapter's feed until it has more than so many items.
    fn grow_past(&self, items: usize) -> TransactionId {
        let amount = Money { amount: MinorUnits::new(STRANGE).unwrap(), currency: "USD".parse().unwrap() };
        let last = unknown_payment();
        while self.attached.adapter.items().len() < items {
            self.attached.adapter.invent(OrderKind::Payout, unknown_payment(), amount.clone());
        }
        self.attached.adapter.invent(OrderKind::Payout, last, amount);
        last
    }

    /// Loses the adapter's memory, and returns an order that it has now and the service does not know.
    fn lose(&self, loss: Loss, copy: BookCopy) -> Option<TransactionId> {
        let adapter = &self.attached.adapter;
        let items = adapter.items().len();
        match loss {
            Loss::Older => adapter.restore(copy),
            Loss::Emptied => adapter.empty(),
            Loss::GrownPast => {
                adapter.restore(copy);
                return Some(self.grow_past(items));
            }
            Loss::Replaced => {
                adapter.empty();
                return Some(self.grow_past(items));
            }
        }
        None
    }

    /// Waits until the rail is suspended, with one alert of this kind, and takes no payments.
    async fn is_suspended(&self, kind: &str) {
        wait::until("the suspension", wait::PATIENCE, || async {
            self.attached.follow().await;
            let status = self.attached.rail().await["status"].clone();
            if status == "SUSPENDED" { Ok(()) } else { Err(status) }
        })
        .await;
        self.attached.reload().await;
        let alerts = self.attached.alerts(kind).await;
        assert_eq!((alerts.len(), &alerts[0]["subject"]), (1, &json!("bank")), "{alerts:?}");
        self.attached.payout_request(&self.account).send().await.expect_error(501, "NOT_IMPLEMENTED");
    }

    /// Checks that a list of the comparison names an order with its amount.
    async fn is_listed(&self, list: &str, transaction: &str, amount: u64) {
        let compared = act(&self.attached.service, "rail compare", json!({ "rail": "bank" })).await.json;
        let listed = compared[list].as_array().expect("a list");
        let order = listed.iter().find(|order| order["transaction"] == transaction);
        let order = order.unwrap_or_else(|| panic!("{transaction} is not {list}: {compared}"));
        assert_eq!(order["amount"]["amount"], amount, "{order}");
    }

    /// Enters the word of the bank that an open payout has arrived.
    async fn settle(&self, payout: &str) {
        let arrived = with(&self.attached.platform, json!({ "transaction": payout }));
        act(&self.attached.service, "payment settle", arrived).await;
    }

    /// Accepts the memory that the adapter has, reads its feed, and accepts the orders that are unknown.
    async fn resume(&self) {
        self.missing.lock().unwrap().clear();
        act(&self.attached.service, "rail resume", json!({ "rail": "bank", "accept_memory": true })).await;
        self.catch_up().await;
        self.enable().await;
    }

    /// Enables the rail if it is suspended or paused.
    async fn enable(&self) {
        if self.attached.rail().await["status"] != "ENABLED" {
            act(&self.attached.service, "rail resume", json!({ "rail": "bank" })).await;
        }
    }

    /// Waits until the adapter has said that it does not have an order of which a record was seen. That is neither believed
    /// nor a contradiction: its loss was accepted.
    async fn stays_in_doubt(&self, payout: &str) {
        wait::until("the answer that there is no such order", wait::PATIENCE, || async {
            let missing = self.missing.lock().unwrap().clone();
            if missing.contains(&id_of(payout)) { Ok(()) } else { Err(missing.len()) }
        })
        .await;
        assert_eq!(self.attached.alerts("RAIL_CONTRADICTION").await, [Value::Null; 0]);
        assert_eq!(self.attached.rail().await["status"], "ENABLED");
    }

    /// Checks that so many payouts have left the account, and that none was submitted twice.
    async fn has_paid(&self, payouts: i64) {
        assert_eq!(self.attached.balance().await, FUNDS - payouts * AMOUNT, "nothing is refunded");
        let submits = self.submits.lock().unwrap().clone();
        let different: BTreeSet<TransactionId> = submits.iter().copied().collect();
        assert_eq!(different.len(), submits.len(), "no order is sent twice");
        assert_eq!(i64::try_from(submits.len()).unwrap(), payouts);
    }
}

/// Loses the adapter's memory after a payout was paid and while another one is open.
async fn nothing_is_sent_twice(loss: Loss) {
    let scene = LossScene::new().await;
    for number in 1..=TRIES {
        let copy = scene.attached.adapter.copy();
        scene.paid().await;
        let open = scene.open().await;
        scene.catch_up().await;
        let strange = scene.lose(loss, copy);
        scene.is_suspended("RAIL_MEMORY_LOST").await;
        scene.is_listed("forgotten", &open, AMOUNT.unsigned_abs()).await;
        if let Some(strange) = strange {
            scene.is_listed("unknown", &strange.to_string(), STRANGE).await;
        }
        assert_eq!(scene.attached.payment(&open).await["status"], "PENDING", "{loss:?} {number}");
        scene.settle(&open).await;
        scene.resume().await;
        scene.stays_in_doubt(&open).await;
        scene.has_paid(2 * number).await;
    }
    scene.attached.service.finish().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn adapter_restored_older() {
    nothing_is_sent_twice(Loss::Older).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn adapter_restored_and_grown_past() {
    nothing_is_sent_twice(Loss::GrownPast).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn adapter_emptied() {
    nothing_is_sent_twice(Loss::Emptied).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn adapter_replaced() {
    nothing_is_sent_twice(Loss::Replaced).await;
}

/// Deletes the rows of a payment in these tables, as someone does who can write to the database.
async fn delete(scene: &LossScene, payout: &str, tables: &'static [&'static str]) {
    let transaction = id_of(payout).uuid();
    let write = move |tx: &mut Tx<'_>| {
        for table in tables {
            let sql = format!("DELETE FROM {table} WHERE transaction_id = $1 /* all platforms */");
            tx.execute(&sql, params![transaction])?;
        }
        Ok(())
    };
    scene.attached.service.app().store.write::<_, Error, _>(&[], write).await.unwrap();
}

/// Checks that a payment which is deleted with its order, before the ledger is sealed, is noticed by the items of the feed,
/// and by their gap if these are deleted too.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn payment_and_order_deleted_before_sealing() {
    let mut scene = LossScene::new().await;
    for number in 1..=TRIES {
        let paid = scene.paid().await;
        scene.catch_up().await;
        let tables: &[&str] = if number % 2 == 0 {
            &["rail_order", "payment_state", "payment"]
        } else {
            &["rail_item", "rail_order", "payment_state", "payment"]
        };
        delete(&scene, &paid, tables).await;
        scene.is_suspended("RAIL_UNKNOWN_ORDER").await;
        scene.is_listed("unknown", &paid, AMOUNT.unsigned_abs()).await;
        scene.resume().await;
        scene.has_paid(number).await;
    }
    // The ledger has postings of payments that are gone, so that it is not sound.
    scene.attached.service.stop_background().await;
}

/// Checks that a service that has an open payment and not its order, because it was restored from an older backup, does not
/// refund the payment by a cancel, and does not send it again: the adapter may have paid it.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn service_restored_without_the_order() {
    let scene = LossScene::new().await;
    for number in 1..=TRIES {
        let open = scene.open().await;
        scene.catch_up().await;
        delete(&scene, &open, &["rail_order"]).await;
        let cancel = scene.attached.platform.post(&format!("/transactions/{open}/cancel")).send().await;
        assert!(cancel.status != 404, "{cancel}");
        scene.is_suspended("RAIL_UNKNOWN_ORDER").await;
        scene.is_listed("unknown", &open, AMOUNT.unsigned_abs()).await;
        let payment = scene.attached.payment(&open).await;
        assert_eq!((&payment["status"], &payment["refund"]), (&json!("PENDING"), &Value::Null));
        scene.settle(&open).await;
        scene.resume().await;
        scene.has_paid(number).await;
    }
    scene.attached.service.finish().await;
}
