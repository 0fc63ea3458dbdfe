//! Requests that wait for a signature (wallet 3).

use std::fmt::Write as _;

use causeway_domain::ids::{AuthMethodId, InternalAccountId, PlatformId, RequestId, SessionId};
use causeway_domain::wallets::RequestStatus;
use causeway_domain::{Revision, Time};
use causeway_vocabulary::wallets::AuthMethodType;
use serde::{Deserialize, Serialize};
use serde_json::Value as Json;
use sha2::{Digest, Sha256};

use crate::{Error, Row, Tx, Value, params};

/// A request.
#[derive(Debug, Clone, PartialEq)]
pub struct RequestRecord {
    /// Its id.
    pub id: RequestId,
    /// The wallet that signs.
    pub account: InternalAccountId,
    /// Method and path.
    pub scope: String,
    /// The hash of the body in canonical form.
    pub body_hash: Vec<u8>,
    /// Where it stands, as last written: its end counts from `expires_at`, written or not.
    pub status: RequestStatus,
    /// How often a signature was wrong.
    pub failures: u32,
    /// What is to be signed, to the byte. It may hold tokens: of a request that has ended only its SHA-256 is kept, of one
    /// that has expired nothing.
    pub payload: String,
    /// What is not looked up by.
    pub doc: RequestDoc,
    /// The session that has signed.
    pub session: Option<SessionId>,
    /// What came of it: the code of a refusal, or `DONE`.
    pub outcome: Option<String>,
    /// When it was made.
    pub created_at: Time,
    /// When it last changed.
    pub updated_at: Revision,
    /// From when on it is not taken.
    pub expires_at: Time,
}

/// The document of a request, version 1.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct RequestDoc {
    /// Version of this document's form.
    pub v: u32,
    /// The kind of credential that it is about.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub method: Option<AuthMethodType>,
    /// Who may sign.
    pub signers: Signers,
    /// What else was agreed on with the first request.
    #[serde(default, skip_serializing_if = "Json::is_null")]
    pub bound: Json,
}

/// Who may sign a request (wallet 3.4).
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub enum Signers {
    /// Any active session of the wallet.
    Wallet,
    /// Any active session of one of these wallets.
    Wallets(Vec<InternalAccountId>),
    /// Any active session of the wallet that another credential than this one has opened.
    AllBut(AuthMethodId),
    /// This session alone.
    Session(SessionId),
    /// This key of this session alone.
    SessionKey {
        /// The session.
        session: SessionId,
        /// The key: compressed, in hexadecimal digits.
        key: String,
    },
    /// Whoever has the private half of this key: compressed, in hexadecimal digits.
    Key(String),
    /// Nobody: it is answered otherwise.
    Nobody,
}

impl RequestDoc {
    /// The version that is written.
    pub const VERSION: u32 = 1;
}

const COLUMNS: &str = "request_id, account_id, scope, body_hash, status, failures, payload, doc, session_id, outcome, \
                       created_at, updated_at, expires_at";

fn read(row: &Row<'_>) -> Result<RequestRecord, Error> {
    Ok(RequestRecord {
        id: row.get("request_id")?,
        account: row.get("account_id")?,
        scope: row.get("scope")?,
        body_hash: row.get("body_hash")?,
        status: row.parsed("status")?,
        failures: row.get("failures")?,
        payload: row.get("payload")?,
        doc: row.json("doc")?,
        session: row.get("session_id")?,
        outcome: row.get("outcome")?,
        created_at: row.get("created_at")?,
        updated_at: row.get("updated_at")?,
        expires_at: row.get("expires_at")?,
    })
}

/// Stores a new request.
///
/// # Errors
/// Those of the database.
pub fn insert(tx: &mut Tx<'_>, platform: PlatformId, record: &RequestRecord) -> Result<(), Error> {
    tx.execute(
        "INSERT INTO wallet_request (platform_id, request_id, account_id, scope, body_hash, status, failures, payload, \
         doc, session_id, outcome, created_at, updated_at, expires_at) \
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14)",
        params![
            platform,
            record.id,
            record.account,
            &record.scope,
            &record.body_hash,
            record.status.as_str(),
            record.failures,
            &record.payload,
            Value::doc(&record.doc)?,
            record.session,
            record.outcome.as_deref(),
            record.created_at,
            record.updated_at,
            record.expires_at,
        ],
    )
}

/// The request with this id.
///
/// # Errors
/// Those of the database.
pub fn find(tx: &mut Tx<'_>, platform: PlatformId, id: RequestId) -> Result<Option<RequestRecord>, Error> {
    let sql = format!("SELECT {COLUMNS} FROM wallet_request WHERE platform_id = $1 AND request_id = $2");
    tx.query_opt(&sql, params![platform, id], read)
}

/// The open requests of a wallet, newest first.
///
/// # Errors
/// Those of the database.
pub fn open(
    tx: &mut Tx<'_>,
    platform: PlatformId,
    account: InternalAccountId,
    now: Time,
) -> Result<Vec<RequestRecord>, Error> {
    let sql = format!(
        "SELECT {COLUMNS} FROM wallet_request WHERE platform_id = $1 AND account_id = $2 AND status = 'OPEN' \
         AND expires_at > $3 ORDER BY created_at DESC, request_id DESC"
    );
    tx.query(&sql, params![platform, account, now], read)
}

/// Ends an open request with this status: by one compare-and-set, so that of two who try one succeeds. Its payload is
/// replaced by a hash.
///
/// # Errors
/// Those of the database.
pub fn end(
    tx: &mut Tx<'_>,
    platform: PlatformId,
    request: &RequestRecord,
    status: RequestStatus,
    session: Option<SessionId>,
    at: Time,
) -> Result<bool, Error> {
    let mut hash = String::new();
    for byte in Sha256::digest(&request.payload) {
        // Writing to a text cannot fail.
        let _ = write!(hash, "{byte:02x}");
    }
    let ended = tx.execute_counted(
        "UPDATE wallet_request SET status = $3, session_id = $4, payload = $6, \
         updated_at = CASE WHEN updated_at < $5 THEN $5 ELSE updated_at + 1 END \
         WHERE platform_id = $1 AND request_id = $2 AND status = 'OPEN'",
        params![platform, request.id, status.as_str(), session, at, hash],
    )?;
    Ok(ended == 1)
}

/// Empties the payloads of some requests of all platforms that have expired; returns how many.
///
/// # Errors
/// Those of the database.
pub fn forget_expired(tx: &mut Tx<'_>, limit: u32) -> Result<u64, Error> {
    let now = tx.wall();
    tx.execute_counted(
        "UPDATE wallet_request SET payload = '' WHERE (platform_id, request_id) IN
             (SELECT request.platform_id, request.request_id FROM platform
              JOIN wallet_request request ON request.platform_id = platform.platform_id
                  AND request.status = 'OPEN' AND request.payload <> ''
                  AND request.expires_at <= COALESCE(platform.frozen_at, $1 + platform.lead_millis)
              LIMIT $2)",
        params![now, limit],
    )
}

/// Writes how often a signature was wrong.
///
/// # Errors
/// Those of the database.
pub fn set_failures(
    tx: &mut Tx<'_>,
    platform: PlatformId,
    id: RequestId,
    failures: u32,
    at: Time,
) -> Result<(), Error> {
    tx.execute(
        "UPDATE wallet_request SET failures = $3, \
         updated_at = CASE WHEN updated_at < $4 THEN $4 ELSE updated_at + 1 END WHERE platform_id = $1 AND request_id = $2",
        params![platform, id, failures, at],
    )
}

/// Writes what came of a request.
///
/// # Errors
/// Those of the database.
pub fn set_outcome(tx: &mut Tx<'_>, platform: PlatformId, id: RequestId, outcome: &str) -> Result<(), Error> {
    tx.execute(
        "UPDATE wallet_request SET outcome = $3 WHERE platform_id = $1 AND request_id = $2",
        params![platform, id, outcome],
    )
}
