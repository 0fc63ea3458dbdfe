//! Data of the simulated issuer: the pages on which it shows card numbers (cards 6), by hashes of their
//! tokens.

use std::time::Duration;

use causeway_domain::Time;
use causeway_domain::ids::{CardId, PlatformId};

use crate::{Error, Row, Tx, params};

/// A page that shows the number of a card.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CardPage {
    pub platform: PlatformId,
    /// SHA-256 of the page's token.
    pub token_hash: Vec<u8>,
    pub card: CardId,
    /// Expiry of the page, on the platform's clock.
    pub expires_at: Time,
}

pub fn insert_page(tx: &mut Tx<'_>, page: &CardPage) -> Result<(), Error> {
    tx.execute(
        "INSERT INTO sandbox_card_page (platform_id, token_hash, card_id, expires_at) VALUES ($1, $2, $3, $4)",
        params![page.platform, page.token_hash.as_slice(), page.card, page.expires_at],
    )
}

/// Finds the page of a token on any platform: the visitor has no other credentials.
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

/// Deletes up to `limit` pages that expired more than `kept_for` ago in wall time, and returns their number.
pub fn prune_pages(tx: &mut Tx<'_>, kept_for: Duration, limit: u32) -> Result<u64, Error> {
    let before = tx.wall().minus(kept_for);
    tx.execute_counted(
        "DELETE /* all platforms */ FROM sandbox_card_page WHERE token_hash IN \
         (SELECT token_hash FROM sandbox_card_page WHERE expires_at < $1 ORDER BY expires_at LIMIT $2)",
        params![before, limit],
    )
}
