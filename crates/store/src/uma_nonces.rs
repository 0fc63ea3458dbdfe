//! Rows of nonces in signed messages of UMA providers (uma 4). They belong to the deployment: no signature
//! covers the platform that a message is for.

use std::time::Duration;

use causeway_domain::Time;

use crate::{Error, Tx, params};

/// Remembers the nonce of a message. Returns `false` if a message of the domain with this nonce and this time
/// was seen before. Callers must commit also if they then refuse the message.
pub fn remember(tx: &mut Tx<'_>, domain: &str, nonce: &str, signed_at: Time) -> Result<bool, Error> {
    let now = tx.wall();
    let inserted = tx.execute_counted(
        "INSERT INTO uma_nonce (domain, nonce, signed_at, seen_at) VALUES ($1, $2, $3, $4)
         ON CONFLICT (domain, nonce, signed_at) DO NOTHING",
        params![domain, nonce, signed_at, now],
    )?;
    Ok(inserted == 1)
}

/// Deletes up to `limit` nonces that are older than `kept_for` in wall time, and returns their number.
pub fn prune(tx: &mut Tx<'_>, kept_for: Duration, limit: u32) -> Result<u64, Error> {
    let before = tx.wall().minus(kept_for);
    tx.execute_counted(
        "DELETE FROM uma_nonce WHERE (domain, nonce, signed_at) IN \
         (SELECT domain, nonce, signed_at FROM uma_nonce WHERE seen_at < $1 ORDER BY seen_at LIMIT $2)",
        params![before, limit],
    )
}
