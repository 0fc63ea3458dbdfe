//! The transactions of a platform: payments and card transactions.

use std::str::FromStr;

use causeway_domain::ids::{CardId, CustomerId, Id, PlatformId, QuoteId, TransactionRef};
use causeway_domain::money::CurrencyCode;
use causeway_domain::payments::Direction;
use causeway_domain::{RangeStart, Time};
use causeway_store::card_transactions::{self, CardTransactionRecord};
use causeway_store::listing::{Order, Page, Position};
use causeway_store::payments::{self, PaymentRecord};
use causeway_store::{Error, Tx};

use super::lines::{AFTER, Chunk, FORMAT, Format, PAGE, RAW, Style, invalid_cursor, pages};
use super::money::decimals;
use super::{Answer, Call, ExportStream, arguments, option, view};

/// The type of card transactions, as in `GET /transactions`.
const CARD: &str = "CARD";

arguments! {
    pub(super) struct TransactionsRequest {
        #[serde(default)]
        format: Format = FORMAT,
        from: Option<RangeStart> =
            option("Only transactions created at or after this instant, such as 2025-10-03T00:00:00Z"),
        to: Option<Time> = option("Only transactions created at or before this instant"),
        after: Option<String> = AFTER,
        #[serde(default)]
        raw: bool = RAW,
    }
}

view! {
    struct TransactionLine of payment: PaymentRecord {
        cursor: String = cursor(payment.created_at, TransactionRef::Payment(payment.id)),
        transaction: TransactionRef = TransactionRef::Payment(payment.id),
        r#type: &'static str = payment.kind.as_str(),
        status: &'static str = payment.status().as_str(),
        direction: &'static str = payment.terms.direction.as_str(),
        customer: Option<CustomerId> = payment.customer,
        platform_customer_id: String = payment.platform_customer_id.clone(),
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
        reference: Option<String> = payment.reference.clone(),
        description: Option<String> = payment.terms.description.clone(),
        failure_reason: Option<String> = payment.phase().failure().map(|reason| reason.to_string()),
        refund_status: Option<String> = payment.state().refund.as_ref().map(|refund| refund.status.to_string()),
        created_at: Time = payment.created_at,
        updated_at: Time = payment.updated_at.into(),
        settled_at: Option<Time> = payment.state().settled_at,
        card: Option<CardId> = None,
        authorized_amount: Option<i64> = None,
        refunded_amount: Option<i64> = None,
        routing_fee_msat: Option<i64> = payment.state().settlement.as_ref().and_then(|proof| proof.fee),
    }
}

impl From<CardTransactionRecord> for TransactionLine {
    /// Converts a card transaction. The money moves between the account and the card: the settled amount, or
    /// before settlement the authorized one.
    fn from(record: CardTransactionRecord) -> Self {
        let figures = &record.figures;
        let amount = figures.settled.unwrap_or(figures.authorized);
        let account = Some(record.account.to_string());
        let card = Some(record.card.to_string());
        let money = (Some(amount), Some(record.currency), Some(decimals(record.currency)));
        let (source, destination, sent, received) = match record.direction {
            Direction::Debit => (account, card, money, (None, None, None)),
            Direction::Credit => (card, account, (None, None, None), money),
        };
        Self {
            cursor: cursor(record.created_at, TransactionRef::Card(record.id)),
            transaction: TransactionRef::Card(record.id),
            r#type: CARD,
            status: record.status.as_str(),
            direction: record.direction.as_str(),
            customer: Some(record.customer),
            platform_customer_id: record.platform_customer_id,
            quote: None,
            source,
            destination,
            sent_amount: sent.0,
            sent_currency: sent.1,
            sent_decimals: sent.2,
            received_amount: received.0,
            received_currency: received.1,
            received_decimals: received.2,
            fees: None,
            platform_fees: None,
            exchange_rate: None,
            rail: None,
            reference: None,
            description: Some(record.merchant.descriptor),
            failure_reason: record.decline_reason.map(|reason| reason.to_string()),
            refund_status: None,
            created_at: record.created_at,
            updated_at: record.updated_at.into(),
            settled_at: None,
            card: Some(record.card),
            authorized_amount: Some(figures.authorized),
            refunded_amount: figures.refunded,
            routing_fee_msat: None,
        }
    }
}

/// Writes the transactions of a period, the oldest first.
pub(super) async fn transactions(
    call: Call,
    platform: PlatformId,
    request: TransactionsRequest,
) -> Answer<ExportStream> {
    let after = request.after.as_deref().map(position).transpose()?;
    let style = Style { format: request.format, is_raw: request.raw };
    let from = request.from.map(|RangeStart(first)| first);
    let to = request.to;
    let read = move |tx: &mut Tx<'_>, after: &Option<Position>| {
        Ok(Chunk::full(page(tx, platform, from, to, *after)?))
    };
    Ok(pages(&call.app, style, after.map(Some), read))
}

/// Reads one page of both kinds of transactions, in one order.
fn page(
    tx: &mut Tx<'_>,
    platform: PlatformId,
    from: Option<Time>,
    to: Option<Time>,
    after: Option<Position>,
) -> Result<impl Iterator<Item = (Option<Position>, TransactionLine)>, Error> {
    let page = Page { after, limit: PAGE, order: Order::Ascending };
    let payments = payments::list_between(tx, platform, from, to, &page)?.into_iter();
    let cards = card_transactions::list_between(tx, platform, from, to, &page)?.into_iter();
    let payments = payments.map(|record| (record.position(), TransactionLine::from(record)));
    let cards = cards.map(|record| (record.position(), TransactionLine::from(record)));
    let mut lines: Vec<_> = payments.chain(cards).collect();
    lines.sort_by_key(|(position, _)| (position.at, position.id));
    lines.truncate(usize::try_from(PAGE).unwrap_or(usize::MAX));
    Ok(lines.into_iter().map(|(position, line)| (Some(position), line)))
}

fn cursor(created_at: Time, transaction: TransactionRef) -> String {
    format!("{created_at}/{transaction}")
}

/// Parses a cursor into a position of the list: instant and id of a line.
fn position(cursor: &str) -> Answer<Position> {
    let parts = cursor.split_once('/');
    let read = parts.and_then(|(at, id)| {
        let id = match TransactionRef::from_str(id).ok()? {
            TransactionRef::Payment(id) => id.uuid(),
            TransactionRef::Card(id) => id.uuid(),
        };
        Some(Position { at: at.parse().ok()?, id })
    });
    read.ok_or_else(|| invalid_cursor(cursor))
}

#[cfg(test)]
mod tests {
    use causeway_domain::Amount;
    use causeway_domain::ids::TransactionId;
    use causeway_domain::payments::TransactionType;
    use causeway_domain::payments::lifecycle::DepositPhase;
    use causeway_store::payments::{NewPayment, Originator, PaymentState, PaymentTerms, Side};
    use uuid::Uuid;

    use super::*;

    fn record() -> PaymentRecord {
        let side =
            Side::Funding { customer: None, currency: CurrencyCode::USD, originator: Originator::default() };
        PaymentRecord::new(NewPayment {
            id: TransactionId::from_uuid(Uuid::from_u128(7)),
            kind: TransactionType::Incoming,
            customer: None,
            platform_customer_id: "p".to_owned(),
            recipient: None,
            quote: None,
            reference: None,
            terms: PaymentTerms {
                received: Some(Amount::new(500, CurrencyCode::USD)),
                ..PaymentTerms::between(Direction::Credit, side.clone(), side)
            },
            state: PaymentState::new(DepositPhase::Settled.into()),
            created_at: Time::from_millis(1_700_000_000_123),
        })
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
        let expected = record.position();
        assert_eq!(position(&TransactionLine::from(record).cursor).unwrap(), expected);
        let card = "2023-11-14T22:13:20.123Z/CardTransaction:00000000-0000-0000-0000-000000000007";
        assert_eq!(position(card).unwrap(), expected);
        assert!(position("2025-10-03T00:00:00Z").is_err());
    }
}
