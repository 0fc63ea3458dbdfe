//! Payments and postings as CSV or JSON Lines (money 12). Amounts are in the smallest unit of their currency; the
//! column of its decimals says how many smallest units a major unit has.
//!
//! Every line begins with its cursor. An export that broke off is resumed behind the last whole line that came,
//! with `--after`.

use std::str::FromStr;

use causeway_domain::Time;
use causeway_domain::ids::{
    CustomerId, Id, InternalAccountId, JournalId, PlatformId, QuoteId, TransactionId,
};
use causeway_domain::money::CurrencyCode;
use causeway_store::ledger::{self, Entry, Place};
use causeway_store::listing::{Order, Page, Position};
use causeway_store::payments::{self, PaymentRecord};
use causeway_store::{Tx, internal_accounts};

use super::lines::{Format, PAGE, pages};
use super::money::decimals;
use super::{Answer, Argument, Call, Form, OperatorError, Pieces, Subject, arguments, noun, option, shown};
use crate::runtime::upkeep;

noun! {
    /// Payments and postings as CSV or JSON Lines
    "export" {
        /// Exports the transactions of a period, the oldest first
        "transactions" => export(transactions),
        /// Exports the journal of one platform in the order of its sealed blocks, which never changes
        "postings" => export(postings),
        /// Exports the movements of one internal account, each with the balance after it
        "statement" => export(statement),
    }
}

const FORMAT: Argument = option("How it is written: csv or jsonl [default: csv]");
const AFTER: Argument = option("Goes on behind the line with this cursor, without headings");

arguments! {
    struct Transactions {
        #[serde(default)]
        format: Format = FORMAT,
        from: Option<Time> =
            option("Only those created at this instant or later, as 2025-10-03T00:00:00Z"),
        to: Option<Time> = option("Only those created at this instant or earlier"),
        after: Option<String> = AFTER,
    }

    struct Postings {
        #[serde(default)]
        format: Format = FORMAT,
        after: Option<String> = AFTER,
    }

    struct Statement {
        account: InternalAccountId = InternalAccountId::ARGUMENT,
        #[serde(default)]
        format: Format = FORMAT,
        after: Option<i64> = AFTER.form(Form::Number),
    }
}

shown! {
    struct TransactionLine of payment: PaymentRecord {
        cursor: String = format!("{}/{}", payment.created_at, payment.id),
        transaction: TransactionId = payment.id,
        r#type: &'static str = payment.kind.as_str(),
        status: &'static str = payment.status.as_str(),
        direction: &'static str = payment.terms.direction.as_str(),
        customer: Option<CustomerId> = payment.customer,
        platform_customer_id: String = payment.platform_customer_id,
        quote: Option<QuoteId> = payment.quote,
        source: Option<String> = payment.terms.source.identifier(),
        destination: Option<String> = payment.terms.destination.identifier(),
        sent_amount: Option<i64> = payment.terms.sent.map(|sent| sent.minor),
        sent_currency: Option<CurrencyCode> = payment.terms.sent.map(|sent| sent.currency),
        sent_decimals: Option<u8> = payment.terms.sent.map(|sent| decimals(sent.currency)),
        received_amount: Option<i64> = payment.terms.received.map(|received| received.minor),
        received_currency: Option<CurrencyCode> = payment.terms.received.map(|received| received.currency),
        received_decimals: Option<u8> = payment.terms.received.map(|received| decimals(received.currency)),
        fees: Option<i64> = payment.terms.fees,
        platform_fees: Option<i64> = payment.terms.platform_fees,
        exchange_rate: Option<String> = payment.terms.exchange_rate.map(|rate| rate.to_string()),
        rail: Option<String> = payment.terms.rail.map(|chosen| chosen.rail.to_string()),
        reference: Option<String> = payment.reference,
        description: Option<String> = payment.terms.description,
        failure_reason: Option<String> = payment.state.failure.map(|reason| reason.to_string()),
        refund_status: Option<String> = payment.state.refund.map(|refund| refund.status.to_string()),
        created_at: Time = payment.created_at,
        updated_at: Time = payment.updated_at,
        settled_at: Option<Time> = payment.state.settled_at,
    }

    /// One entry; a credit is positive.
    struct PostingLine of (place, entry): (Place, Entry) {
        cursor: String = place.to_string(),
        journal: JournalId = entry.journal,
        line: i64 = entry.line,
        kind: String = entry.kind.to_string(),
        account: String = entry.code.as_str().to_owned(),
        internal_account: Option<InternalAccountId> = entry.account,
        quote: Option<QuoteId> = entry.quote,
        transaction: Option<TransactionId> = entry.transaction,
        currency: CurrencyCode = entry.currency,
        decimals: u8 = decimals(entry.currency),
        amount: i64 = entry.amount,
        balance_after: Option<i64> = entry.balance_after,
        booked_at: Time = entry.created_at,
    }

    /// One movement; a credit is positive. `part` is AV (available), HO (held) or UN (not settled yet), and
    /// `balance_after` is what this part held afterwards.
    struct StatementLine of entry: Entry {
        cursor: Option<i64> = entry.seq,
        booked_at: Time = entry.created_at,
        part: String = entry.code.as_str().to_owned(),
        kind: String = entry.kind.to_string(),
        amount: i64 = entry.amount,
        balance_after: Option<i64> = entry.balance_after,
        currency: CurrencyCode = entry.currency,
        decimals: u8 = decimals(entry.currency),
        transaction: Option<TransactionId> = entry.transaction,
        quote: Option<QuoteId> = entry.quote,
        journal: JournalId = entry.journal,
    }
}

async fn transactions(call: Call, platform: PlatformId, wanted: Transactions) -> Answer<Pieces> {
    let after = wanted.after.as_deref().map(position).transpose()?;
    let read = move |tx: &mut Tx<'_>, after: &Option<Position>| {
        let page = Page { after: *after, limit: PAGE, order: Order::Ascending };
        let mut found = payments::list_between(tx, platform, wanted.from, wanted.to, &page)?;
        found.truncate(usize::try_from(PAGE).unwrap_or(usize::MAX));
        Ok(found.into_iter().map(|record| (Some(record.position()), TransactionLine::from(record))).collect())
    };
    Ok(pages(&call.app, wanted.format, after.map(Some), read))
}

async fn postings(call: Call, platform: PlatformId, wanted: Postings) -> Answer<Pieces> {
    let after = wanted.after.as_deref().map(place).transpose()?;
    // What is not sealed yet has no place in the journal.
    upkeep::seal_ledger(&call.app).await?;
    let read = move |tx: &mut Tx<'_>, after: &Place| {
        let found = ledger::sealed_after(tx, platform, *after, PAGE)?;
        Ok(found.into_iter().map(|(place, entry)| (place, PostingLine::from((place, entry)))).collect())
    };
    Ok(pages(&call.app, wanted.format, after, read))
}

async fn statement(call: Call, platform: PlatformId, wanted: Statement) -> Answer<Pieces> {
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

fn place(cursor: &str) -> Answer<Place> {
    cursor.parse().map_err(|_| no_cursor(cursor))
}

/// The place in the list that a cursor names: instant and id of a line.
fn position(cursor: &str) -> Answer<Position> {
    let parts = cursor.split_once('/');
    let read = parts.and_then(|(at, id)| {
        Some(Position { at: at.parse().ok()?, id: TransactionId::from_str(id).ok()?.uuid() })
    });
    read.ok_or_else(|| no_cursor(cursor))
}

fn no_cursor(cursor: &str) -> OperatorError {
    OperatorError::invalid(format!("{cursor} is not a cursor of this export"))
        .remedy("take the first column of the last line that came")
}

#[cfg(test)]
mod tests {
    use causeway_domain::Amount;
    use causeway_domain::payments::{Direction, TransactionStatus, TransactionType};
    use causeway_store::payments::{Originator, PaymentState, PaymentTerms, Side};
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
