//! Rows of what issuers have reported (cards 14): each event once, stored before it is applied, and in the order of its
//! transaction.

use causeway_domain::Time;
use causeway_domain::ids::{CardTransactionId, PlatformId};
use serde_json::Value as Json;

use crate::{Error, Tx, Value, params};

/// An event of an issuer.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct EventRecord {
    /// The issuer's id of it.
    pub event: String,
    /// What the issuer calls the transaction.
    pub token: String,
    /// What it is, with its amounts.
    pub doc: Json,
    /// The transaction that it was applied to, and the how many-th of its events it is; none where it was refused.
    pub applied: Option<(CardTransactionId, u32)>,
    /// When it came.
    pub received_at: Time,
}

/// Stores an event. Look with [`find_event`] first: of two that come at once, the second begins anew and finds the first.
///
/// # Errors
/// [`Error::Duplicate`] when it is there already; whatever the database refuses.
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

/// The event with this id.
///
/// # Errors
/// Whatever the database refuses.
pub fn find_event(tx: &mut Tx<'_>, platform: PlatformId, event: &str) -> Result<Option<EventRecord>, Error> {
    tx.query_opt(
        "SELECT event_id, issuer_token, transaction_id, number, doc, received_at FROM card_event \
         WHERE platform_id = $1 AND event_id = $2",
        params![platform, event],
        |row| {
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
        },
    )
}
