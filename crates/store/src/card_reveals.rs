//! The log of who has had the number of a card shown (cards 6). Nothing that leads to the number stands in it.

use causeway_domain::Time;
use causeway_domain::ids::{CardId, PlatformId, TokenId};
use uuid::Uuid;

use crate::{Error, Row, Tx, params};

/// An address of a card's number that was asked for.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CardReveal {
    /// Its own id.
    pub id: Uuid,
    /// The card.
    pub card: CardId,
    /// The token that has asked.
    pub token: TokenId,
    /// The network address that it came from, as far as that is known.
    pub address: Option<String>,
    /// When, on the platform's clock.
    pub at: Time,
}

/// Logs that an address is asked for. The card is locked.
///
/// # Errors
/// Those of the database.
pub fn insert(tx: &mut Tx<'_>, platform: PlatformId, reveal: &CardReveal) -> Result<(), Error> {
    tx.execute(
        "INSERT INTO card_reveal (platform_id, reveal_id, card_id, token_id, address, revealed_at) \
         VALUES ($1, $2, $3, $4, $5, $6)",
        params![platform, reveal.id, reveal.card, reveal.token, reveal.address.as_deref(), reveal.at],
    )
}

/// The latest reveals of a card, newest first.
///
/// # Errors
/// Those of the database.
pub fn latest(
    tx: &mut Tx<'_>,
    platform: PlatformId,
    card: CardId,
    limit: i64,
) -> Result<Vec<CardReveal>, Error> {
    tx.query(
        "SELECT reveal_id, card_id, token_id, address, revealed_at FROM card_reveal \
         WHERE platform_id = $1 AND card_id = $2 ORDER BY revealed_at DESC, reveal_id DESC LIMIT $3",
        params![platform, card, limit],
        read,
    )
}

fn read(row: &Row<'_>) -> Result<CardReveal, Error> {
    Ok(CardReveal {
        id: row.get("reveal_id")?,
        card: row.get("card_id")?,
        token: row.get("token_id")?,
        address: row.get("address")?,
        at: row.get("revealed_at")?,
    })
}
