//! Integration tests of sums that exceed a 64-bit integer of a database.

use causeway_domain::ids::{Id, TransactionId, TransactionRef};
use causeway_domain::postings;
use causeway_store::ledger::{self, FaultKind, LedgerError, SuspenseTotal};
use causeway_store::listing::Position;
use causeway_store::{Error, params};
use uuid::Uuid;

use super::books::{Books, dollars, usd};
use crate::harness::{Engine, START, on_both_engines, platform};

on_both_engines!(
    sums_beyond_64_bits_are_added_up,
    money_in_suspense_is_measured_until_it_is_resolved,
    money_in_suspense_is_listed_newest_first,
    an_account_is_not_given_more_than_it_can_hold,
);

/// The sum of three exceeds 64 bits.
const LARGE: i64 = 4_000_000_000_000_000_001;

async fn sums_beyond_64_bits_are_added_up(engine: Engine) {
    let books = Books::new(engine).await;
    let fold = || books.store.write(&[], |tx| ledger::fold(tx, platform(1)));
    books.fund(books.ada, 5).await;
    books.seal().await;
    assert_eq!(fold().await, Ok::<_, Error>(Some(1)));
    for _ in 0..3 {
        let transaction: TransactionId = books.store.ids.next(START);
        books.book(&postings::funding_suspended(usd(LARGE)).unwrap(), Some(transaction)).await.unwrap();
    }
    let totals = books.store.read(ledger::suspense_totals).await;
    let balance = 3 * i128::from(LARGE);
    assert_eq!(totals, Ok::<_, Error>(vec![SuspenseTotal { currency: dollars(), transactions: 3, balance }]));
    for _ in 0..2 {
        let report = books.verify().await;
        let found: Vec<FaultKind> = report.faults.iter().map(|fault| fault.kind).collect();
        assert_eq!(found, [FaultKind::PaymentMissing; 3], "nobody has written payments for it: {report:#?}");
        books.seal().await;
    }
    assert_eq!(fold().await, Ok::<_, Error>(None), "checkpoints end before it");
    // Control: the database's own sum.
    let naive =
        "SELECT CAST(SUM(amount) AS BIGINT) AS sum FROM ledger_entry WHERE platform_id = $1 AND code = 'SU'";
    let added = move |tx: &mut causeway_store::Tx<'_>| {
        tx.query_one(naive, params![platform(1)], |row| row.get::<i64>("sum"))
    };
    let result: Result<i64, Error> = books.store.read(added).await;
    assert!(matches!(result, Err(Error::Statement(_))), "{result:?}");
}

async fn an_account_is_not_given_more_than_it_can_hold(engine: Engine) {
    let books = Books::new(engine).await;
    books.fund(books.ada, i64::MAX - 5).await;
    let too_large = Err(LedgerError::TooLarge(books.ada));
    let credit = postings::sandbox_funded(books.ada, usd(6)).unwrap();
    assert_eq!(books.book(&credit, None).await, too_large);
    // Nor may all its parts together, which are shown as one number.
    let coming = postings::transfer_in_started(books.ada, usd(6)).unwrap();
    assert_eq!(books.book(&coming, None).await, too_large);
    books.fund(books.ada, 5).await;
    assert_eq!(books.available(books.ada).await, i64::MAX);
}

async fn money_in_suspense_is_measured_until_it_is_resolved(engine: Engine) {
    let measured = async |books: &Books| {
        let totals: Result<_, Error> = books.store.read(ledger::suspense_totals).await;
        totals.unwrap().into_iter().map(|total| (total.transactions, total.balance)).collect::<Vec<_>>()
    };
    let suspend = postings::deposit_suspended(usd(1_250)).unwrap();
    let books = Books::new(engine).await;
    let transaction: TransactionId = books.store.ids.next(START);
    books.book(&suspend, Some(transaction)).await.unwrap();
    assert_eq!(measured(&books).await, [(1, 1_250)]);
    let resolve = postings::suspense_resolved(books.ada, usd(1_250)).unwrap();
    books.book(&resolve, Some(transaction)).await.unwrap();
    assert_eq!(measured(&books).await, []);
}

async fn money_in_suspense_is_listed_newest_first(engine: Engine) {
    let books = Books::new(engine).await;
    let numbered = |number: u128| TransactionId::from_uuid(Uuid::from_u128(number));
    let suspend = postings::deposit_suspended(usd(1_250)).unwrap();
    for number in [2, 1, 3] {
        books.book(&suspend, Some(numbered(number))).await.unwrap();
    }
    let resolve = postings::suspense_resolved(books.ada, usd(1_250)).unwrap();
    books.book(&resolve, Some(numbered(2))).await.unwrap();
    let listed = async |after: Option<Position>| {
        let read = books.store.read(move |tx| ledger::in_suspense(tx, platform(1), after)).await;
        let found = read.map_err(|error: Error| error).unwrap();
        let funds = found.rows.iter().map(|funds| (funds.transaction, funds.amount, funds.since));
        (funds.collect::<Vec<_>>(), found.end)
    };
    let row = |number: u128| (TransactionRef::Payment(numbered(number)), usd(1_250), START);
    assert_eq!(listed(None).await, (vec![row(3), row(1)], None));
    let after = |number: u128| Some(Position { at: START, id: Uuid::from_u128(number) });
    assert_eq!(listed(after(3)).await, (vec![row(1)], None));
    assert_eq!(listed(after(1)).await, (vec![], None));
}
