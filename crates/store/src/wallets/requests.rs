//! Requests that wait for a signature (wallet 3).

use causeway_domain::Time;
use causeway_domain::ids::{AuthMethodId, InternalAccountId, PlatformId, RequestId, SessionId};
use causeway_domain::wallets::RequestStatus;
use causeway_vocabulary::wallets::AuthMethodType;
use serde::{Deserialize, Serialize};
use serde_json::Value as Json;

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
    /// What is to be signed, to the byte.
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
    pub updated_at: Time,
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

/// Ends an open request with this status: by one compare-and-set, so that of two who try one succeeds.
///
/// # Errors
/// Those of the database.
pub fn end(
    tx: &mut Tx<'_>,
    platform: PlatformId,
    id: RequestId,
    status: RequestStatus,
    session: Option<SessionId>,
    at: Time,
) -> Result<bool, Error> {
    let ended = tx.execute_counted(
        "UPDATE wallet_request SET status = $3, session_id = $4, updated_at = $5 \
         WHERE platform_id = $1 AND request_id = $2 AND status = 'OPEN'",
        params![platform, id, status.as_str(), session, at],
    )?;
    Ok(ended == 1)
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
        "UPDATE wallet_request SET failures = $3, updated_at = $4 WHERE platform_id = $1 AND request_id = $2",
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
