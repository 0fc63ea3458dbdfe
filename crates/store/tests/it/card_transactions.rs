//! Integration tests of card transactions: their stored rows, and their verification against the ledger.

use causeway_domain::Revision;
use causeway_domain::card_transactions::{Debit, DebitInput, DebitStep, Funds, Units};
use causeway_domain::ids::{CardTransactionId, Id, InternalAccountId};
use causeway_domain::payments::Direction;
use causeway_store::card_transactions::{
    self as rows, CardTransactionRecord, EventRecord, MerchantDoc, PullRecord, ReturnRecord,
};
use causeway_store::ledger::{self, FaultKind, Origin};
use causeway_store::{Error, Tx};
use serde_json::json;
use uuid::Uuid;

use crate::harness::{Engine, START, on_both_engines, platform};
use crate::ledger::books::{Books, dollars};

on_both_engines!(
    rewritten_rows_are_refused_and_reported,
    a_transaction_fits_its_pulls_its_returns_and_its_books,
    an_event_is_stored_once,
);

const ID: u128 = 7;
const FUNDS: Funds = Funds { is_usable: true, spendable: 100_000, accepts_credit: true };

fn id() -> CardTransactionId {
    CardTransactionId::from_uuid(Uuid::from_u128(ID))
}

fn record(account: InternalAccountId, debit: &Debit) -> CardTransactionRecord {
    CardTransactionRecord {
        id: id(),
        card: Id::from_uuid(Uuid::from_u128(1)),
        customer: Id::from_uuid(Uuid::from_u128(2)),
        platform_customer_id: "u-17".to_owned(),
        account,
        token: "token".to_owned(),
        direction: Direction::Debit,
        status: debit.state.status(),
        decline_reason: None,
        merchant: MerchantDoc { descriptor: "CAFE".to_owned(), mcc: None, country: None },
        currency: dollars(),
        funding_currency: dollars(),
        figures: debit.figures,
        events: 1,
        last_event_at: None,
        hold_ends_at: None,
        hold_job: None,
        created_at: START,
        updated_at: Revision::created(START),
    }
}

/// Writes an authorization of 1000, of which 400 are cleared and 100 returned.
async fn written(engine: Engine) -> Books {
    let books = Books::new(engine).await;
    books.fund(books.ada, 5_000).await;
    let account = books.ada;
    let ids = books.store.ids.clone();
    let write = books.store.write(&[], move |tx| {
        let mut step = Debit::authorized(1_000).unwrap();
        book(tx, account, &step, &ids);
        for input in [DebitInput::Clearing(400), DebitInput::Return(100)] {
            step = step.after.apply(input, FUNDS).unwrap();
            book(tx, account, &step, &ids);
        }
        rows::insert(tx, platform(1), &record(account, &step.after))?;
        rows::insert_pull(tx, platform(1), &pull(&step))?;
        rows::insert_return(tx, platform(1), &returned())
    });
    write.await.map_err(|error: Error| error).unwrap();
    books
}

fn book(tx: &mut Tx<'_>, account: InternalAccountId, step: &DebitStep, ids: &causeway_domain::Ids) {
    let units = Units::of(dollars()).unwrap();
    let transaction = Some(Id::from_uuid(id().uuid()));
    for movement in &step.movements {
        let posting = movement.posting(account, units).unwrap().unwrap();
        let origin = Origin { transaction, quote: None, at: START, ids };
        ledger::post(tx, platform(1), &posting, &origin).unwrap();
    }
}

fn pull(step: &DebitStep) -> PullRecord {
    PullRecord {
        id: Id::from_uuid(Uuid::from_u128(8)),
        transaction: id(),
        pull: step.after.pulls[0],
        signed: None,
        created_at: START,
        updated_at: Revision::created(START),
    }
}

fn returned() -> ReturnRecord {
    ReturnRecord {
        id: Id::from_uuid(Uuid::from_u128(9)),
        transaction: id(),
        number: 3,
        amount: 100,
        reversed_at: None,
        created_at: START,
    }
}

async fn a_transaction_fits_its_pulls_its_returns_and_its_books(engine: Engine) {
    let books = written(engine).await;
    assert_eq!(books.faults().await, []);
    // A row with a valid MAC that contradicts the ledger.
    let rewrite = books.store.write(&[], |tx| {
        let mut record = rows::lock(tx, platform(1), id())?.unwrap();
        record.figures.settled = Some(900);
        rows::update(tx, platform(1), &record)
    });
    rewrite.await.map_err(|error: Error| error).unwrap();
    let faults = books.faults().await;
    assert_eq!(faults, [(FaultKind::CardTransactionDiffers, id().to_string())]);
    books.change("DELETE FROM card_transaction").await;
    let faults = books.faults().await;
    assert_eq!(faults, [(FaultKind::PaymentMissing, id().to_string())]);
}

async fn rewritten_rows_are_refused_and_reported(engine: Engine) {
    let copied = "UPDATE card_transaction SET account_id = card_id";
    let changes = [
        copied,
        "UPDATE card_transaction SET customer_id = card_id",
        "UPDATE card_transaction SET status = 'SETTLED'",
        "UPDATE card_transaction SET direction = 'CREDIT'",
        "UPDATE card_transaction SET issuer_token = 'x'",
        "UPDATE card_transaction SET created_at = created_at + 1",
        "UPDATE card_pull SET captured = 0",
        "UPDATE card_pull SET amount = amount + 1",
        "UPDATE card_pull SET status = 'CONFIRMED'",
        "UPDATE card_return SET amount = 1",
    ];
    for change in changes {
        let books = written(engine).await;
        books.change(change).await;
        let used = books.store.read(|tx| {
            rows::find(tx, platform(1), id())?;
            rows::lock_open_pulls(tx, platform(1), id())?;
            rows::lock_latest_return(tx, platform(1), id())
        });
        assert!(matches!(used.await, Err(Error::NotAuthentic(_))), "{change}");
        let faults = books.faults().await;
        assert!(faults.iter().any(|(kind, _)| *kind == FaultKind::TermsNotAuthentic), "{change}: {faults:?}");
    }
}

async fn an_event_is_stored_once(engine: Engine) {
    let books = Books::new(engine).await;
    let event = EventRecord {
        event: "e-1".to_owned(),
        token: "token".to_owned(),
        doc: json!({ "v": 1 }),
        applied: Some((id(), 1)),
        received_at: START,
    };
    let first = event.clone();
    let write = books.store.write(&[], move |tx| rows::insert_event(tx, platform(1), &first));
    write.await.map_err(|error: Error| error).unwrap();
    let found = books.store.read(|tx| rows::find_event(tx, platform(1), "e-1"));
    assert_eq!(found.await.map_err(|error: Error| error).unwrap(), Some(event.clone()));
    let other_platform = books.store.read(|tx| rows::find_event(tx, platform(2), "e-1"));
    assert_eq!(other_platform.await.map_err(|error: Error| error).unwrap(), None);
    let write = books.store.write(&[], move |tx| rows::insert_event(tx, platform(1), &event));
    assert!(write.await.map_err(|error: Error| error).is_err());
}
