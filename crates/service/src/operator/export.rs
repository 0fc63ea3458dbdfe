//! Payments and postings as CSV or JSON Lines (money 12). Amounts are in the smallest unit of their currency; the
//! column of its decimals says how many smallest units a major unit has.
//!
//! Every line begins with its cursor. An export that broke off is resumed behind the last whole line that came,
//! with `--after`.

use std::str::FromStr;

use causeway_domain::ids::{
    CustomerId, Id, InternalAccountId, JournalId, PlatformId, QuoteId, TransactionId,
};
use causeway_domain::money::CurrencyCode;
use causeway_domain::{Amount, Time};
use causeway_store::ledger::{self, Entry, Place};
use causeway_store::listing::{Order, Page, Position};
use causeway_store::payments::{self, PaymentRecord, Side};
use causeway_store::{Tx, internal_accounts};
use serde::{Deserialize, Serialize};

use super::argument::{Argument, Form, option, positional};
use super::call::Call;
use super::lines::{Format, PAGE, line, pages};
use super::money::decimals;
use super::{Noun, OperatorError, Pieces};
use crate::runtime::upkeep;

#[derive(Debug, Clone, Serialize, Deserialize)]
struct Transactions {
    #[serde(default)]
    format: Format,
    #[serde(default)]
    from: Option<Time>,
    #[serde(default)]
    to: Option<Time>,
    #[serde(default)]
    after: Option<String>,
}

#[derive(Debug, Clone, Serialize, Deserialize)]
struct Postings {
    #[serde(default)]
    format: Format,
    #[serde(default)]
    after: Option<String>,
}

#[derive(Debug, Clone, Serialize, Deserialize)]
struct Statement {
    account: InternalAccountId,
    #[serde(default)]
    format: Format,
    #[serde(default)]
    after: Option<i64>,
}

line! {
    struct TransactionLine {
        cursor: String,
        transaction: TransactionId,
        r#type: &'static str,
        status: &'static str,
        direction: &'static str,
        customer: Option<CustomerId>,
        platform_customer_id: String,
        quote: Option<QuoteId>,
        source: Option<String>,
        destination: Option<String>,
        sent_amount: Option<i64>,
        sent_currency: Option<CurrencyCode>,
        sent_decimals: Option<u8>,
        received_amount: Option<i64>,
        received_currency: Option<CurrencyCode>,
        received_decimals: Option<u8>,
        fees: Option<i64>,
        platform_fees: Option<i64>,
        exchange_rate: Option<String>,
        rail: Option<String>,
        reference: Option<String>,
        description: Option<String>,
        failure_reason: Option<String>,
        refund_status: Option<String>,
        created_at: Time,
        updated_at: Time,
        settled_at: Option<Time>,
    }
}

line! {
    /// One entry; a credit is positive.
    struct PostingLine {
        cursor: String,
        journal: JournalId,
        line: i64,
        kind: String,
        account: String,
        internal_account: Option<InternalAccountId>,
        quote: Option<QuoteId>,
        transaction: Option<TransactionId>,
        currency: CurrencyCode,
        decimals: u8,
        amount: i64,
        balance_after: Option<i64>,
        booked_at: Time,
    }
}

line! {
    /// One movement; a credit is positive. `part` is AV (available), HO (held) or UN (not settled yet), and
    /// `balance_after` is what this part held afterwards.
    struct StatementLine {
        cursor: Option<i64>,
        booked_at: Time,
        part: String,
        kind: String,
        amount: i64,
        balance_after: Option<i64>,
        currency: CurrencyCode,
        decimals: u8,
        transaction: Option<TransactionId>,
        quote: Option<QuoteId>,
        journal: JournalId,
    }
}

pub(super) fn noun() -> Noun {
    const FORMAT: Argument = option("format", "How it is written: csv or jsonl [default: csv]");
    const AFTER: Argument = option("after", "Goes on behind the line with this cursor, without headings");
    let period = [
        FORMAT,
        option("from", "Only those created at this instant or later, as 2025-10-03T00:00:00Z"),
        option("to", "Only those created at this instant or earlier"),
        AFTER,
    ];
    let statement_arguments =
        [positional("account", "The internal account's id"), FORMAT, AFTER.form(Form::Number)];
    Noun::new("export", "Payments and postings as CSV or JSON Lines")
        .export(
            "transactions",
            "Exports the transactions of a period, the oldest first",
            &period,
            transactions,
        )
        .export(
            "postings",
            "Exports the journal of one platform in the order of its sealed blocks, which never changes",
            &[FORMAT, AFTER],
            postings,
        )
        .export(
            "statement",
            "Exports the movements of one internal account, each with the balance after it",
            &statement_arguments,
            statement,
        )
}

async fn transactions(
    call: Call,
    platform: PlatformId,
    wanted: Transactions,
) -> Result<Pieces, OperatorError> {
    let after = wanted.after.as_deref().map(position).transpose()?;
    let read = move |tx: &mut Tx<'_>, after: &Option<Position>| {
        let page = Page { after: *after, limit: PAGE, order: Order::Ascending };
        let mut found = payments::list_between(tx, platform, wanted.from, wanted.to, &page)?;
        found.truncate(usize::try_from(PAGE).unwrap_or(usize::MAX));
        Ok(found.into_iter().map(|record| (Some(record.position()), TransactionLine::from(record))).collect())
    };
    Ok(pages(&call.app, wanted.format, after.map(Some), read))
}

async fn postings(call: Call, platform: PlatformId, wanted: Postings) -> Result<Pieces, OperatorError> {
    let after = wanted.after.as_deref().map(place).transpose()?;
    // What is not sealed yet has no place in the journal.
    upkeep::seal_ledger(&call.app).await?;
    let read = move |tx: &mut Tx<'_>, after: &Place| {
        let found = ledger::sealed_after(tx, platform, *after, PAGE)?;
        Ok(found.into_iter().map(|(place, entry)| (place, PostingLine::new(place, &entry))).collect())
    };
    Ok(pages(&call.app, wanted.format, after, read))
}

async fn statement(call: Call, platform: PlatformId, wanted: Statement) -> Result<Pieces, OperatorError> {
    let account = wanted.account;
    let found = call.app.store.read(move |tx| internal_accounts::find(tx, platform, account)).await?;
    if found.is_none() {
        return Err(OperatorError::no_such(account));
    }
    let read = move |tx: &mut Tx<'_>, after: &i64| {
        let found = ledger::of_account(tx, platform, account, *after, PAGE)?;
        let line = |entry: Entry| (entry.seq.unwrap_or(i64::MAX), StatementLine::from(entry));
        Ok(found.into_iter().map(line).collect())
    };
    Ok(pages(&call.app, wanted.format, wanted.after, read))
}

impl From<PaymentRecord> for TransactionLine {
    fn from(record: PaymentRecord) -> Self {
        let PaymentRecord { terms, state, .. } = record;
        let minor = |amount: Option<Amount>| amount.map(|amount| amount.minor);
        let currency = |amount: Option<Amount>| amount.map(|amount| amount.currency);
        Self {
            cursor: format!("{}/{}", record.created_at, record.id),
            transaction: record.id,
            r#type: record.kind.as_str(),
            status: record.status.as_str(),
            direction: terms.direction.as_str(),
            customer: record.customer,
            platform_customer_id: record.platform_customer_id,
            quote: record.quote,
            source: account(&terms.source),
            destination: account(&terms.destination),
            sent_amount: minor(terms.sent),
            sent_currency: currency(terms.sent),
            sent_decimals: currency(terms.sent).map(decimals),
            received_amount: minor(terms.received),
            received_currency: currency(terms.received),
            received_decimals: currency(terms.received).map(decimals),
            fees: terms.fees,
            platform_fees: terms.platform_fees,
            exchange_rate: terms.exchange_rate.map(|rate| rate.to_string()),
            rail: terms.rail.map(|chosen| chosen.rail.to_string()),
            reference: record.reference,
            description: terms.description,
            failure_reason: state.failure.map(|reason| reason.to_string()),
            refund_status: state.refund.map(|refund| refund.status.to_string()),
            created_at: record.created_at,
            updated_at: record.updated_at,
            settled_at: state.settled_at,
        }
    }
}

impl PostingLine {
    fn new(place: Place, entry: &Entry) -> Self {
        Self {
            cursor: place.to_string(),
            journal: entry.journal,
            line: entry.line,
            kind: entry.kind.to_string(),
            account: entry.code.as_str().to_owned(),
            internal_account: entry.account,
            quote: entry.quote,
            transaction: entry.transaction,
            currency: entry.currency,
            decimals: decimals(entry.currency),
            amount: entry.amount,
            balance_after: entry.balance_after,
            booked_at: entry.created_at,
        }
    }
}

impl From<Entry> for StatementLine {
    fn from(entry: Entry) -> Self {
        Self {
            cursor: entry.seq,
            booked_at: entry.created_at,
            part: entry.code.as_str().to_owned(),
            kind: entry.kind.to_string(),
            amount: entry.amount,
            balance_after: entry.balance_after,
            currency: entry.currency,
            decimals: decimals(entry.currency),
            transaction: entry.transaction,
            quote: entry.quote,
            journal: entry.journal,
        }
    }
}

fn account(side: &Side) -> Option<String> {
    side.identifier()
}

fn place(cursor: &str) -> Result<Place, OperatorError> {
    cursor.parse().map_err(|_| no_cursor(cursor))
}

/// The place in the list that a cursor names: instant and id of a line.
fn position(cursor: &str) -> Result<Position, OperatorError> {
    let parts = cursor.split_once('/');
    let read = parts.and_then(|(at, id)| {
        Some(Position { at: at.parse().ok()?, id: TransactionId::from_str(id).ok()?.uuid() })
    });
    read.ok_or_else(|| no_cursor(cursor))
}

fn no_cursor(cursor: &str) -> OperatorError {
    OperatorError::invalid(format!("{cursor} is no cursor of this export"))
        .remedy("take the first column of the last line that came")
}

#[cfg(test)]
mod tests {
    use causeway_domain::payments::{Direction, TransactionStatus, TransactionType};
    use causeway_store::payments::{Originator, PaymentState, PaymentTerms};
    use uuid::Uuid;

    use super::*;

    fn record() -> PaymentRecord {
        let side =
            Side::Funding { customer: None, currency: CurrencyCode::USD, originator: Originator::default() };
        PaymentRecord {
            id: TransactionId::from_uuid(Uuid::from_u128(7)),
            kind: TransactionType::Incoming,
            status: TransactionStatus::Completed,
            customer: None,
            platform_customer_id: "p".to_owned(),
            recipient: None,
            quote: None,
            reference: None,
            terms: PaymentTerms {
                received: Some(Amount::new(500, CurrencyCode::USD)),
                ..PaymentTerms::between(Direction::Credit, side.clone(), side)
            },
            state: PaymentState::NEW,
            created_at: Time::from_millis(1_700_000_000_123),
            updated_at: Time::from_millis(1_700_000_000_123),
        }
    }

    #[test]
    fn the_headings_are_the_columns() {
        let value = serde_json::to_value(TransactionLine::from(record())).unwrap();
        let names: Vec<&str> = value.as_object().unwrap().keys().map(String::as_str).collect();
        assert_eq!(names.join(",") + "\r\n", Format::Csv.head::<TransactionLine>());
    }

    #[test]
    fn a_line_is_found_again_by_its_cursor() {
        let record = record();
        let wanted = record.position();
        assert_eq!(position(&TransactionLine::from(record).cursor).unwrap(), wanted);
        assert!(position("2025-10-03T00:00:00Z").is_err());
    }
}
