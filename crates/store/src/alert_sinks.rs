//! Rows of receivers of alerts (conventions 2.1, `alert-sink`).

use causeway_domain::Time;
use causeway_domain::alerts::{Severity, SinkChannel};
use causeway_domain::ids::{AlertSinkId, PlatformId};
use uuid::Uuid;

use crate::database::migrations::Dialect;
use crate::{Error, Row, Tx, params};

/// A receiver of alerts.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct AlertSinkRecord {
    pub id: AlertSinkId,
    pub channel: SinkChannel,
    /// The mail address, or the URL of the webhook up to its path.
    pub address: String,
    /// The secret key that holds the whole URL and the signing secret of a webhook.
    pub key: Option<Uuid>,
    /// The least severity of its alerts.
    pub from: Severity,
    /// The only platform of its alerts; `None` for all platforms and the deployment.
    pub platform: Option<PlatformId>,
    /// `true` if it also gets the alerts of sandbox platforms.
    pub has_sandbox: bool,
    /// Wall time since which all notices have failed.
    pub failing_since: Option<Time>,
    pub last_error: Option<String>,
    /// Wall time.
    pub created_at: Time,
}

const COLUMNS: &str = "sink_id, channel, address, key_id, severity, platform_id, has_sandbox, failing_since, \
                       last_error, created_at";

/// The lock of the list of receivers. A new receiver has no row that others could lock. No other advisory lock of
/// the database has the number.
const LOCK: &str = "SELECT CAST(pg_advisory_xact_lock(7112042) AS TEXT) AS held";

/// Locks the list of receivers until the transaction ends. While alerts are announced, no receiver is added or
/// removed, so that none misses an alert or is left with notices.
pub fn lock_list(tx: &mut Tx<'_>) -> Result<(), Error> {
    match tx.dialect() {
        Dialect::Postgres => tx.query(LOCK, &[], |_| Ok(())).map(drop),
        // The only writer has the list to itself.
        Dialect::Sqlite => Ok(()),
    }
}

/// Locks a receiver that is to be removed, after the list.
pub fn lock(tx: &mut Tx<'_>, id: AlertSinkId) -> Result<Option<AlertSinkRecord>, Error> {
    lock_list(tx)?;
    tx.query_opt(
        &format!("SELECT {COLUMNS} FROM alert_sink WHERE sink_id = $1 FOR UPDATE"),
        params![id],
        read,
    )
}

/// Counts the receivers of a platform, or those of no single platform if it is `None`.
pub fn count(tx: &mut Tx<'_>, platform: Option<PlatformId>) -> Result<i64, Error> {
    let sql =
        "SELECT CAST(COUNT(*) AS BIGINT) AS sinks FROM alert_sink WHERE platform_id IS NOT DISTINCT FROM $1";
    tx.query_one(sql, params![platform], |row| row.get("sinks"))
}

/// Inserts a receiver, after locking the list.
pub fn insert(tx: &mut Tx<'_>, sink: &AlertSinkRecord) -> Result<(), Error> {
    lock_list(tx)?;
    tx.execute(
        "INSERT INTO alert_sink (sink_id, channel, address, key_id, severity, platform_id, has_sandbox,
             failing_since, last_error, created_at)
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)",
        params![
            sink.id,
            sink.channel.as_str(),
            &sink.address,
            sink.key,
            sink.from.as_str(),
            sink.platform,
            sink.has_sandbox,
            sink.failing_since,
            sink.last_error.as_deref(),
            sink.created_at,
        ],
    )
}

pub fn find(tx: &mut Tx<'_>, id: AlertSinkId) -> Result<Option<AlertSinkRecord>, Error> {
    tx.query_opt(&format!("SELECT {COLUMNS} FROM alert_sink WHERE sink_id = $1"), params![id], read)
}

/// Returns all receivers, oldest first.
pub fn list(tx: &mut Tx<'_>) -> Result<Vec<AlertSinkRecord>, Error> {
    tx.query(&format!("SELECT {COLUMNS} FROM alert_sink ORDER BY created_at, sink_id"), &[], read)
}

/// Counts the receivers whose last notice has failed.
pub fn count_failing(tx: &mut Tx<'_>) -> Result<i64, Error> {
    let sql = "SELECT CAST(COUNT(failing_since) AS BIGINT) AS failing FROM alert_sink";
    tx.query_one(sql, &[], |row| row.get("failing"))
}

/// Deletes a locked receiver with its notices. Returns `false` if it does not exist.
pub fn delete(tx: &mut Tx<'_>, id: AlertSinkId) -> Result<bool, Error> {
    tx.execute("DELETE FROM alert_notice WHERE sink_id = $1", params![id])?;
    Ok(tx.execute_counted("DELETE FROM alert_sink WHERE sink_id = $1", params![id])? == 1)
}

/// Records that a notice has failed; the first failure after a success begins the failing time.
pub fn record_failure(tx: &mut Tx<'_>, id: AlertSinkId, error: &str) -> Result<(), Error> {
    let now = tx.wall();
    tx.execute(
        "UPDATE alert_sink SET failing_since = COALESCE(failing_since, $2), last_error = $3 WHERE sink_id = $1",
        params![id, now, error],
    )
}

/// Records that a notice was accepted.
pub fn record_success(tx: &mut Tx<'_>, id: AlertSinkId) -> Result<(), Error> {
    tx.execute(
        "UPDATE alert_sink SET failing_since = NULL, last_error = NULL
         WHERE sink_id = $1 AND failing_since IS NOT NULL",
        params![id],
    )
}

fn read(row: &Row<'_>) -> Result<AlertSinkRecord, Error> {
    let channel: String = row.get("channel")?;
    let severity: String = row.get("severity")?;
    Ok(AlertSinkRecord {
        id: row.get("sink_id")?,
        channel: channel.parse().map_err(|_| Error::Data(format!("no channel of alerts: {channel}")))?,
        address: row.get("address")?,
        key: row.get("key_id")?,
        from: severity.parse().map_err(|_| Error::Data(format!("no severity: {severity}")))?,
        platform: row.get("platform_id")?,
        has_sandbox: row.get("has_sandbox")?,
        failing_since: row.get("failing_since")?,
        last_error: row.get("last_error")?,
        created_at: row.get("created_at")?,
    })
}
