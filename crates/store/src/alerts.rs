//! Rows of alerts for operators (conventions 2.1, `alert list`).

use causeway_domain::Time;
use causeway_domain::alerts::AlertKind;
use causeway_domain::ids::{AlertId, PlatformId};
use serde_json::Value as Json;

use crate::platforms::Environment;
use crate::{AlertEffect, Error, Row, Tx, Value, params};

/// A condition that requires an operator's attention.
#[derive(Debug, Clone, PartialEq)]
pub struct AlertRecord {
    pub id: AlertId,
    /// `None` if the alert is not about one platform.
    pub platform: Option<PlatformId>,
    /// Written name of the kind; a process of a newer version may have raised one that this one does not know.
    pub kind: String,
    /// Id of the affected resource or job.
    pub subject: String,
    pub detail: Json,
    /// Wall time.
    pub raised_at: Time,
    /// Wall time of the closing, and the operator or process that closed the alert.
    pub closed: Option<(Time, String)>,
    /// Wall time until which receivers are not told of it.
    pub snoozed_until: Option<Time>,
}

impl AlertRecord {
    /// Returns the kind, or `None` if this version does not know it.
    #[must_use]
    pub fn known_kind(&self) -> Option<AlertKind> {
        self.kind.parse().ok()
    }

    /// Returns `true` if the alert is of this kind.
    #[must_use]
    pub fn is(&self, kind: AlertKind) -> bool {
        self.kind == kind.as_str()
    }
}

pub(crate) const COLUMNS: &str =
    "alert_id, platform_id, kind, subject, doc, raised_at, closed_at, closed_by, snoozed_until";

/// Raises an alert, unless an alert of this kind is open for the subject. A preview only collects it.
pub fn raise(
    tx: &mut Tx<'_>,
    platform: Option<PlatformId>,
    id: AlertId,
    kind: AlertKind,
    subject: &str,
    detail: &Json,
) -> Result<(), Error> {
    let now = tx.wall();
    let name = kind.as_str();
    let raised = tx.execute_counted(
        "INSERT INTO alert (alert_id, platform_id, kind, subject, doc, raised_at)
         VALUES ($1, $2, $3, $4, $5, $6)
         ON CONFLICT (kind, subject) WHERE closed_at IS NULL DO NOTHING",
        params![id, platform, name, subject, Value::doc(detail)?, now],
    )?;
    match tx.effects() {
        Some(effects) if raised == 1 => {
            effects.alerts.push(AlertEffect { kind, subject: subject.to_owned() });
        }
        None if raised == 1 => tracing::warn!(kind = name, subject, alert = %id, "alert raised"),
        Some(_) | None => {}
    }
    Ok(())
}

/// Counts the open alerts of each kind.
pub fn count_open(tx: &mut Tx<'_>) -> Result<Vec<(String, i64)>, Error> {
    tx.query(
        "SELECT kind, CAST(COUNT(*) AS BIGINT) AS open FROM alert WHERE closed_at IS NULL GROUP BY kind ORDER BY kind",
        &[],
        |row| Ok((row.get("kind")?, row.get("open")?)),
    )
}

/// Open alerts of one kind about platforms of one environment.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct OpenAlerts {
    /// Written name of the kind.
    pub kind: String,
    /// `None` if they are not about one platform.
    pub environment: Option<Environment>,
    pub count: i64,
}

/// Counts the open alerts of each kind and environment.
pub fn count_open_by_environment(tx: &mut Tx<'_>) -> Result<Vec<OpenAlerts>, Error> {
    tx.query(
        "SELECT a.kind, p.environment, CAST(COUNT(*) AS BIGINT) AS open /* all platforms */
         FROM alert a LEFT JOIN platform p ON p.platform_id = a.platform_id
         WHERE a.closed_at IS NULL GROUP BY a.kind, p.environment ORDER BY a.kind, p.environment",
        &[],
        |row| {
            let environment = row.parsed_opt("environment")?;
            Ok(OpenAlerts { kind: row.get("kind")?, environment, count: row.get("open")? })
        },
    )
}

/// Counts the alerts about a platform that were raised at this wall time or later, closed ones as well.
pub fn count_raised_since(tx: &mut Tx<'_>, platform: PlatformId, since: Time) -> Result<i64, Error> {
    tx.query_one(
        "SELECT CAST(COUNT(*) AS BIGINT) AS raised FROM alert WHERE platform_id = $1 AND raised_at >= $2",
        params![platform, since],
        |row| row.get("raised"),
    )
}

/// Closes an open alert; its closing notices are then to be made. Returns `false` if it was not open.
pub fn close(tx: &mut Tx<'_>, id: AlertId, by: &str) -> Result<bool, Error> {
    let now = tx.wall();
    let closed = tx.execute_counted(
        "UPDATE alert SET closed_at = $2, closed_by = $3, announced_at = NULL
         WHERE alert_id = $1 AND closed_at IS NULL",
        params![id, now, by],
    )?;
    Ok(closed == 1)
}

/// Returns `true` if an alert of this kind is open for the subject.
pub fn is_open(tx: &mut Tx<'_>, kind: AlertKind, subject: &str) -> Result<bool, Error> {
    Ok(find_open(tx, kind, subject)?.is_some())
}

/// Returns `true` if an alert of this kind was ever raised for the subject.
pub fn was_raised(tx: &mut Tx<'_>, kind: AlertKind, subject: &str) -> Result<bool, Error> {
    let sql = "SELECT alert_id FROM alert WHERE kind = $1 AND subject = $2 LIMIT 1";
    Ok(tx.query_opt(sql, params![kind.as_str(), subject], |row| row.get::<AlertId>("alert_id"))?.is_some())
}

/// Finds the open alert of this kind for the subject.
pub fn find_open(tx: &mut Tx<'_>, kind: AlertKind, subject: &str) -> Result<Option<AlertRecord>, Error> {
    let sql = format!("SELECT {COLUMNS} FROM alert WHERE kind = $1 AND subject = $2 AND closed_at IS NULL");
    tx.query_opt(&sql, params![kind.as_str(), subject], read)
}

/// Finds the alert with this id, open or closed.
pub fn find(tx: &mut Tx<'_>, id: AlertId) -> Result<Option<AlertRecord>, Error> {
    tx.query_opt(&format!("SELECT {COLUMNS} FROM alert WHERE alert_id = $1"), params![id], read)
}

/// Suspends the notices of an open alert until this wall time. Returns `false` if it was not open.
pub fn snooze(tx: &mut Tx<'_>, id: AlertId, until: Time) -> Result<bool, Error> {
    let snoozed = tx.execute_counted(
        "UPDATE alert SET snoozed_until = $2 WHERE alert_id = $1 AND closed_at IS NULL",
        params![id, until],
    )?;
    Ok(snoozed == 1)
}

/// Replaces the details of an open alert.
pub fn update_detail(tx: &mut Tx<'_>, id: AlertId, detail: &Json) -> Result<(), Error> {
    tx.execute(
        "UPDATE alert SET doc = $2 WHERE alert_id = $1 AND closed_at IS NULL",
        params![id, Value::doc(detail)?],
    )
}

/// Closes the open alert of this kind for the subject. Returns `false` if there was none.
pub fn close_about(tx: &mut Tx<'_>, kind: AlertKind, subject: &str, by: &str) -> Result<bool, Error> {
    let now = tx.wall();
    let closed = tx.execute_counted(
        "UPDATE alert SET closed_at = $3, closed_by = $4, announced_at = NULL
         WHERE kind = $1 AND subject = $2 AND closed_at IS NULL",
        params![kind.as_str(), subject, now, by],
    )?;
    Ok(closed == 1)
}

/// Closes all open alerts of a kind and returns their number.
pub fn close_all(tx: &mut Tx<'_>, kind: AlertKind, by: &str) -> Result<u64, Error> {
    let now = tx.wall();
    tx.execute_counted(
        "UPDATE alert SET closed_at = $2, closed_by = $3, announced_at = NULL
         WHERE kind = $1 AND closed_at IS NULL",
        params![kind.as_str(), now, by],
    )
}

/// Returns open alerts (with `closed`, closed ones as well), oldest first, up to `limit`.
pub fn list(tx: &mut Tx<'_>, closed: bool, limit: i64) -> Result<Vec<AlertRecord>, Error> {
    list_of(tx, None, closed, limit)
}

/// Returns open alerts (with `closed`, closed ones as well) about these platforms, oldest first, up to `limit`;
/// `None` returns those about all platforms and about the deployment.
pub fn list_of(
    tx: &mut Tx<'_>,
    platforms: Option<&[PlatformId]>,
    closed: bool,
    limit: i64,
) -> Result<Vec<AlertRecord>, Error> {
    let mut values = params![limit].to_vec();
    let sql = oldest(platforms, closed, &mut values);
    tx.query(&sql, &values, read)
}

const OLDEST: &str = "ORDER BY raised_at, alert_id LIMIT $1";

/// Returns the statement of [`list_of`], whose first value is the limit, and binds the platforms. The alerts of each
/// platform are read along their index, because no index has those of several in one order.
pub(crate) fn oldest(platforms: Option<&[PlatformId]>, closed: bool, values: &mut Vec<Value<'_>>) -> String {
    let open = if closed { "" } else { " AND closed_at IS NULL" };
    let Some(platforms) = platforms else {
        let index = if closed { "alert_by_age" } else { "alert_open_by_age" };
        return format!("SELECT {COLUMNS} FROM alert /* INDEXED BY {index} */ WHERE TRUE{open} {OLDEST}");
    };
    let index = if closed { "alert_of_platform" } else { "alert_open_of_platform" };
    let paths = platforms.iter().map(|platform| {
        values.push(Value::from(*platform));
        let at = values.len();
        format!(
            "SELECT * FROM (SELECT {COLUMNS} FROM alert /* INDEXED BY {index} */ \
             WHERE platform_id = ${at}{open} {OLDEST}) AS path{at}"
        )
    });
    let paths: Vec<String> = paths.collect();
    if paths.is_empty() {
        return format!("SELECT {COLUMNS} FROM alert WHERE FALSE {OLDEST}");
    }
    format!("SELECT * FROM ({}) AS paths {OLDEST}", paths.join(" UNION ALL "))
}

/// Returns open alerts of a kind, oldest first, up to `limit`.
pub fn open_of_kind(tx: &mut Tx<'_>, kind: AlertKind, limit: i64) -> Result<Vec<AlertRecord>, Error> {
    let sql = format!(
        "SELECT {COLUMNS} FROM alert
         WHERE kind = $1 AND closed_at IS NULL ORDER BY raised_at, alert_id LIMIT $2"
    );
    tx.query(&sql, params![kind.as_str(), limit], read)
}

/// Returns the subjects of open alerts of these kinds, at least one, the oldest alert first, up to `limit`.
pub fn open_subjects(tx: &mut Tx<'_>, kinds: &[AlertKind], limit: i64) -> Result<Vec<String>, Error> {
    let mut values = params![limit].to_vec();
    values.extend(kinds.iter().map(|kind| Value::from(kind.as_str())));
    let places: Vec<String> = (2..=values.len()).map(|place| format!("${place}")).collect();
    let sql = format!(
        "SELECT subject FROM alert
         WHERE kind IN ({}) AND closed_at IS NULL ORDER BY raised_at, alert_id LIMIT $1",
        places.join(", ")
    );
    tx.query(&sql, &values, |row| row.get("subject"))
}

/// Returns the open alerts of all known kinds about these subjects, at least one, oldest first.
pub fn open_about(tx: &mut Tx<'_>, subjects: &[String]) -> Result<Vec<AlertRecord>, Error> {
    let kinds = AlertKind::ALL;
    let mut values: Vec<Value<'_>> = kinds.iter().map(|kind| Value::from(kind.as_str())).collect();
    values.extend(subjects.iter().map(|subject| Value::from(subject.as_str())));
    let places: Vec<String> = (1..=values.len()).map(|place| format!("${place}")).collect();
    let (of_kinds, of_subjects) = places.split_at(kinds.len());
    let sql = format!(
        "SELECT {COLUMNS} FROM alert
         WHERE kind IN ({}) AND subject IN ({}) AND closed_at IS NULL ORDER BY raised_at, alert_id",
        of_kinds.join(", "),
        of_subjects.join(", ")
    );
    tx.query(&sql, &values, read)
}

pub(crate) fn read(row: &Row<'_>) -> Result<AlertRecord, Error> {
    let closed_at: Option<Time> = row.get("closed_at")?;
    let closed_by: Option<String> = row.get("closed_by")?;
    Ok(AlertRecord {
        id: row.get("alert_id")?,
        platform: row.get("platform_id")?,
        kind: row.get("kind")?,
        subject: row.get("subject")?,
        detail: row.json("doc")?,
        raised_at: row.get("raised_at")?,
        closed: closed_at.zip(closed_by),
        snoozed_until: row.get("snoozed_until")?,
    })
}
