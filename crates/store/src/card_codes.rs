//! Rows of issuers' requests to send a code to a cardholder (cards 12, 14): one row per event, with the code
//! until it is sent.

use std::time::Duration;

use causeway_domain::Time;
use causeway_domain::contact::ContactChannel;
use causeway_domain::ids::{CardId, PlatformId};

use crate::{Error, Row, Tx, params};

/// An issuer's request to send a code.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CardCodeRecord {
    /// The issuer's id of the request.
    pub event: String,
    /// The card named by the issuer.
    pub card: CardId,
    /// The channel requested by the issuer; `None` if unspecified.
    pub channel: Option<ContactChannel>,
    /// The encrypted code; `None` if there is no code to send, or once it was sent or has expired.
    pub encrypted: Option<Vec<u8>>,
    /// Expiry of the code, on the platform's clock.
    pub expires_at: Time,
    /// On the platform's clock.
    pub received_at: Time,
}

/// Inserts a request. Callers use [`find`] first: of two concurrent requests, the second is rerun and finds
/// the first.
///
/// # Errors
/// [`Error::Duplicate`] if the request exists already.
pub fn insert(tx: &mut Tx<'_>, platform: PlatformId, record: &CardCodeRecord) -> Result<(), Error> {
    let stored_at = tx.wall();
    tx.execute(
        "INSERT INTO card_code (platform_id, event_id, card_id, channel, encrypted, expires_at, received_at, \
         stored_at) VALUES ($1, $2, $3, $4, $5, $6, $7, $8)",
        params![
            platform,
            &record.event,
            record.card,
            record.channel.map(|channel| channel.as_str()),
            record.encrypted.as_deref(),
            record.expires_at,
            record.received_at,
            stored_at,
        ],
    )
}

pub fn find(tx: &mut Tx<'_>, platform: PlatformId, event: &str) -> Result<Option<CardCodeRecord>, Error> {
    tx.query_opt(
        "SELECT event_id, card_id, channel, encrypted, expires_at, received_at FROM card_code \
         WHERE platform_id = $1 AND event_id = $2",
        params![platform, event],
        read,
    )
}

fn read(row: &Row<'_>) -> Result<CardCodeRecord, Error> {
    let channel: Option<String> = row.get("channel")?;
    let channel = channel.map(|channel| channel.parse::<ContactChannel>()).transpose();
    Ok(CardCodeRecord {
        event: row.get("event_id")?,
        card: row.get("card_id")?,
        channel: channel.map_err(|_| Error::Data("column channel: not a channel".to_owned()))?,
        encrypted: row.get("encrypted")?,
        expires_at: row.get("expires_at")?,
        received_at: row.get("received_at")?,
    })
}

/// Deletes the code of a request once it was sent or has expired.
pub fn forget_code(tx: &mut Tx<'_>, platform: PlatformId, event: &str) -> Result<(), Error> {
    tx.execute(
        "UPDATE card_code SET encrypted = NULL WHERE platform_id = $1 AND event_id = $2",
        params![platform, event],
    )
}

/// Deletes up to `limit` requests that are older than `kept_for` in wall time, and returns their number.
pub fn prune(tx: &mut Tx<'_>, kept_for: Duration, limit: u32) -> Result<u64, Error> {
    let before = tx.wall().minus(kept_for);
    tx.execute_counted(
        "DELETE /* all platforms */ FROM card_code WHERE (platform_id, event_id) IN \
         (SELECT platform_id, event_id FROM card_code WHERE stored_at < $1 ORDER BY stored_at LIMIT $2)",
        params![before, limit],
    )
}
