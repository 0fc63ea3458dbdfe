//! Rows of requests that wait for a signature (wallet 3).

use std::fmt::Write as _;

use causeway_domain::ids::{AuthMethodId, InternalAccountId, PlatformId, RequestId, SessionId};
use causeway_domain::wallets::RequestStatus;
use causeway_domain::{Revision, Time};
use causeway_vocabulary::wallets::AuthMethodType;
use serde::{Deserialize, Serialize};
use serde_json::Value as Json;
use sha2::{Digest, Sha256};

use crate::{Error, Row, Tx, Value, params};

/// A request that waits, or waited, for a signature.
#[derive(Debug, Clone, PartialEq)]
pub struct RequestRecord {
    pub id: RequestId,
    /// The signing wallet.
    pub account: InternalAccountId,
    /// Method and path.
    pub scope: String,
    /// Hash of the body in canonical form.
    pub body_hash: Vec<u8>,
    /// Stored status; the end given by `expires_at` applies even if it is not written.
    pub status: RequestStatus,
    /// Number of wrong signatures.
    pub failures: u32,
    /// The exact payload to be signed. It can contain tokens, so a request that has ended keeps only its
    /// SHA-256, and one that has expired keeps none of it.
    pub payload: String,
    /// Data that no query filters by.
    pub doc: RequestDoc,
    /// The session that signed.
    pub session: Option<SessionId>,
    /// Result: the error code of a refusal, or `DONE`.
    pub outcome: Option<String>,
    pub created_at: Time,
    pub updated_at: Revision,
    /// Signatures are refused from this instant on.
    pub expires_at: Time,
}

/// Stored document of a request, version 1.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct RequestDoc {
    pub v: u32,
    /// Type of the affected credential.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub method: Option<AuthMethodType>,
    pub signers: Signers,
    /// Further data that is bound to the first request.
    #[serde(default, skip_serializing_if = "Json::is_null")]
    pub bound: Json,
}

/// The permitted signers of a request (wallet 3.4).
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub enum Signers {
    /// Any active session of the wallet.
    Wallet,
    /// Any active session of one of these wallets.
    Wallets(Vec<InternalAccountId>),
    /// Any active session of the wallet that was opened with a different credential.
    AllBut(AuthMethodId),
    /// This session only.
    Session(SessionId),
    /// This key of this session only.
    SessionKey {
        session: SessionId,
        /// Compressed public key in hexadecimal.
        key: String,
    },
    /// The holder of this private key, given by the compressed public key in hexadecimal.
    Key(String),
    /// No signer: the request is completed in another way.
    Nobody,
}

impl RequestDoc {
    /// Version of newly written documents.
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

pub fn find(tx: &mut Tx<'_>, platform: PlatformId, id: RequestId) -> Result<Option<RequestRecord>, Error> {
    let sql = format!("SELECT {COLUMNS} FROM wallet_request WHERE platform_id = $1 AND request_id = $2");
    tx.query_opt(&sql, params![platform, id], read)
}

/// Returns the open requests of a wallet, newest first.
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

/// Ends an open request with this status and replaces its payload by a hash. A compare-and-set: of two
/// concurrent attempts, one succeeds. Returns `false` if the request was not open.
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
        // Writing to a `String` cannot fail.
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

/// Erases the payloads of up to `limit` expired requests of all platforms, and returns their number.
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

/// Updates the number of wrong signatures.
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

/// Writes the result of a request.
pub fn set_outcome(tx: &mut Tx<'_>, platform: PlatformId, id: RequestId, outcome: &str) -> Result<(), Error> {
    tx.execute(
        "UPDATE wallet_request SET outcome = $3 WHERE platform_id = $1 AND request_id = $2",
        params![platform, id, outcome],
    )
}
