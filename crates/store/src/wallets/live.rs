//! What counts of wallets by its row, for comparing it with what was revoked for good.

use causeway_domain::ids::{Id, PlatformId};
use uuid::Uuid;

use crate::{Error, Tx, params};

/// What can be revoked for good.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Revocable {
    /// Credentials.
    Credential,
    /// Sessions.
    Session,
    /// Delegated keys.
    DelegatedKey,
}

impl Revocable {
    /// All of them.
    pub const ALL: [Self; 3] = [Self::Credential, Self::Session, Self::DelegatedKey];

    const fn place(self) -> (&'static str, &'static str, &'static str) {
        match self {
            Self::Credential => ("wallet_credential", "credential_id", ""),
            Self::Session => ("wallet_session", "session_id", "AND status = 'ACTIVE'"),
            Self::DelegatedKey => ("delegated_key", "key_id", "AND status = 'ACTIVE'"),
        }
    }
}

/// Returns what counts of a kind behind a key, in the order of platforms and ids.
///
/// # Errors
/// Those of the database.
pub fn live_after(
    tx: &mut Tx<'_>,
    kind: Revocable,
    after: Option<(PlatformId, Uuid)>,
    limit: i64,
) -> Result<Vec<(PlatformId, Uuid)>, Error> {
    let (table, key, live) = kind.place();
    let (platform, id) = after.map_or((Uuid::nil(), Uuid::nil()), |(platform, id)| (platform.uuid(), id));
    let sql = format!(
        "SELECT platform_id, {key} AS id FROM {table} /* all platforms */
         WHERE (platform_id, {key}) > ($1, $2) {live} ORDER BY platform_id, {key} LIMIT $3"
    );
    tx.query(&sql, params![platform, id, limit], |row| Ok((row.get("platform_id")?, row.get("id")?)))
}
