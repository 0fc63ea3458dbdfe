//! Rows of post-transaction hooks (uma 8): the reports of both providers about a payment over a foreign
//! settlement layer.

use causeway_domain::Time;
use causeway_domain::ids::{PlatformId, TransactionId};
use serde_json::Value as Json;

use crate::{Error, Row, Tx, Value, params};

/// The hooks of a payment, in both directions.
#[derive(Debug, Clone, PartialEq)]
pub struct UmaHookRecord {
    pub platform: PlatformId,
    pub transaction: TransactionId,
    /// SHA-256 of the token in the callback that the peer was given.
    pub token_hash: Vec<u8>,
    pub peer_domain: String,
    /// The callback that the peer gave; `None` if it wants no report.
    pub peer_callback: Option<String>,
    /// The peer's report; `None` before it.
    pub received: Option<Json>,
    /// Wall time.
    pub received_at: Option<Time>,
    /// Attempts to send the report to the peer.
    pub attempts: i64,
    /// Wall time at which the peer accepted the report.
    pub sent_at: Option<Time>,
}

const COLUMNS: &str = "platform_id, transaction_id, token_hash, peer_domain, peer_callback, received, \
    received_at, attempts, sent_at";

pub fn insert(tx: &mut Tx<'_>, record: &UmaHookRecord) -> Result<(), Error> {
    let received = record.received.as_ref().map_or(Ok(Value::Null), Value::doc)?;
    tx.execute(
        "INSERT INTO uma_hook (platform_id, transaction_id, token_hash, peer_domain, peer_callback, received, \
         received_at, attempts, sent_at) VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9)",
        params![
            record.platform,
            record.transaction,
            &record.token_hash,
            &record.peer_domain,
            record.peer_callback.as_deref(),
            received,
            record.received_at,
            record.attempts,
            record.sent_at,
        ],
    )
}

/// Finds the hooks of a payment.
pub fn find(
    tx: &mut Tx<'_>,
    platform: PlatformId,
    transaction: TransactionId,
) -> Result<Option<UmaHookRecord>, Error> {
    let sql = format!("SELECT {COLUMNS} FROM uma_hook WHERE platform_id = $1 AND transaction_id = $2");
    tx.query_opt(&sql, params![platform, transaction], read)
}

/// Finds the hooks whose callback has this token, on any platform.
pub fn find_by_token(tx: &mut Tx<'_>, token_hash: &[u8]) -> Result<Option<UmaHookRecord>, Error> {
    let sql = format!("/* all platforms */ SELECT {COLUMNS} FROM uma_hook WHERE token_hash = $1");
    tx.query_opt(&sql, params![token_hash], read)
}

/// Records the peer's report. Returns `false` if there is one already, which is kept.
pub fn receive(
    tx: &mut Tx<'_>,
    platform: PlatformId,
    transaction: TransactionId,
    report: &Json,
    at: Time,
) -> Result<bool, Error> {
    let received = tx.execute_counted(
        "UPDATE uma_hook SET received = $3, received_at = $4 \
         WHERE platform_id = $1 AND transaction_id = $2 AND received_at IS NULL",
        params![platform, transaction, Value::doc(report)?, at],
    )?;
    Ok(received == 1)
}

/// Counts an attempt to send the report. `sent_at` is the time at which the peer accepted it, or `None` if
/// the attempt failed.
pub fn record_attempt(
    tx: &mut Tx<'_>,
    platform: PlatformId,
    transaction: TransactionId,
    sent_at: Option<Time>,
) -> Result<(), Error> {
    tx.execute(
        "UPDATE uma_hook SET attempts = attempts + 1, sent_at = COALESCE(sent_at, $3) \
         WHERE platform_id = $1 AND transaction_id = $2",
        params![platform, transaction, sent_at],
    )
}

fn read(row: &Row<'_>) -> Result<UmaHookRecord, Error> {
    Ok(UmaHookRecord {
        platform: row.get("platform_id")?,
        transaction: row.get("transaction_id")?,
        token_hash: row.get("token_hash")?,
        peer_domain: row.get("peer_domain")?,
        peer_callback: row.get("peer_callback")?,
        received: row.json_opt("received")?,
        received_at: row.get("received_at")?,
        attempts: row.get("attempts")?,
        sent_at: row.get("sent_at")?,
    })
}
