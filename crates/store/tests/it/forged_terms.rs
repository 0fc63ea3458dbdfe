//! Integration tests of an attacker with all rights on the database, who knows every format but not the root
//! key: the attacker cannot change the destination of money.

use std::sync::atomic::Ordering;

use causeway_domain::external_accounts::{ExternalAccountStatus, PaymentRail};
use causeway_domain::ids::{ExternalAccountId, Id, QuoteId, TransactionId};
use causeway_domain::money::CurrencyCode;
use causeway_domain::payments::{TransactionStatus, UnmatchedStatus};
use causeway_domain::rates::Lock;
use causeway_domain::{Amount, Revision};
use causeway_store::external_accounts::{self, ExternalAccountDoc, ExternalAccountRecord};
use causeway_store::listing::{Order, Page};
use causeway_store::payments::{self, Originator};
use causeway_store::quotes::{self, QuoteRecord, QuoteTerms};
use causeway_store::unmatched_deposits::{self, UnmatchedDoc, UnmatchedRecord};
use causeway_store::{Error, Tx, params};
use serde_json::{Map, Value, json};
use uuid::Uuid;

use crate::harness::{Engine, Fixture, START, on_both_engines, platform};
use crate::payments::test_payment;

on_both_engines!(
    rewritten_rows_are_refused_when_used,
    rewritten_rows_are_not_listed,
    rewritten_rows_are_used_if_every_mac_is_accepted,
    a_document_that_is_spelled_otherwise_is_refused,
    respelled_documents_are_used_if_every_mac_is_accepted,
);

/// Returns the SQL of every redirection to another destination or price: one column at a time, or copied from
/// another row with its MAC.
fn rewrites() -> Vec<String> {
    let document = |document: Value| document.to_string();
    let terms = document(json!(test_payment(4).record.terms));
    let quote = document(json!(QuoteTerms { v: 1, lock: Lock::Receiving, payload_to_sign: None }));
    let doc = document(json!(account(2).doc));
    let copied = |table: &str, key: &str, column: &str| {
        let other =
            |column: &str| format!("(SELECT o.{column} FROM {table} o WHERE o.{key} <> {table}.{key})");
        format!("UPDATE {table} SET {column} = {}, mac = {}", other(column), other("mac"))
    };
    let mut all: Vec<String> = vec![
        format!("UPDATE payment SET terms = '{terms}'"),
        format!("UPDATE quote SET terms = '{quote}'"),
        format!("UPDATE external_account SET doc = '{doc}'"),
        copied("payment", "transaction_id", "terms"),
        copied("external_account", "account_id", "doc"),
        "UPDATE quote SET mac = (SELECT p.mac FROM payment p WHERE p.transaction_id = quote.transaction_id)"
            .to_owned(),
    ];
    let columns = [
        ("payment", "type = 'INCOMING'"),
        ("payment", "customer_id = platform_id"),
        ("payment", "platform_customer_id = 'x'"),
        ("payment", "recipient_customer_id = platform_id"),
        ("payment", "reference = 'x'"),
        ("payment", "created_at = created_at + 1"),
        ("quote", "expires_at = expires_at + 1"),
        ("quote", "created_at = created_at + 1"),
        ("external_account", "customer_id = account_id"),
        ("external_account", "currency = 'USD'"),
        ("external_account", "account_type = 'USD_ACCOUNT'"),
        ("external_account", "fingerprint = fingerprint || 'x'"),
        ("external_account", "created_at = created_at + 1"),
    ];
    let unmatched =
        ["status = 'HELD'", "payment_id = platform_id", "returning_since = 1", "created_at = created_at + 1"];
    all.extend(unmatched.map(|change| format!("UPDATE unmatched_deposit SET {change}")));
    all.push(copied("unmatched_deposit", "transaction_id", "doc"));
    all.extend(columns.map(|(table, change)| format!("UPDATE {table} SET {change}")));
    all
}

fn account(number: u128) -> ExternalAccountRecord {
    let iban = format!("DE8937040044053201300{number}");
    let numbers = json!([1.50, -0.0, 1e17, 1e300, { "b": 1, "a": 2 }]);
    let info = json!({ "accountType": "EUR_ACCOUNT", "iban": iban, "numbers": numbers });
    ExternalAccountRecord {
        id: ExternalAccountId::from_uuid(Uuid::from_u128(70 + number)),
        customer: None,
        currency: CurrencyCode::EUR,
        account_type: "EUR_ACCOUNT".to_owned(),
        status: ExternalAccountStatus::Active,
        fingerprint: format!("EUR {iban}"),
        is_deleted: false,
        is_default_deposit: false,
        doc: ExternalAccountDoc {
            v: 1,
            platform_account_id: None,
            ownership_type: None,
            account_info: info.as_object().cloned().unwrap(),
            rails: vec![PaymentRail::Sepa],
            identifier: iban,
            beneficiary_verification: None,
            verified_name: None,
        },
        created_at: START,
        updated_at: Revision::created(START),
    }
}

fn unmatched(number: u128) -> UnmatchedRecord {
    let doc = UnmatchedDoc {
        v: 1,
        amount: Amount::new(5 + i64::try_from(number).unwrap(), CurrencyCode::EUR),
        reference: "nobody's".to_owned(),
        originator: Originator::default(),
        on_chain: None,
        event: None,
    };
    UnmatchedRecord {
        id: TransactionId::from_uuid(Uuid::from_u128(90 + number)),
        status: UnmatchedStatus::Returned,
        doc,
        payment: None,
        returning_since: None,
        created_at: START,
        updated_at: Revision::created(START),
    }
}

/// A store with a quote and its payment, a payment without a quote, two accounts, and two unmatched deposits.
pub(crate) struct ForgeryFixture {
    pub(crate) store: Fixture,
    pub(crate) quote: QuoteId,
    pub(crate) payments: [TransactionId; 2],
    pub(crate) accounts: [ExternalAccountId; 2],
    pub(crate) unmatched: [TransactionId; 2],
}

impl ForgeryFixture {
    pub(crate) async fn new(engine: Engine) -> Self {
        let store = Fixture::new(engine).await;
        let quoted = test_payment(2).record;
        let plain = test_payment(1).record;
        let accounts = [account(0), account(1)];
        let quote = QuoteRecord {
            id: quoted.quote.unwrap(),
            transaction: quoted.id,
            expires_at: START,
            terms: QuoteTerms { v: 1, lock: Lock::Sending, payload_to_sign: None },
            created_at: START,
        };
        let payments = [quoted.id, plain.id];
        let strays = [unmatched(0), unmatched(1)];
        let ids = (quote.id, payments, [accounts[0].id, accounts[1].id], [strays[0].id, strays[1].id]);
        let write = store.write(&[], move |tx| {
            quotes::insert(tx, platform(1), &quote)?;
            payments::insert(tx, platform(1), &quoted)?;
            payments::insert(tx, platform(1), &plain)?;
            strays.iter().try_for_each(|stray| unmatched_deposits::insert(tx, platform(1), stray))?;
            accounts.iter().try_for_each(|account| external_accounts::insert(tx, platform(1), account))
        });
        write.await.map_err(|error: Error| error).unwrap();
        Self { store, quote: ids.0, payments: ids.1, accounts: ids.2, unmatched: ids.3 }
    }

    /// Rewrites rows and then uses all of them like the service. Rolled back if any is refused.
    async fn rewrite_and_use(&self, engine: Engine, sql: &str) -> Result<(), Error> {
        let sql = sql.to_owned();
        let quote = self.quote;
        let payments = self.payments;
        let accounts = self.accounts;
        let unmatched = self.unmatched;
        let attempt = self.store.write(&[], move |tx| {
            unguard(tx, engine)?;
            assert!(tx.execute_counted(&sql, &[])? > 0, "{sql}");
            quotes::lock(tx, platform(1), quote)?.unwrap();
            for payment in payments {
                payments::lock(tx, platform(1), payment)?.unwrap();
            }
            for stray in unmatched {
                unmatched_deposits::lock(tx, platform(1), stray)?.unwrap();
            }
            for account in accounts {
                external_accounts::lock(tx, platform(1), account)?.unwrap();
            }
            Ok(())
        });
        attempt.await
    }
}

pub(crate) fn unguard(tx: &mut Tx<'_>, engine: Engine) -> Result<(), Error> {
    for table in ["payment", "quote", "external_account"] {
        let on = if engine == Engine::Postgres { format!(" ON {table}") } else { String::new() };
        tx.execute(&format!("DROP TRIGGER {table}_terms_kept{on}"), &[])?;
    }
    Ok(())
}

async fn rewritten_rows_are_refused_when_used(engine: Engine) {
    let written = ForgeryFixture::new(engine).await;
    for sql in rewrites() {
        let used = written.rewrite_and_use(engine, &sql).await;
        assert!(matches!(used, Err(Error::NotAuthentic(_))), "{sql}: {used:?}");
    }
    let nothing = "UPDATE payment_state SET status = status";
    assert_eq!(written.rewrite_and_use(engine, nothing).await, Ok(()));
}

/// Rewrites rows and lists them like the service. Always rolled back.
async fn rewrite_and_list(written: &ForgeryFixture, engine: Engine, sql: &str) -> Result<(), Error> {
    let sql = sql.to_owned();
    let attempt = written.store.write(&[], move |tx| {
        unguard(tx, engine)?;
        assert!(tx.execute_counted(&sql, &[])? > 0, "{sql}");
        let page = Page { after: None, limit: 10, order: Order::Ascending };
        for status in TransactionStatus::ALL.iter().copied() {
            let transactions = payments::Filter { status: Some(status), ..payments::Filter::default() };
            payments::list(tx, platform(1), &transactions, START, &page)?;
        }
        for of in [external_accounts::OwnerFilter::Platform, external_accounts::OwnerFilter::Customers] {
            let accounts = external_accounts::Filter { of, currency: None };
            external_accounts::list(tx, platform(1), &accounts, &page)?;
        }
        Err::<(), _>(Error::Missing)
    });
    attempt.await.or_else(|error| if error == Error::Missing { Ok(()) } else { Err(error) })
}

async fn rewritten_rows_are_not_listed(engine: Engine) {
    let written = ForgeryFixture::new(engine).await;
    let is_listed = |sql: &String| {
        ["UPDATE payment ", "UPDATE external_account "].iter().any(|start| sql.starts_with(start))
    };
    let all: Vec<String> = rewrites().into_iter().filter(is_listed).collect();
    assert!(all.len() > 12, "{all:?}");
    for sql in all {
        let listed = rewrite_and_list(&written, engine, &sql).await;
        assert!(matches!(listed, Err(Error::NotAuthentic(_))), "{sql}: {listed:?}");
    }
    let nothing = "UPDATE payment_state SET status = status";
    assert_eq!(rewrite_and_list(&written, engine, nothing).await, Ok(()));
}

/// Plants a fault: if every MAC is accepted, all rewritten rows are used.
async fn rewritten_rows_are_used_if_every_mac_is_accepted(engine: Engine) {
    for sql in rewrites() {
        let written = ForgeryFixture::new(engine).await;
        written.store.macs.believes_all.store(true, Ordering::Release);
        assert_eq!(written.rewrite_and_use(engine, &sql).await, Ok(()), "{sql}");
    }
}

/// The authenticated documents.
const DOCUMENTS: [(&str, &str); 4] =
    [("payment", "terms"), ("quote", "terms"), ("external_account", "doc"), ("unmatched_deposit", "doc")];

impl ForgeryFixture {
    /// Returns the SQL that respells each document with the same values: with a trailing blank, and with its
    /// members in another order.
    async fn spelled_otherwise(&self) -> Vec<String> {
        let mut all = Vec::new();
        for (table, column) in DOCUMENTS {
            let sql = format!(
                "SELECT {column} AS document FROM {table} WHERE platform_id = $1 ORDER BY created_at"
            );
            let read = self
                .store
                .read(move |tx| tx.query(&sql, params![platform(1)], |row| row.get::<String>("document")));
            let documents = read.await.map_err(|error: Error| error).unwrap();
            let document = &documents[0];
            for other in [format!("{document} "), reordered(document)] {
                assert_ne!(&other, document);
                let [one, same] = [document, &other].map(|text| serde_json::from_str::<Value>(text).unwrap());
                assert_eq!(one, same, "the altered text is the same document");
                let [document, other] = [document, &other].map(|text| text.replace('\'', "''"));
                let condition = format!("CAST({column} AS TEXT) = '{document}'");
                all.push(format!("UPDATE {table} SET {column} = '{other}' WHERE {condition}"));
            }
        }
        all
    }
}

/// Reverses the order of a document's members.
fn reordered(document: &str) -> String {
    let all: Map<String, Value> = serde_json::from_str(document).unwrap();
    let mut members: Vec<String> =
        all.iter().map(|(name, value)| format!("{}:{value}", json!(name))).collect();
    members.reverse();
    let reversed = format!("{{{}}}", members.join(","));
    if reversed == document {
        members.rotate_left(1);
        return format!("{{{}}}", members.join(","));
    }
    reversed
}

/// Checks that the MAC covers the text of a document, not its values.
async fn a_document_that_is_spelled_otherwise_is_refused(engine: Engine) {
    let written = ForgeryFixture::new(engine).await;
    for sql in written.spelled_otherwise().await {
        let used = written.rewrite_and_use(engine, &sql).await;
        assert!(matches!(used, Err(Error::NotAuthentic(_))), "{sql}: {used:?}");
    }
}

/// Plants a fault: if every MAC is accepted, the respelled document is used.
async fn respelled_documents_are_used_if_every_mac_is_accepted(engine: Engine) {
    let written = ForgeryFixture::new(engine).await;
    let all = written.spelled_otherwise().await;
    for sql in all {
        let written = ForgeryFixture::new(engine).await;
        written.store.macs.believes_all.store(true, Ordering::Release);
        assert_eq!(written.rewrite_and_use(engine, &sql).await, Ok(()), "{sql}");
    }
}
