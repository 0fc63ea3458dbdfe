//! The log of callers that had a card's number revealed (cards 6). It contains no data that leads to the
//! number.

use causeway_domain::Time;
use causeway_domain::ids::{CardId, CustomerId, PlatformId, TokenId};
use uuid::Uuid;

use crate::{Error, Row, Tx, params};

/// A request for the address at which a card's number is shown.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CardReveal {
    pub id: Uuid,
    pub card: CardId,
    /// The API token that made the request.
    pub token: TokenId,
    /// The caller's network address, if known.
    pub address: Option<String>,
    /// On the platform's clock.
    pub at: Time,
}

/// Logs a request. The caller holds the lock of the card.
pub fn insert(tx: &mut Tx<'_>, platform: PlatformId, reveal: &CardReveal) -> Result<(), Error> {
    tx.execute(
        "INSERT INTO card_reveal (platform_id, reveal_id, card_id, token_id, address, revealed_at) \
         VALUES ($1, $2, $3, $4, $5, $6)",
        params![platform, reveal.id, reveal.card, reveal.token, reveal.address.as_deref(), reveal.at],
    )
}

/// Returns the latest reveals of a card, newest first.
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

/// Returns up to `limit` reveals of all cards of a customer behind a reveal, ordered by their ids.
pub fn of_customer(
    tx: &mut Tx<'_>,
    platform: PlatformId,
    customer: CustomerId,
    after: Option<Uuid>,
    limit: u32,
) -> Result<Vec<CardReveal>, Error> {
    tx.query(
        "SELECT r.reveal_id, r.card_id, r.token_id, r.address, r.revealed_at FROM card c \
         JOIN card_reveal r ON r.platform_id = c.platform_id AND r.card_id = c.card_id \
         WHERE c.platform_id = $1 AND c.customer_id = $2 AND ($3 OR r.reveal_id > $4) \
         ORDER BY r.reveal_id LIMIT $5",
        params![platform, customer, after.is_none(), after, limit],
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
