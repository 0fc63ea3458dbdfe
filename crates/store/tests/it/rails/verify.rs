//! Integration tests of the verification of orders and of the movements of their cash.

use causeway_domain::Amount;
use causeway_domain::ids::{JournalId, TransactionId};
use causeway_domain::postings;
use causeway_rail_protocol::values::OrderKind;
use causeway_store::ledger::{self, Anchors, Report};
use causeway_store::rails::{CashMovementRecord, RailOrderRecord, cash, orders};
use causeway_store::{Error, Tx, params, payments};
use uuid::Uuid;

use super::samples::{order, unguard, uuid};
use crate::harness::{Engine, START, on_both_engines, platform};
use crate::ledger::books::{Books, usd};
use crate::payments::test_payment;
use crate::rows::write;

on_both_engines!(
    movements_add_up_to_the_line,
    a_line_of_an_order_needs_its_movement,
    an_order_needs_its_payment,
);

const UNEQUAL: &str = "has cash movements that do not add up to its line of cash";
const UNMOVED: &str = "has a line of cash without the movement at its rail account";
const NO_ORDER: &str = "has moved cash at a rail account, but its order is gone";
const NO_PAYMENT: &str = "has an order to a rail, its COLLECTION, but the payment is gone";

/// A settled debit of 1000 cents.
struct Debit {
    books: Books,
    transaction: TransactionId,
    journal: JournalId,
    /// The line of cash.
    line: i64,
}

impl Debit {
    async fn new(engine: Engine) -> Self {
        let books = Books::new(engine).await;
        let record = test_payment(1).record;
        let transaction = record.id;
        write(&books.store, move |tx| payments::insert(tx, platform(1), &record)).await;
        let posting = postings::debit_settled(usd(1_000)).unwrap();
        let posted = books.book(&posting, Some(transaction)).await.unwrap();
        let sql = "SELECT line FROM ledger_entry WHERE platform_id = $1 AND code = 'CA'";
        let line =
            write(&books.store, |tx| tx.query_one(sql, params![platform(1)], |row| row.get("line"))).await;
        Self { books, transaction, journal: posted.journal, line }
    }

    fn order(&self) -> RailOrderRecord {
        RailOrderRecord { transaction: self.transaction, kind: OrderKind::Collection, ..order(1) }
    }

    fn movement(&self, part: i64, minor: i64) -> CashMovementRecord {
        CashMovementRecord {
            id: uuid(11, part.unsigned_abs().into()),
            journal: self.journal,
            line: self.line,
            part,
            transaction: self.transaction,
            account: (part == 0).then(|| uuid(4, 1)),
            amount: Amount::new(minor, usd(1).currency),
            created_at: START,
        }
    }

    async fn store(&self, order: Option<RailOrderRecord>, movements: Vec<CashMovementRecord>) {
        write(&self.books.store, move |tx| {
            if let Some(order) = &order {
                orders::insert(tx, platform(1), order)?;
            }
            cash::insert(tx, platform(1), &movements)
        })
        .await;
    }

    /// Returns the faults of orders and movements.
    async fn faults(&self) -> Vec<String> {
        let known = [UNEQUAL, UNMOVED, NO_ORDER, NO_PAYMENT];
        let details = self.books.verify().await.faults.into_iter().map(|fault| fault.detail);
        details.filter(|detail| known.contains(&detail.as_str())).collect()
    }
}

/// Checks that the parts of a line are compared with it, also in their currency and transaction.
async fn movements_add_up_to_the_line(engine: Engine) {
    let debit = Debit::new(engine).await;
    let parts = vec![debit.movement(0, -900), debit.movement(1, -100)];
    debit.store(Some(debit.order()), parts).await;
    assert!(debit.faults().await.is_empty());
    for change in
        ["amount = amount + 1", "currency = 'EUR'", "line = line + 1", "transaction_id = journal_id"]
    {
        let (sender, outcome) = std::sync::mpsc::channel();
        let sql = format!("UPDATE cash_movement SET {change} WHERE part = 1");
        let forge = move |tx: &mut Tx<'_>| {
            unguard(tx, engine)?;
            assert_eq!(tx.execute_counted(&sql, &[])?, 1);
            let mut report = Report::default();
            ledger::verify_rows(tx, &Anchors::default(), &mut report)?;
            let is_named = report.faults.iter().any(|fault| fault.detail == UNEQUAL);
            sender.send(is_named).unwrap();
            // The change is undone.
            Err::<(), Error>(Error::Missing)
        };
        assert_eq!(debit.books.store.write(&[], forge).await, Err(Error::Missing));
        assert_eq!(outcome.recv(), Ok(true), "{change}");
    }
}

/// Checks that a line of cash which an order has moved has its movement, and the movement its order.
async fn a_line_of_an_order_needs_its_movement(engine: Engine) {
    let debit = Debit::new(engine).await;
    assert!(debit.faults().await.is_empty(), "nothing is known of a rail");
    let payout = RailOrderRecord { id: Uuid::from_u128(77), kind: OrderKind::Payout, ..debit.order() };
    debit.store(Some(RailOrderRecord { pinned: None, ..debit.order() }), Vec::new()).await;
    debit.store(Some(payout), Vec::new()).await;
    assert!(
        debit.faults().await.is_empty(),
        "neither a tombstone nor a payout has moved the money of the debit"
    );

    let debit = Debit::new(engine).await;
    debit.store(Some(debit.order()), Vec::new()).await;
    assert_eq!(debit.faults().await, [UNMOVED]);

    let debit = Debit::new(engine).await;
    debit.store(None, vec![debit.movement(0, -1_000)]).await;
    assert_eq!(debit.faults().await, [NO_ORDER]);
}

/// Checks that an order whose payment was deleted is named.
async fn an_order_needs_its_payment(engine: Engine) {
    let debit = Debit::new(engine).await;
    debit.store(Some(debit.order()), vec![debit.movement(0, -1_000)]).await;
    write(&debit.books.store, |tx| tx.execute("DELETE FROM payment", &[])).await;
    assert_eq!(debit.faults().await, [NO_PAYMENT]);
}
