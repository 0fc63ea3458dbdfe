//! Integration tests of the list of transactions: every combination of filters compared with a scan of all
//! payments, and the indexes that SQLite uses.

use std::sync::Arc;

use causeway_domain::ids::{
    AccountRef, CustomerId, Id, InternalAccountId, PlatformId, QuoteId, TransactionId,
};
use causeway_domain::money::CurrencyCode;
use causeway_domain::payments::lifecycle::{Custody, IncomingUmaPhase, OutgoingPhase, Phase};
use causeway_domain::payments::{
    Direction, OutgoingFailure, RefundReason, RefundStatus, TransactionStatus, TransactionType,
};
use causeway_domain::rates::Lock;
use causeway_domain::{Amount, Time};
use causeway_store::listing::{Order, Page, Position};
use causeway_store::payments::{
    self, Filter, NewPayment, Originator, PaymentRecord, PaymentState, PaymentTerms, Refund, Side,
};
use causeway_store::quotes::{self, QuoteRecord, QuoteTerms};
use causeway_store::{Error, Tx, Value, customers, params};
use uuid::Uuid;

use crate::harness::{Engine, Fixture, START, on_both_engines, platform};
use crate::plans::{Listener, plan};

on_both_engines!(
    every_combination_of_filters_lists_the_matching_payments,
    a_platform_customer_id_finds_every_customer_that_had_it
);

const PAYMENTS: u128 = 240;
/// Few different values, so that all combinations occur.
const ADA: Uuid = Uuid::from_u128(11);
const BOB: Uuid = Uuid::from_u128(12);
const STRANGER: Uuid = Uuid::from_u128(13);

fn now() -> Time {
    Time::from_millis(START.millis() + 1_000)
}

fn account(number: u128) -> AccountRef {
    AccountRef::Internal(InternalAccountId::from_uuid(Uuid::from_u128(100 + number)))
}

/// A payment of the platform with the expiry of its quote.
#[derive(Debug, Clone)]
pub(crate) struct TestPayment {
    pub(crate) record: PaymentRecord,
    pub(crate) expires_at: Option<Time>,
}

/// Returns a phase with this status.
pub(crate) fn phase_of(status: TransactionStatus) -> Phase {
    let reason = OutgoingFailure::QuoteExecutionFailed;
    match status {
        TransactionStatus::Created => IncomingUmaPhase::Created.into(),
        TransactionStatus::Pending => OutgoingPhase::Offered.into(),
        TransactionStatus::PendingAuthorization => OutgoingPhase::AwaitingAuthorization.into(),
        TransactionStatus::Processing => OutgoingPhase::Sent.into(),
        TransactionStatus::Completed => OutgoingPhase::Delivered.into(),
        TransactionStatus::Rejected => IncomingUmaPhase::Rejected.into(),
        TransactionStatus::Failed => OutgoingPhase::Failed { reason, custody: Custody::Payer }.into(),
        TransactionStatus::Refunded => OutgoingPhase::Cancelled.into(),
        TransactionStatus::Expired => OutgoingPhase::Expired.into(),
    }
}

pub(crate) fn test_payment(number: u128) -> TestPayment {
    let small = |of: u128| i64::try_from(number % of).unwrap();
    let statuses = TransactionStatus::ALL;
    let status = match number % 3 {
        0 => TransactionStatus::Pending,
        _ => statuses[usize::try_from(number / 3).unwrap() % statuses.len()],
    };
    let is_outgoing = number % 5 < 3;
    let customer = [Some(ADA), Some(BOB), None][usize::try_from(number % 7 % 3).unwrap()];
    // Only the platform's own payments have a recipient.
    let recipient = [Some(ADA), Some(BOB), None][usize::try_from(number % 4 % 3).unwrap()];
    let side = |number: u128| Side::Account { account: account(number), currency: CurrencyCode::USD };
    let at = Time::from_millis(START.millis() + i64::try_from(number / 3).unwrap());
    let refund = (number % 6 == 1).then(|| Refund {
        reference: format!("R{}-REFUND", number % 9),
        status: RefundStatus::Completed,
        reason: RefundReason::TransactionFailed,
        initiated_at: at,
        settled_at: Some(at),
        to: None,
    });
    let expires_at = number.is_multiple_of(2).then(|| Time::from_millis(now().millis() + small(3) - 1));
    // Some payments have the same account on both sides.
    let source = if number.is_multiple_of(11) {
        Side::Funding { customer: None, currency: CurrencyCode::USD, originator: Originator::default() }
    } else {
        side(number % 4)
    };
    let record = PaymentRecord::new(NewPayment {
        // Ids are not in order of creation.
        id: TransactionId::from_uuid(Uuid::from_u128(number * 7919 % 1009)),
        kind: if is_outgoing { TransactionType::Outgoing } else { TransactionType::Incoming },
        customer: customer.map(CustomerId::from_uuid),
        platform_customer_id: format!("{customer:?}"),
        recipient: recipient.filter(|_| customer.is_none()).map(CustomerId::from_uuid),
        quote: expires_at.map(|_| QuoteId::from_uuid(Uuid::from_u128(5_000 + number))),
        reference: (!number.is_multiple_of(8)).then(|| format!("R{}", number % 9)),
        terms: PaymentTerms {
            sent: Some(Amount::new(small(100), CurrencyCode::USD)),
            received: Some(Amount::new(small(100), CurrencyCode::USD)),
            ..PaymentTerms::between(Direction::Debit, source, side(number % 6))
        },
        state: PaymentState { refund, ..PaymentState::new(phase_of(status)) },
        created_at: at,
    });
    TestPayment { record, expires_at }
}

pub(crate) fn store(tx: &mut Tx<'_>, of: PlatformId, test_payment: &TestPayment) -> Result<(), Error> {
    payments::insert(tx, of, &test_payment.record)?;
    payments::update(tx, of, &test_payment.record)?;
    let (Some(expires_at), Some(id)) = (test_payment.expires_at, test_payment.record.quote) else {
        return Ok(());
    };
    let quote = QuoteRecord {
        id,
        transaction: test_payment.record.id,
        expires_at,
        terms: QuoteTerms { v: 1, lock: Lock::Sending, payload_to_sign: None },
        created_at: test_payment.record.created_at,
    };
    quotes::insert(tx, of, &quote)
}

async fn stored(fixture: &Fixture) -> Vec<TestPayment> {
    let all: Vec<TestPayment> = (0..PAYMENTS).map(test_payment).collect();
    let written = all.clone();
    let write = fixture.write(&[], move |tx| {
        written.iter().try_for_each(|test_payment| store(tx, platform(1), test_payment))?;
        // Another platform has payments with the same ids, which must not appear in the first one's lists.
        written.iter().take(20).try_for_each(|test_payment| store(tx, platform(2), test_payment))
    });
    write.await.map_err(|error: Error| error).unwrap();
    all
}

/// Returns the status of a payment as shown.
fn visible_status(test_payment: &TestPayment) -> TransactionStatus {
    let is_over = test_payment.expires_at.is_some_and(|end| end <= now());
    match test_payment.record.status() {
        TransactionStatus::Pending if is_over => TransactionStatus::Expired,
        status => status,
    }
}

/// Returns `true` if a payment matches the filter.
fn matches(test_payment: &TestPayment, filter: &Filter) -> bool {
    let record = &test_payment.record;
    let itself = platform(1).uuid();
    let name = |side: &Side| side.account().map(|account| account.to_string());
    let source = name(&record.terms.source);
    let destination = name(&record.terms.destination);
    let refund = record.state().refund.as_ref().map(|refund| refund.reference.clone());
    let parties = [Some(record.customer.map_or(itself, Id::uuid)), record.recipient.map(Id::uuid)];
    let is_wanted =
        |filter: &Option<String>, among: &[&Option<String>]| filter.is_none() || among.contains(&filter);
    filter.parties.iter().all(|set| parties.iter().flatten().any(|party| set.contains(party)))
        && is_wanted(&filter.identifier, &[&source, &destination])
        && is_wanted(&filter.source_identifier, &[&source])
        && is_wanted(&filter.destination_identifier, &[&destination])
        && is_wanted(&filter.reference, &[&record.reference, &refund])
        && filter.kind.is_none_or(|kind| kind == record.kind)
        && filter.from.is_none_or(|from| from <= record.created_at)
        && filter.to.is_none_or(|to| record.created_at <= to)
        && match filter.status {
            None => record.status() != TransactionStatus::Created,
            Some(status) => status == visible_status(test_payment),
        }
}

/// Returns every combination of filters.
fn filters() -> Vec<Filter> {
    let itself = platform(1).uuid();
    let parties: [&[&[Uuid]]; 8] = [
        &[],
        &[&[ADA]],
        &[&[ADA, BOB]],
        &[&[itself]],
        &[&[ADA], &[itself]],
        &[&[itself], &[BOB, STRANGER]],
        &[&[STRANGER]],
        &[&[ADA], &[]],
    ];
    let name = |text: &str| Some(text.to_owned());
    let with = |change: fn(&mut Filter)| {
        let mut filter = Filter::default();
        change(&mut filter);
        filter
    };
    let names = [
        Filter::default(),
        with(|filter| filter.identifier = Some(account(1).to_string())),
        with(|filter| filter.source_identifier = Some(account(2).to_string())),
        with(|filter| filter.destination_identifier = Some(account(3).to_string())),
        Filter { reference: name("R4"), ..Filter::default() },
        Filter { reference: name("R7-REFUND"), ..Filter::default() },
        Filter { reference: name("R1"), identifier: Some(account(1).to_string()), ..Filter::default() },
    ];
    let statuses = [
        None,
        Some(TransactionStatus::Completed),
        Some(TransactionStatus::Pending),
        Some(TransactionStatus::Expired),
        Some(TransactionStatus::Created),
    ];
    let at = |millis: i64| Some(Time::from_millis(START.millis() + millis));
    let incoming = Some(TransactionType::Incoming);
    let rest = [(None, None, None), (None, at(20), None), (incoming, None, None), (incoming, at(20), at(70))];
    let mut all = Vec::new();
    for parties in parties {
        for names in &names {
            for status in statuses {
                for (kind, from, to) in rest {
                    let parties = parties.iter().map(|set| set.to_vec()).collect();
                    all.push(Filter { parties, status, kind, from, to, ..names.clone() });
                }
            }
        }
    }
    all
}

async fn page(fixture: &Fixture, filter: &Filter, page: Page) -> (Vec<PaymentRecord>, Option<i64>) {
    let filter = filter.clone();
    let list = fixture.read(move |tx| payments::list(tx, platform(1), &filter, now(), &page));
    list.await.map_err(|error: Error| error).unwrap()
}

/// Reads all pages of a list.
async fn walk(fixture: &Fixture, filter: &Filter, order: Order) -> (Vec<PaymentRecord>, Option<i64>) {
    const LIMIT: u32 = 9;
    let mut found = Vec::new();
    let mut after: Option<Position> = None;
    loop {
        let (mut rows, total) = page(fixture, filter, Page { after, limit: LIMIT, order }).await;
        let is_last = rows.len() <= usize::try_from(LIMIT).unwrap();
        rows.truncate(usize::try_from(LIMIT).unwrap());
        after = rows.last().map(PaymentRecord::position);
        found.append(&mut rows);
        if is_last {
            return (found, total);
        }
    }
}

/// The compared data of a payment, with the status as shown.
type ComparedPayment = (TransactionId, TransactionStatus, PaymentState, PaymentTerms);

fn compared(record: &PaymentRecord, status: TransactionStatus) -> ComparedPayment {
    (record.id, status, record.state().clone(), record.terms.clone())
}

async fn every_combination_of_filters_lists_the_matching_payments(engine: Engine) {
    let fixture = Fixture::new(engine).await;
    let all = stored(&fixture).await;
    let mut found_any = 0;
    for (number, filter) in filters().into_iter().enumerate() {
        let mut expected: Vec<&TestPayment> =
            all.iter().filter(|test_payment| matches(test_payment, &filter)).collect();
        expected.sort_by_key(|test_payment| (test_payment.record.created_at, test_payment.record.id.uuid()));
        let order = if number % 3 == 0 { Order::Ascending } else { Order::Descending };
        if order == Order::Descending {
            expected.reverse();
        }
        let total = Some(i64::try_from(expected.len()).unwrap());
        found_any += usize::from(!expected.is_empty());
        let expected: Vec<_> = expected
            .into_iter()
            .map(|test_payment| compared(&test_payment.record, visible_status(test_payment)))
            .collect();
        let (found, counted) = walk(&fixture, &filter, order).await;
        let found: Vec<_> = found.iter().map(|record| compared(record, record.status())).collect();
        assert_eq!((found, counted), (expected, total), "{filter:?} {order:?}");
    }
    assert!(found_any > 150, "the combinations select something: {found_any}");
}

async fn a_platform_customer_id_finds_every_customer_that_had_it(engine: Engine) {
    let fixture = Fixture::new(engine).await;
    let insert = fixture.write(&[], |tx| {
        let rows = [(1, 21, "u", true), (1, 22, "u", false), (1, 23, "v", false), (2, 24, "u", false)];
        rows.into_iter().try_for_each(|(of, number, name, is_deleted)| {
            tx.execute(
                "INSERT INTO customer (platform_id, customer_id, platform_customer_id, customer_type, status, \
                 region, currencies, uma_local, is_deleted, doc, created_at, updated_at) \
                 VALUES ($1, $2, $3, 'INDIVIDUAL', 'APPROVED', 'US', '', 'l', $4, $5, $6, $6)",
                params![platform(of), Uuid::from_u128(number), name, is_deleted, Value::doc(&())?, START],
            )
        })
    });
    insert.await.map_err(|error: Error| error).unwrap();
    let named = fixture.read(|tx| customers::all_with_own_id(tx, platform(1), "u"));
    let mut named = named.await.map_err(|error: Error| error).unwrap();
    named.sort();
    assert_eq!(named.into_iter().map(|id| id.uuid().as_u128()).collect::<Vec<_>>(), [21, 22]);
}

/// Checks the index used for each filter, and those that must not be used beside others. SQLite plans without
/// statistics, so a small database shows the plan for a large one.
#[tokio::test]
async fn a_filter_does_not_walk_through_everything_that_was_ever_paid() {
    let listener = Arc::new(Listener::default());
    let fixture = Fixture::failing(Engine::Sqlite, Arc::<Listener>::clone(&listener)).await;
    let mut walked = 0;
    for filter in filters() {
        for after in [None, Some(Position { at: START, id: ADA })] {
            listener.take();
            page(&fixture, &filter, Page { after, limit: 20, order: Order::Descending }).await;
            for (sql, values) in listener.take().iter().filter(|(sql, _)| sql.contains("FROM payment")) {
                let plan = plan(&fixture, Engine::Sqlite, sql, values).await;
                let indexes = indexes_for(&filter);
                let walks = |line: &&str| line.contains("payment") && !finds_other_half(line);
                for line in plan.lines().filter(walks) {
                    let is_along = indexes.iter().any(|index| line.contains(&format!("INDEX {index} (")));
                    assert!(is_along, "{filter:?}\n{sql}\n{plan}\nnot along {indexes:?}");
                }
                assert!(!is_sorting(&plan) || has_many(&filter), "{filter:?}\n{sql}\n{plan}");
                walked += 1;
            }
        }
    }
    assert!(walked > 1_000, "{walked}");
}

/// Returns `true` if a line of a plan finds the second row of a payment by its key.
fn finds_other_half(line: &str) -> bool {
    line.starts_with("SEARCH payment") && line.ends_with("_1 (platform_id=? AND transaction_id=?)")
}

/// Returns `true` if the plan sorts rows of the table, except rows that an index path already ordered and
/// limited.
fn is_sorting(plan: &str) -> bool {
    let mut last = "";
    for line in plan.lines() {
        match line {
            "USE TEMP B-TREE FOR ORDER BY" if !last.starts_with("SCAN path") => return true,
            _ if line.starts_with("SEARCH payment") || line.starts_with("SCAN ") => last = line,
            _ => {}
        }
    }
    false
}

/// Returns `true` if a filter names several parties, whose rows are not in one order.
fn has_many(filter: &Filter) -> bool {
    filter.parties.iter().any(|set| set.len() > 1)
}

/// Returns the permitted indexes of a filter, each of which is selective.
fn indexes_for(filter: &Filter) -> Vec<&'static str> {
    let mut indexes = Vec::new();
    if filter.reference.is_some() {
        return vec!["payment_by_reference", "payment_state_by_refund"];
    }
    if filter.source_identifier.is_some() || filter.identifier.is_some() {
        indexes.push("payment_by_source");
    }
    if filter.destination_identifier.is_some() || filter.identifier.is_some() {
        indexes.push("payment_by_destination");
    }
    if !indexes.is_empty() {
        return indexes;
    }
    let is_incoming = filter.kind == Some(TransactionType::Incoming);
    match (&filter.parties[..], filter.status) {
        ([], None | Some(TransactionStatus::Completed)) if is_incoming => vec!["payment_by_type"],
        ([], None) if filter.from.is_some() => vec!["payment_by_age"],
        ([], None) => vec!["payment_by_age"],
        ([], Some(_)) => vec!["payment_state_by_status"],
        _ => vec!["payment_by_customer", "payment_by_recipient"],
    }
}

/// Checks that the query for open payments of a customer uses the customer's index.
#[tokio::test]
async fn open_payments_are_found_along_the_customer() {
    let listener = Arc::new(Listener::default());
    let fixture = Fixture::failing(Engine::Sqlite, Arc::<Listener>::clone(&listener)).await;
    let open = fixture.read(|tx| payments::has_open(tx, platform(1), ADA));
    assert_eq!(open.await, Ok::<_, Error>(false));
    let heard = listener.take();
    let (sql, values) = heard.iter().find(|(sql, _)| sql.contains("FROM payment")).unwrap();
    let plan = plan(&fixture, Engine::Sqlite, sql, values).await;
    assert!(plan.contains("INDEX payment_by_customer ("), "{plan}");
    assert!(plan.lines().any(finds_other_half), "{plan}");
}
