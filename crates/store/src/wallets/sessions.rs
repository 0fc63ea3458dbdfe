//! Rows of wallet sessions (wallet 5).

use causeway_domain::ids::{AuthMethodId, InternalAccountId, PlatformId, SessionId};
use causeway_domain::wallets::SessionStatus;
use causeway_domain::{Revision, Time};
use causeway_vocabulary::wallets::AuthMethodType;
use serde::{Deserialize, Serialize};

use crate::{Error, Row, Tx, Value, params};

/// A session of a wallet.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SessionRecord {
    pub id: SessionId,
    pub account: InternalAccountId,
    /// The credential that opened it.
    pub credential: AuthMethodId,
    /// Stored status; the end given by `expires_at` applies even if it is not written.
    pub status: SessionStatus,
    /// Data that no query filters by.
    pub doc: SessionDoc,
    /// Certificate of the key service.
    pub certificate: String,
    pub created_at: Time,
    pub updated_at: Revision,
    /// The session cannot sign from this instant on.
    pub expires_at: Time,
}

/// Stored document of a session, version 1.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct SessionDoc {
    pub v: u32,
    /// Type of the credential.
    pub method: AuthMethodType,
    /// Nickname of the credential.
    pub nickname: String,
    /// Id of a passkey, in base64url.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub credential_id: Option<String>,
    /// Signing keys: compressed public keys in hexadecimal.
    pub keys: Vec<String>,
}

impl SessionDoc {
    /// Version of newly written documents.
    pub const VERSION: u32 = 1;
}

const COLUMNS: &str =
    "session_id, account_id, credential_id, status, doc, certificate, created_at, updated_at, expires_at";

fn read(row: &Row<'_>) -> Result<SessionRecord, Error> {
    Ok(SessionRecord {
        id: row.get("session_id")?,
        account: row.get("account_id")?,
        credential: row.get("credential_id")?,
        status: row.parsed("status")?,
        doc: row.json("doc")?,
        certificate: row.get("certificate")?,
        created_at: row.get("created_at")?,
        updated_at: row.get("updated_at")?,
        expires_at: row.get("expires_at")?,
    })
}

pub fn insert(tx: &mut Tx<'_>, platform: PlatformId, record: &SessionRecord) -> Result<(), Error> {
    tx.execute(
        "INSERT INTO wallet_session (platform_id, session_id, account_id, credential_id, status, doc, certificate, \
         created_at, updated_at, expires_at) VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)",
        params![
            platform,
            record.id,
            record.account,
            record.credential,
            record.status.as_str(),
            Value::doc(&record.doc)?,
            &record.certificate,
            record.created_at,
            record.updated_at,
            record.expires_at,
        ],
    )
}

/// Finds the session with this id in any status.
pub fn find(tx: &mut Tx<'_>, platform: PlatformId, id: SessionId) -> Result<Option<SessionRecord>, Error> {
    let sql = format!("SELECT {COLUMNS} FROM wallet_session WHERE platform_id = $1 AND session_id = $2");
    tx.query_opt(&sql, params![platform, id], read)
}

/// Returns the sessions of a wallet that are active at `now`, newest first.
pub fn active(
    tx: &mut Tx<'_>,
    platform: PlatformId,
    account: InternalAccountId,
    now: Time,
) -> Result<Vec<SessionRecord>, Error> {
    let sql = format!(
        "SELECT {COLUMNS} FROM wallet_session WHERE platform_id = $1 AND account_id = $2 AND status = 'ACTIVE' \
         AND expires_at > $3 ORDER BY created_at DESC, session_id DESC"
    );
    tx.query(&sql, params![platform, account, now], read)
}

/// Updates the status of a session.
pub fn set_status(
    tx: &mut Tx<'_>,
    platform: PlatformId,
    id: SessionId,
    status: SessionStatus,
    at: Time,
) -> Result<(), Error> {
    tx.execute(
        "UPDATE wallet_session SET status = $3, \
         updated_at = CASE WHEN updated_at < $4 THEN $4 ELSE updated_at + 1 END WHERE platform_id = $1 AND session_id = $2",
        params![platform, id, status.as_str(), at],
    )
}
