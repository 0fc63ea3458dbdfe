//! Rows of events reported by issuers (cards 14): each is stored once, before it is applied, with its number
//! within its transaction.

use causeway_domain::Time;
use causeway_domain::ids::{CardTransactionId, PlatformId};
use serde_json::Value as Json;

use crate::{Error, Row, Tx, Value, params};

/// An event of an issuer.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct EventRecord {
    /// The issuer's id of the event.
    pub event: String,
    /// The issuer's id of the transaction.
    pub token: String,
    /// Type and amounts of the event.
    pub doc: Json,
    /// The transaction to which the event was applied, and the number of the event within it; `None` if it
    /// was refused.
    pub applied: Option<(CardTransactionId, u32)>,
    pub received_at: Time,
}

/// Inserts an event. Callers use [`find_event`] first: of two concurrent deliveries, the second is rerun and
/// finds the first.
///
/// # Errors
/// [`Error::Duplicate`] if the event exists already.
pub fn insert_event(tx: &mut Tx<'_>, platform: PlatformId, record: &EventRecord) -> Result<(), Error> {
    let (transaction, number) = record.applied.unzip();
    tx.execute(
        "INSERT INTO card_event (platform_id, event_id, issuer_token, transaction_id, number, doc, received_at) \
         VALUES ($1, $2, $3, $4, $5, $6, $7)",
        params![
            platform,
            &record.event,
            &record.token,
            transaction,
            number.map(i64::from),
            Value::Json(record.doc.to_string().into()),
            record.received_at,
        ],
    )
}

pub fn find_event(tx: &mut Tx<'_>, platform: PlatformId, event: &str) -> Result<Option<EventRecord>, Error> {
    tx.query_opt(
        "SELECT event_id, issuer_token, transaction_id, number, doc, received_at FROM card_event \
         WHERE platform_id = $1 AND event_id = $2",
        params![platform, event],
        read,
    )
}

/// Returns up to `limit` events that were applied to a transaction, in order.
pub fn events_of(
    tx: &mut Tx<'_>,
    platform: PlatformId,
    transaction: CardTransactionId,
    limit: u32,
) -> Result<Vec<EventRecord>, Error> {
    tx.query(
        "SELECT event_id, issuer_token, transaction_id, number, doc, received_at FROM card_event \
         WHERE platform_id = $1 AND transaction_id = $2 ORDER BY number LIMIT $3",
        params![platform, transaction, limit],
        read,
    )
}

fn read(row: &Row<'_>) -> Result<EventRecord, Error> {
    let transaction: Option<CardTransactionId> = row.get("transaction_id")?;
    let number: Option<i64> = row.get("number")?;
    let number = number.and_then(|number| u32::try_from(number).ok());
    Ok(EventRecord {
        event: row.get("event_id")?,
        token: row.get("issuer_token")?,
        doc: row.json("doc")?,
        applied: transaction.zip(number),
        received_at: row.get("received_at")?,
    })
}
