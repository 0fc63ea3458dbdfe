//! Rows of notices: the next notice of an alert to a receiver. All times are wall time: alerts do not wait for
//! the clock of a platform.

use std::time::Duration;

use causeway_domain::Time;
use causeway_domain::alerts::NoticeKind;
use causeway_domain::ids::{AlertId, AlertSinkId, PlatformId};
use uuid::Uuid;

use crate::alerts::{self, AlertRecord};
use crate::database::lease::{HELD, Lease};
use crate::{Error, Row, Tx, alert_sinks, params};

/// The next notice of an alert to a receiver.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct NoticeRecord {
    pub alert: AlertId,
    pub sink: AlertSinkId,
    pub what: NoticeKind,
    /// `None` if no notice follows before the alert is closed, or at all if it is closed.
    pub due_at: Option<Time>,
    /// Attempts since the last accepted notice.
    pub attempts: u32,
    /// End of the claim.
    pub lease_until: Option<Time>,
    /// Number of accepted notices.
    pub accepted: u32,
    /// Time of the last accepted notice.
    pub accepted_at: Option<Time>,
}

/// The outcome of a claimed notice.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum NoticeOutcome {
    /// The receiver has accepted it; the next one is due then.
    Accepted { next: NoticeKind, due_at: Option<Time> },
    /// It was not accepted.
    Failed { due_at: Time },
}

const COLUMNS: &str = "alert_id, sink_id, what, due_at, attempts, lease_until, accepted, accepted_at";

/// Returns `true` if there is something to do: alerts that were raised or closed, or due rows that are not claimed.
pub fn is_pending(tx: &mut Tx<'_>) -> Result<bool, Error> {
    let now = tx.wall();
    let found: i64 = tx.query_one(
        "SELECT (SELECT COUNT(*) FROM (SELECT 1 FROM alert WHERE announced_at IS NULL LIMIT 1) unannounced)
             + (SELECT COUNT(*) FROM (SELECT 1 FROM alert_notice
                WHERE due_at <= $1 AND (lease_until IS NULL OR lease_until <= $1) LIMIT 1) due) AS found",
        params![now],
        |row| row.get("found"),
    )?;
    Ok(found > 0)
}

/// Locks the list of receivers, and the alerts that were raised or closed since their rows of notices were made, the
/// oldest first, up to `limit`. Alerts that are being closed at the moment are left out.
pub fn lock_unannounced(tx: &mut Tx<'_>, limit: u32) -> Result<Vec<AlertRecord>, Error> {
    alert_sinks::lock_list(tx)?;
    let sql = format!(
        "SELECT {} FROM alert WHERE announced_at IS NULL ORDER BY raised_at, alert_id LIMIT $1
         FOR UPDATE SKIP LOCKED",
        alerts::COLUMNS
    );
    tx.query(&sql, params![limit], alerts::read)
}

/// Records that a locked alert has its rows of notices.
pub fn set_announced(tx: &mut Tx<'_>, alert: AlertId) -> Result<(), Error> {
    let now = tx.wall();
    tx.execute("UPDATE alert SET announced_at = $2 WHERE alert_id = $1", params![alert, now])
}

/// Adds the first notice of an alert to a receiver, unless there is one.
pub fn insert(tx: &mut Tx<'_>, alert: AlertId, sink: AlertSinkId, due_at: Time) -> Result<(), Error> {
    tx.execute(
        "INSERT INTO alert_notice (alert_id, sink_id, what, due_at, attempts, accepted)
         VALUES ($1, $2, $3, $4, 0, 0) ON CONFLICT (alert_id, sink_id) DO NOTHING",
        params![alert, sink, NoticeKind::Opened.as_str(), due_at],
    )
}

/// Makes the closing notices of a closed alert due. The outcome of a notice that is being sent is then dropped.
pub fn close_ended(tx: &mut Tx<'_>, alert: AlertId) -> Result<(), Error> {
    let now = tx.wall();
    tx.execute(
        "UPDATE alert_notice SET what = 'CLOSED', due_at = $2, attempts = 0, lease_until = NULL
         WHERE alert_id = $1 AND what <> 'CLOSED'",
        params![alert, now],
    )
}

/// Mends rows that processes of earlier versions have left: closed alerts without closing notices count as
/// unannounced, and notices to receivers that do not exist are deleted. It reads the notices of all open alerts.
pub fn mend(tx: &mut Tx<'_>) -> Result<(), Error> {
    tx.execute(
        "UPDATE alert SET announced_at = NULL WHERE closed_at IS NOT NULL AND alert_id IN (
             SELECT alert_id FROM alert_notice WHERE what IN ('OPENED', 'REPEATED'))",
        &[],
    )?;
    tx.execute("DELETE FROM alert_notice WHERE sink_id NOT IN (SELECT sink_id FROM alert_sink)", &[])
}

/// Puts off the notices of an open alert until a later time, or makes them due earlier.
pub fn postpone(tx: &mut Tx<'_>, alert: AlertId, until: Time) -> Result<(), Error> {
    tx.execute(
        "UPDATE alert_notice SET due_at = $2, lease_until = NULL
         WHERE alert_id = $1 AND what <> 'CLOSED' AND due_at IS NOT NULL",
        params![alert, until],
    )
}

/// Claims due notices to a receiver, the earliest first.
pub fn claim(tx: &mut Tx<'_>, sink: AlertSinkId, lease: Lease) -> Result<Vec<NoticeRecord>, Error> {
    let now = tx.wall();
    let sql = format!(
        "UPDATE alert_notice SET lease_until = $3, attempts = attempts + 1, lease_holder = $5, holder_until = $3
         WHERE sink_id = $1 AND alert_id IN (
             SELECT alert_id FROM alert_notice
             WHERE sink_id = $1 AND due_at <= $2 AND (lease_until IS NULL OR lease_until <= $2)
             ORDER BY due_at, alert_id LIMIT $4 FOR UPDATE SKIP LOCKED)
         RETURNING {COLUMNS}"
    );
    let mut claimed =
        tx.query(&sql, params![sink, now, now.plus(lease.duration), lease.limit, lease.holder], read)?;
    claimed.sort_by_key(|notice| (notice.due_at, notice.alert));
    Ok(claimed)
}

/// Releases every claimed notice at once: for a process that knows to be the only one on this database, so that
/// the claiming processes are gone.
pub fn release_all(tx: &mut Tx<'_>) -> Result<(), Error> {
    tx.execute("UPDATE alert_notice SET lease_until = NULL WHERE lease_until IS NOT NULL", &[])
}

/// Releases the notices that a process has claimed, except those whose outcome is being written at the moment.
pub fn give_back(tx: &mut Tx<'_>, holder: Uuid) -> Result<(), Error> {
    let sql = format!(
        "UPDATE alert_notice SET lease_until = NULL
         WHERE (alert_id, sink_id) IN (SELECT alert_id, sink_id FROM alert_notice
             WHERE due_at IS NOT NULL AND {HELD} ORDER BY alert_id, sink_id FOR UPDATE SKIP LOCKED)"
    );
    tx.execute(&sql, params![holder])
}

/// Records the outcome of a claimed notice, unless the claim is over.
pub fn record_outcome(tx: &mut Tx<'_>, claimed: &NoticeRecord, outcome: NoticeOutcome) -> Result<(), Error> {
    let now = tx.wall();
    match outcome {
        NoticeOutcome::Accepted { next, due_at } => tx.execute(
            "UPDATE alert_notice SET what = $5, due_at = $6, attempts = 0, lease_until = NULL,
                 accepted = accepted + 1, accepted_at = $7
             WHERE alert_id = $1 AND sink_id = $2 AND what = $3 AND lease_until = $4",
            params![
                claimed.alert,
                claimed.sink,
                claimed.what.as_str(),
                claimed.lease_until,
                next.as_str(),
                due_at,
                now,
            ],
        ),
        NoticeOutcome::Failed { due_at } => tx.execute(
            "UPDATE alert_notice SET due_at = $5, lease_until = NULL
             WHERE alert_id = $1 AND sink_id = $2 AND what = $3 AND lease_until = $4",
            params![claimed.alert, claimed.sink, claimed.what.as_str(), claimed.lease_until, due_at],
        ),
    }
}

/// Puts off the other due notices to a receiver that has not accepted one. They are due again before `until`, so that
/// a notice that is never accepted does not hold them.
pub fn put_off(tx: &mut Tx<'_>, sink: AlertSinkId, until: Time) -> Result<(), Error> {
    let now = tx.wall();
    let earlier = until.minus(Duration::from_millis(1));
    tx.execute(
        "UPDATE alert_notice SET due_at = $3
         WHERE sink_id = $1 AND alert_id IN (
             SELECT alert_id FROM alert_notice
             WHERE sink_id = $1 AND due_at <= $2 AND (lease_until IS NULL OR lease_until <= $2)
             ORDER BY alert_id FOR UPDATE SKIP LOCKED)",
        params![sink, now, earlier],
    )
}

/// Returns the notices of an alert, of all receivers.
pub fn of_alert(tx: &mut Tx<'_>, alert: AlertId) -> Result<Vec<NoticeRecord>, Error> {
    let sql = format!("SELECT {COLUMNS} FROM alert_notice WHERE alert_id = $1 ORDER BY sink_id");
    tx.query(&sql, params![alert], read)
}

/// Returns those of the alerts that [`alerts::list_of`] returns of which a receiver has accepted a notice.
pub fn accepted(
    tx: &mut Tx<'_>,
    platforms: Option<&[PlatformId]>,
    closed: bool,
    limit: i64,
) -> Result<Vec<AlertId>, Error> {
    let mut values = params![limit].to_vec();
    let oldest = alerts::oldest(platforms, closed, &mut values);
    let sql = format!(
        "SELECT a.alert_id FROM ({oldest}) a
         WHERE (SELECT MAX(n.accepted) FROM alert_notice n WHERE n.alert_id = a.alert_id) > 0"
    );
    tx.query(&sql, &values, |row| row.get("alert_id"))
}

fn read(row: &Row<'_>) -> Result<NoticeRecord, Error> {
    let what: String = row.get("what")?;
    Ok(NoticeRecord {
        alert: row.get("alert_id")?,
        sink: row.get("sink_id")?,
        what: what.parse().map_err(|_| Error::Data(format!("no kind of notice: {what}")))?,
        due_at: row.get("due_at")?,
        attempts: row.get("attempts")?,
        lease_until: row.get("lease_until")?,
        accepted: row.get("accepted")?,
        accepted_at: row.get("accepted_at")?,
    })
}
