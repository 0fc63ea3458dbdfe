//! Messages that were rendered for sandbox platforms instead of being sent (conventions 2.2). They belong to
//! a simulated partner, not to the service. Their content is encrypted.

use std::time::Duration;

use causeway_domain::Time;
use causeway_domain::ids::PlatformId;
use uuid::Uuid;

use crate::listing::Position;
use crate::{Error, Row, Tx, params};

/// A rendered message.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SandboxMessage {
    pub id: Uuid,
    /// The complete message, encrypted.
    pub encrypted: Vec<u8>,
    /// On the platform's clock.
    pub rendered_at: Time,
}

pub fn insert(tx: &mut Tx<'_>, platform: PlatformId, message: &SandboxMessage) -> Result<(), Error> {
    let stored_at = tx.wall();
    tx.execute(
        "INSERT INTO sandbox_message (platform_id, message_id, encrypted, rendered_at, stored_at) \
         VALUES ($1, $2, $3, $4, $5)",
        params![platform, message.id, message.encrypted.as_slice(), message.rendered_at, stored_at],
    )
}

/// Returns the list position of a message. Messages are ordered by wall time, because platforms' clocks can
/// be frozen.
pub fn position(tx: &mut Tx<'_>, platform: PlatformId, id: Uuid) -> Result<Option<Position>, Error> {
    tx.query_opt(
        "SELECT stored_at FROM sandbox_message WHERE platform_id = $1 AND message_id = $2",
        params![platform, id],
        |row| Ok(Position { at: row.get("stored_at")?, id }),
    )
}

/// Returns the latest messages of a platform, or the latest before a position, newest first.
pub fn list(
    tx: &mut Tx<'_>,
    platform: PlatformId,
    before: Option<Position>,
    limit: u32,
) -> Result<Vec<SandboxMessage>, Error> {
    let before = before.unwrap_or(Position { at: Time::from_millis(i64::MAX), id: Uuid::max() });
    tx.query(
        "SELECT message_id, encrypted, rendered_at FROM sandbox_message \
         WHERE platform_id = $1 AND (stored_at, message_id) < ($2, $3) \
         ORDER BY stored_at DESC, message_id DESC LIMIT $4",
        params![platform, before.at, before.id, limit],
        |row: &Row<'_>| {
            Ok(SandboxMessage {
                id: row.get("message_id")?,
                encrypted: row.get("encrypted")?,
                rendered_at: row.get("rendered_at")?,
            })
        },
    )
}

/// Deletes up to `limit` messages older than `kept_for`, and returns their number.
pub fn prune(tx: &mut Tx<'_>, kept_for: Duration, limit: u32) -> Result<u64, Error> {
    let before = tx.wall().minus(kept_for);
    tx.execute_counted(
        "DELETE /* all platforms */ FROM sandbox_message WHERE (platform_id, message_id) IN \
         (SELECT platform_id, message_id FROM sandbox_message WHERE stored_at < $1 ORDER BY stored_at LIMIT $2)",
        params![before, limit],
    )
}
