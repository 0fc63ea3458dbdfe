//! Unrevoked parts of wallets according to their rows, for comparison with the log of revocations.

use causeway_domain::ids::{Id, PlatformId};
use uuid::Uuid;

use crate::{Error, Tx, params};

/// A kind of object that can be revoked permanently.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Revocable {
    Credential,
    Session,
    DelegatedKey,
}

impl Revocable {
    pub const ALL: [Self; 3] = [Self::Credential, Self::Session, Self::DelegatedKey];

    const fn place(self) -> (&'static str, &'static str, &'static str) {
        match self {
            Self::Credential => ("wallet_credential", "credential_id", ""),
            Self::Session => ("wallet_session", "session_id", "AND status = 'ACTIVE'"),
            Self::DelegatedKey => ("delegated_key", "key_id", "AND status = 'ACTIVE'"),
        }
    }
}

/// Returns up to `limit` live objects of a kind after `after`, ordered by platform and id.
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
