//! What the simulated issuer remembers: the pages on which it shows numbers of cards (cards 6), by hashes of their tokens.

use std::time::Duration;

use causeway_domain::Time;
use causeway_domain::ids::{CardId, PlatformId};

use crate::{Error, Row, Tx, params};

/// A page that shows the number of a card.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CardPage {
    /// The platform.
    pub platform: PlatformId,
    /// The SHA-256 of its token.
    pub token_hash: Vec<u8>,
    /// The card.
    pub card: CardId,
    /// From when on it shows nothing, on the platform's clock.
    pub expires_at: Time,
}

/// Remembers a page.
///
/// # Errors
/// Those of the database.
pub fn insert_page(tx: &mut Tx<'_>, page: &CardPage) -> Result<(), Error> {
    tx.execute(
        "INSERT INTO sandbox_card_page (platform_id, token_hash, card_id, expires_at) VALUES ($1, $2, $3, $4)",
        params![page.platform, page.token_hash.as_slice(), page.card, page.expires_at],
    )
}

/// The page of a token, of whichever platform: who opens it has no other credentials.
///
/// # Errors
/// Those of the database.
pub fn find_page(tx: &mut Tx<'_>, token_hash: &[u8]) -> Result<Option<CardPage>, Error> {
    let sql = "SELECT /* all platforms */ platform_id, token_hash, card_id, expires_at FROM sandbox_card_page \
               WHERE token_hash = $1";
    tx.query_opt(sql, params![token_hash], |row: &Row<'_>| {
        Ok(CardPage {
            platform: row.get("platform_id")?,
            token_hash: row.get("token_hash")?,
            card: row.get("card_id")?,
            expires_at: row.get("expires_at")?,
        })
    })
}

/// Forgets some of the pages that expired this long ago; how many.
///
/// # Errors
/// Those of the database.
pub fn prune_pages(tx: &mut Tx<'_>, kept_for: Duration, limit: u32) -> Result<u64, Error> {
    let before = tx.wall().minus(kept_for);
    tx.execute_counted(
        "DELETE /* all platforms */ FROM sandbox_card_page WHERE token_hash IN \
         (SELECT token_hash FROM sandbox_card_page WHERE expires_at < $1 ORDER BY expires_at LIMIT $2)",
        params![before, limit],
    )
}
