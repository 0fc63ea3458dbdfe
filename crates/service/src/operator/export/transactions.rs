//! `export transactions`.

use std::str::FromStr;
use std::sync::Arc;

use causeway_domain::ids::{CustomerId, Id, QuoteId, TransactionId};
use causeway_domain::money::Currency;
use causeway_domain::{Amount, Time};
use causeway_store::Tx;
use causeway_store::listing::{Order, Page, Position};
use causeway_store::transactions::{self, Side, TransactionRecord};
use clap::Args;
use serde::{Deserialize, Serialize};

use super::format::{Format, Line};
use super::pages::{PAGE, pages};
use crate::operator::{Export, Operator, OperatorError, Pieces, PlatformChoice};
use crate::runtime::app::App;

/// Writes all transactions of a period, the oldest first
#[derive(Debug, Clone, Args, Serialize, Deserialize)]
pub struct Transactions {
    /// How it is written
    #[arg(long, value_enum, default_value_t)]
    #[serde(default)]
    format: Format,
    /// Only those created at this instant or later, as 2025-10-03T00:00:00Z
    #[arg(long)]
    #[serde(default)]
    from: Option<Time>,
    /// Only those created at this instant or earlier
    #[arg(long)]
    #[serde(default)]
    to: Option<Time>,
    /// Goes on behind the line with this cursor, without headings
    #[arg(long, value_name = "CURSOR")]
    #[serde(default)]
    after: Option<String>,
    #[command(flatten)]
    #[serde(flatten)]
    platform: PlatformChoice,
}

/// Amounts are in smallest units.
#[derive(Debug, Clone, Serialize)]
struct Row {
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
    sent_currency: Option<Currency>,
    received_amount: Option<i64>,
    received_currency: Option<Currency>,
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

impl Line for Row {
    const HEADINGS: &'static [&'static str] = &[
        "cursor",
        "transaction",
        "type",
        "status",
        "direction",
        "customer",
        "platform_customer_id",
        "quote",
        "source",
        "destination",
        "sent_amount",
        "sent_currency",
        "received_amount",
        "received_currency",
        "fees",
        "platform_fees",
        "exchange_rate",
        "rail",
        "reference",
        "description",
        "failure_reason",
        "refund_status",
        "created_at",
        "updated_at",
        "settled_at",
    ];
}

impl Export for Transactions {
    const NOUN: &'static str = "export";
    const VERB: &'static str = "transactions";

    async fn run(self, app: &Arc<App>, operator: &Operator) -> Result<Pieces, OperatorError> {
        let after = self.after.as_deref().map(position).transpose()?;
        let platform = operator.begin_export(app, &self, &self.platform).await?;
        let (from, to) = (self.from, self.to);
        let read = move |tx: &mut Tx<'_>, after: &Option<Position>| {
            let page = Page { after: *after, limit: PAGE, order: Order::Ascending };
            let mut found = transactions::list_between(tx, platform, from, to, &page)?;
            found.truncate(usize::try_from(PAGE).unwrap_or(usize::MAX));
            Ok(found.into_iter().map(|record| (Some(record.position()), Row::from(record))).collect())
        };
        Ok(pages(app, self.format, after.map(Some), read))
    }
}

impl From<TransactionRecord> for Row {
    fn from(record: TransactionRecord) -> Self {
        let doc = record.doc;
        let minor = |amount: Option<Amount>| amount.map(|amount| amount.minor);
        let currency = |amount: Option<Amount>| amount.map(|amount| amount.currency);
        Self {
            cursor: format!("{}/{}", record.created_at, record.id),
            transaction: record.id,
            r#type: record.kind.as_str(),
            status: record.status.as_str(),
            direction: doc.direction.as_str(),
            customer: record.customer,
            platform_customer_id: record.platform_customer_id,
            quote: record.quote,
            source: account(&doc.source),
            destination: account(&doc.destination),
            sent_amount: minor(doc.sent),
            sent_currency: currency(doc.sent),
            received_amount: minor(doc.received),
            received_currency: currency(doc.received),
            fees: doc.fees,
            platform_fees: doc.platform_fees,
            exchange_rate: doc.exchange_rate.map(|rate| rate.to_string()),
            rail: doc.rail.map(|chosen| chosen.rail.to_string()),
            reference: record.reference,
            description: doc.description,
            failure_reason: doc.failure.map(|reason| reason.to_string()),
            refund_status: doc.refund.map(|refund| refund.status.to_string()),
            created_at: record.created_at,
            updated_at: record.updated_at,
            settled_at: doc.settled_at,
        }
    }
}

fn account(side: &Side) -> Option<String> {
    match side {
        Side::Account { account, .. } => Some(account.to_string()),
        Side::Funding { .. } => None,
    }
}

/// The place in the list that a cursor names: instant and id of a line.
fn position(cursor: &str) -> Result<Position, OperatorError> {
    let parts = cursor.split_once('/');
    let read = parts.and_then(|(at, id)| {
        Some(Position { at: at.parse().ok()?, id: TransactionId::from_str(id).ok()?.uuid() })
    });
    read.ok_or_else(|| {
        OperatorError::invalid(format!("{cursor} is no cursor of this export"))
            .remedy("take the first column of the last line that came")
    })
}

#[cfg(test)]
mod tests {
    use causeway_domain::transactions::{Direction, TransactionStatus, TransactionType};
    use causeway_store::transactions::TransactionDoc;
    use uuid::Uuid;

    use super::*;

    fn record() -> TransactionRecord {
        let side = Side::Funding { customer: None, currency: Currency::USD };
        TransactionRecord {
            id: TransactionId::from_uuid(Uuid::from_u128(7)),
            kind: TransactionType::Incoming,
            status: TransactionStatus::Completed,
            customer: None,
            platform_customer_id: "p".to_owned(),
            recipient: None,
            quote: None,
            reference: None,
            doc: TransactionDoc {
                received: Some(Amount::new(500, Currency::USD)),
                ..TransactionDoc::between(Direction::Credit, side.clone(), side)
            },
            created_at: Time::from_millis(1_700_000_000_123),
            updated_at: Time::from_millis(1_700_000_000_123),
        }
    }

    #[test]
    fn the_headings_are_the_columns() {
        let value = serde_json::to_value(Row::from(record())).unwrap();
        let names: Vec<&str> = value.as_object().unwrap().keys().map(String::as_str).collect();
        assert_eq!(names, Row::HEADINGS);
    }

    #[test]
    fn a_line_is_found_again_by_its_cursor() {
        let record = record();
        let wanted = record.position();
        assert_eq!(position(&Row::from(record).cursor).unwrap(), wanted);
        assert!(position("2025-10-03T00:00:00Z").is_err());
    }
}
