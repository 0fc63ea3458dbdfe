//! Rows of issuers' requests to send a code to a cardholder (cards 12, 14): each event once, and its code until it was sent.

use std::time::Duration;

use causeway_domain::Time;
use causeway_domain::contact::ContactChannel;
use causeway_domain::ids::{CardId, PlatformId};

use crate::{Error, Row, Tx, params};

/// A request for a code.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CardCodeRecord {
    /// The issuer's id of it.
    pub event: String,
    /// The card, as the issuer says.
    pub card: CardId,
    /// How the code is to be sent, where the issuer says so.
    pub channel: Option<ContactChannel>,
    /// The code, sealed; none where there is nothing to be sent, or nothing any more.
    pub sealed: Option<Vec<u8>>,
    /// From when on the code cannot be used, on the platform's clock.
    pub expires_at: Time,
    /// When the request came, on the platform's clock.
    pub received_at: Time,
}

/// Stores a request. Look with [`find`] first: of two that come at once, the second begins anew and finds the first.
///
/// # Errors
/// [`Error::Duplicate`] when it is there already; whatever the database refuses.
pub fn insert(tx: &mut Tx<'_>, platform: PlatformId, record: &CardCodeRecord) -> Result<(), Error> {
    let stored_at = tx.wall();
    tx.execute(
        "INSERT INTO card_code (platform_id, event_id, card_id, channel, sealed, expires_at, received_at, stored_at) \
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8)",
        params![
            platform,
            &record.event,
            record.card,
            record.channel.map(|channel| channel.as_str()),
            record.sealed.as_deref(),
            record.expires_at,
            record.received_at,
            stored_at,
        ],
    )
}

/// The request with this id.
///
/// # Errors
/// Whatever the database refuses.
pub fn find(tx: &mut Tx<'_>, platform: PlatformId, event: &str) -> Result<Option<CardCodeRecord>, Error> {
    tx.query_opt(
        "SELECT event_id, card_id, channel, sealed, expires_at, received_at FROM card_code \
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
        sealed: row.get("sealed")?,
        expires_at: row.get("expires_at")?,
        received_at: row.get("received_at")?,
    })
}

/// Forgets the code of a request, which was sent or cannot be used any more.
///
/// # Errors
/// Whatever the database refuses.
pub fn forget_code(tx: &mut Tx<'_>, platform: PlatformId, event: &str) -> Result<(), Error> {
    tx.execute(
        "UPDATE card_code SET sealed = NULL WHERE platform_id = $1 AND event_id = $2",
        params![platform, event],
    )
}

/// Deletes some of the requests that came this long ago; how many.
///
/// # Errors
/// Whatever the database refuses.
pub fn prune(tx: &mut Tx<'_>, kept_for: Duration, limit: u32) -> Result<u64, Error> {
    let before = tx.wall().minus(kept_for);
    tx.execute_counted(
        "DELETE /* all platforms */ FROM card_code WHERE (platform_id, event_id) IN \
         (SELECT platform_id, event_id FROM card_code WHERE stored_at < $1 ORDER BY stored_at LIMIT $2)",
        params![before, limit],
    )
}
