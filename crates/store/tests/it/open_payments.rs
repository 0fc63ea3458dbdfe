//! Integration tests of the list of open payments: a page reads a bounded number of rows.

use std::sync::Arc;

use causeway_domain::ids::{AccountRef, CustomerId, Id, InternalAccountId, TransactionId};
use causeway_domain::money::CurrencyCode;
use causeway_domain::payments::{Direction, RefundReason, RefundStatus, TransactionStatus, TransactionType};
use causeway_domain::{Amount, Time};
use causeway_store::listing::{Order, Page};
use causeway_store::payments::{
    self, NewPayment, PaymentRecord, PaymentState, PaymentTerms, Refund, Side, Walk, WalkBy,
};
use causeway_store::{Error, Tx, Value};
use uuid::Uuid;

use crate::harness::{Engine, Fixture, START, on_both_engines, platform};
use crate::payments::phase_of;
use crate::plans::Listener;

on_both_engines!(a_page_of_open_payments_reads_a_page_of_each_path);

const LIMIT: u32 = 20;
/// The statuses of open payments; one that failed has a pending refund.
const STATUSES: [TransactionStatus; 4] = [
    TransactionStatus::Pending,
    TransactionStatus::PendingAuthorization,
    TransactionStatus::Processing,
    TransactionStatus::Failed,
];
/// The rows that a page reads at most: one more than the page on each path.
const BOUND: u64 = 4 * 21;

/// Returns the open payment with this number, the newer the higher; each fourth is on the same path.
fn open_payment(number: u32) -> PaymentRecord {
    let at = Time::from_millis(START.millis() + i64::from(number));
    let status = STATUSES[usize::try_from(number % 4).unwrap()];
    let refund = (status == TransactionStatus::Failed).then(|| Refund {
        reference: format!("R{number}"),
        status: RefundStatus::Pending,
        reason: RefundReason::TransactionFailed,
        initiated_at: at,
        settled_at: None,
        to: None,
    });
    let side = |number: u128| {
        let account = AccountRef::Internal(InternalAccountId::from_uuid(Uuid::from_u128(number)));
        Side::Account { account, currency: CurrencyCode::USD }
    };
    PaymentRecord::new(NewPayment {
        id: TransactionId::from_uuid(Uuid::from_u128(number.into())),
        kind: TransactionType::Outgoing,
        customer: Some(CustomerId::from_uuid(Uuid::from_u128(500))),
        platform_customer_id: "ada".to_owned(),
        recipient: None,
        quote: None,
        reference: None,
        terms: PaymentTerms {
            sent: Some(Amount::new(100, CurrencyCode::USD)),
            received: Some(Amount::new(100, CurrencyCode::USD)),
            ..PaymentTerms::between(Direction::Debit, side(1), side(2))
        },
        state: PaymentState { refund, ..PaymentState::new(phase_of(status)) },
        created_at: at,
    })
}

/// Adds the open payments with the numbers from `first` to one below `end`.
async fn add(store: &Fixture, first: u32, end: u32) {
    let write = store.write(&[], move |tx| {
        (first..end).try_for_each(|number| payments::insert(tx, platform(1), &open_payment(number)))
    });
    write.await.map_err(|error: Error| error).unwrap();
}

/// Reads the newest page, and checks its rows. Returns the steps that it has taken on SQLite.
async fn read_page(store: &Fixture, newest: u32) -> u64 {
    let before = store.counts().steps;
    let read = store.read(|tx: &mut Tx<'_>| {
        let page = Page { after: None, limit: LIMIT, order: Order::Descending };
        payments::walk(tx, platform(1), &Walk { by: WalkBy::Open, from: None, to: None }, START, &page)
    });
    let found: Vec<PaymentRecord> = read.await.map_err(|error: Error| error).unwrap();
    let expected: Vec<PaymentRecord> = (newest - LIMIT..=newest).rev().map(open_payment).collect();
    assert_eq!(found, expected, "one row more than the page");
    store.counts().steps - before
}

/// Returns the number of states of payments that PostgreSQL reads for a statement.
async fn states_read(store: &Fixture, sql: &str, values: &[Value<'static>]) -> u64 {
    let explain = format!("EXPLAIN (ANALYZE, COSTS OFF, TIMING OFF, SUMMARY OFF) {sql}");
    let values = values.to_vec();
    let lines =
        store.write(&[], move |tx| tx.query(&explain, &values, |row| row.get::<String>("QUERY PLAN")));
    let lines: Vec<String> = lines.await.map_err(|error: Error| error).unwrap();
    let number = |line: &String| -> u64 {
        let (_, count) = line.split_once("actual rows=").unwrap();
        count.split(|digit: char| !digit.is_ascii_digit()).next().unwrap().parse().unwrap()
    };
    let read = lines.iter().filter(|line| line.contains(" on payment_state")).map(number).sum();
    assert!(read > 0, "{}", lines.join("\n"));
    read
}

async fn a_page_of_open_payments_reads_a_page_of_each_path(engine: Engine) {
    let heard = Arc::new(Listener::default());
    let store = Fixture::failing(engine, Arc::<Listener>::clone(&heard)).await;
    add(&store, 0, 80).await;
    let few = read_page(&store, 79).await;
    add(&store, 80, 1_600).await;
    if engine == Engine::Postgres {
        let analyze = store.write(&[], |tx: &mut Tx<'_>| tx.execute_counted("ANALYZE", &[]));
        analyze.await.map_err(|error: Error| error).unwrap();
    }
    heard.take();
    let many = read_page(&store, 1_599).await;
    match engine {
        Engine::Sqlite => assert!(many < 2 * few, "{many} steps, and {few} with a twentieth of the payments"),
        Engine::Postgres => {
            let statements = heard.take();
            let [(sql, values)] = &statements[..] else { panic!("{} statements", statements.len()) };
            let read = states_read(&store, sql, values).await;
            assert!(read <= BOUND, "{read} rows for a page of {LIMIT}");
        }
    }
}
