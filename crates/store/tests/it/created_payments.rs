//! Integration tests of payments that a discovery created.

use causeway_domain::ids::{CustomerId, Id, PlatformId, TransactionId};
use causeway_domain::money::CurrencyCode;
use causeway_domain::payments::lifecycle::IncomingUmaPhase;
use causeway_domain::payments::{Direction, TransactionStatus, TransactionType};
use causeway_domain::{Amount, Time};
use causeway_store::payments::{self, NewPayment, PaymentRecord, PaymentState, PaymentTerms, Side};
use causeway_store::{Error, Tx};
use uuid::Uuid;

use crate::harness::{Engine, Fixture, START, on_both_engines, platform};

on_both_engines!(a_created_payment_is_replaced_once, a_created_payment_is_not_open,);

async fn insert(store: &Fixture, payment: PaymentRecord) {
    store.write(&[], move |tx| payments::insert(tx, platform(1), &payment)).await.unwrap();
}

pub(crate) fn payment(phase: IncomingUmaPhase, minor: i64) -> PaymentRecord {
    let side = |address: &str| Side::Uma { address: address.to_owned(), currency: CurrencyCode::USD };
    PaymentRecord::new(NewPayment {
        id: TransactionId::from_uuid(Uuid::from_u128(1)),
        kind: TransactionType::Incoming,
        customer: Some(CustomerId::from_uuid(Uuid::from_u128(500))),
        platform_customer_id: "ada".to_owned(),
        recipient: None,
        quote: None,
        reference: Some("R".to_owned()),
        terms: PaymentTerms {
            received: Some(Amount::new(minor, CurrencyCode::USD)),
            ..PaymentTerms::between(Direction::Credit, side("peer.example"), side("$ada@a.example"))
        },
        state: PaymentState::new(phase.into()),
        created_at: START,
    })
}

async fn a_created_payment_is_replaced_once(engine: Engine) {
    let store = Fixture::new(engine).await;
    insert(&store, payment(IncomingUmaPhase::Created, 0)).await;
    let begun = payment(IncomingUmaPhase::AwaitingDecision, 700);
    let mut later = begun.clone();
    later.created_at = Time::from_millis(START.millis() + 1);
    let replace = |of: PlatformId, record: &PaymentRecord| {
        let record = record.clone();
        store.write(&[], move |tx| payments::replace_created(tx, of, &record))
    };
    assert_eq!(replace(platform(2), &begun).await, Err(Error::Missing));
    assert_eq!(replace(platform(1), &later).await, Err(Error::Missing));
    assert_eq!(replace(platform(1), &begun).await, Ok(()));
    assert_eq!(replace(platform(1), &begun).await, Err(Error::Missing), "it is not a draft any more");
    let transaction = begun.id;
    assert_eq!(store.read(move |tx| payments::find(tx, platform(1), transaction)).await, Ok(Some(begun)));
}

async fn a_created_payment_is_not_open(engine: Engine) {
    let store = Fixture::new(engine).await;
    let has_open = |tx: &mut Tx<'_>| payments::has_open(tx, platform(1), Uuid::from_u128(500));
    insert(&store, payment(IncomingUmaPhase::Created, 0)).await;
    assert_eq!(store.read(has_open).await, Ok::<_, Error>(false));
    let begun = payment(IncomingUmaPhase::AwaitingDecision, 700);
    assert_eq!(begun.status(), TransactionStatus::Pending);
    let replace = move |tx: &mut Tx<'_>| payments::replace_created(tx, platform(1), &begun);
    assert_eq!(store.write(&[], replace).await, Ok(()));
    assert_eq!(store.read(has_open).await, Ok(true));
}
