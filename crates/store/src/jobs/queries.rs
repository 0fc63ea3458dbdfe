//! Queries of jobs.

use causeway_domain::Time;
use causeway_domain::ids::{JobId, PlatformId};

use super::record::{COLUMNS, JobRecord, read};
use crate::database::listing::Position;
use crate::{Error, Tx, Value, params};

/// The jobs of all platforms, counted.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Backlog {
    /// Jobs that are due and wait to be claimed.
    pub due: i64,
    /// Jobs claimed by a worker.
    pub leased: i64,
    /// Jobs that exceeded their attempts.
    pub failed: i64,
    /// Jobs that will become due.
    pub later: i64,
    /// Time for which the longest overdue job has been due, in milliseconds.
    pub lag_millis: i64,
}

/// A walk through the jobs of a platform, those that are due first at the beginning.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct JobWalk {
    /// `true` for those that exceeded their attempts only.
    pub is_failed: bool,
    /// Only those due at or after this instant of the platform's clock.
    pub since: Option<Time>,
    /// Only those due at or before this instant of the platform's clock.
    pub until: Option<Time>,
}

/// The leases of the jobs of all platforms.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct JobLeases {
    pub count: i64,
    /// The end of the last one, in database time.
    pub until: Option<Time>,
}

impl Backlog {
    /// Adds other jobs.
    #[must_use]
    pub fn with(self, others: Self) -> Self {
        Self {
            due: self.due + others.due,
            leased: self.leased + others.leased,
            failed: self.failed + others.failed,
            later: self.later + others.later,
            lag_millis: self.lag_millis.max(others.lag_millis),
        }
    }
}

/// Returns the job, or `None` if it is done.
pub fn find(tx: &mut Tx<'_>, platform: PlatformId, job: JobId) -> Result<Option<JobRecord>, Error> {
    let sql = format!("SELECT {COLUMNS} FROM job WHERE platform_id = $1 AND job_id = $2");
    tx.query_opt(&sql, params![platform, job], read)
}

/// Returns the jobs of these resources, at least one, in the order in which they are due.
pub fn of_resources(
    tx: &mut Tx<'_>,
    platform: PlatformId,
    resources: &[String],
) -> Result<Vec<JobRecord>, Error> {
    let mut values = vec![Value::from(platform)];
    values.extend(resources.iter().map(|resource| Value::from(resource.as_str())));
    let places: Vec<String> = (2..=values.len()).map(|place| format!("${place}")).collect();
    let places = places.join(", ");
    let in_state = |[state, index]: [&str; 2]| {
        format!(
            "SELECT {COLUMNS} FROM job /* INDEXED BY {index} */ WHERE platform_id = $1 AND resource IN ({places})
                 AND state = '{state}'"
        )
    };
    // Failed jobs are few: the index of all of them is read.
    let states =
        [["WAITING", "job_next_of_resource"], ["LEASED", "job_leased_resource"], ["FAILED", "job_failed"]];
    let sql = format!("{} ORDER BY due_at, job_id", states.map(in_state).join(" UNION ALL "));
    tx.query(&sql, &values, read)
}

/// Returns the time at which the platform's next job is due, on its clock. Includes leased jobs, excludes
/// failed ones.
pub fn earliest_due(tx: &mut Tx<'_>, platform: PlatformId) -> Result<Option<Time>, Error> {
    tx.query_one(
        "SELECT MIN(due_at) AS due_at FROM (
             SELECT MIN(due_at) AS due_at FROM job WHERE platform_id = $1 AND state = 'WAITING'
             UNION ALL
             SELECT MIN(due_at) AS due_at FROM job WHERE platform_id = $1 AND state = 'LEASED') earliest",
        params![platform],
        |row| row.get("due_at"),
    )
}

/// Returns the platform's job that is due first up to `until` of its clock. Includes leased jobs, excludes
/// failed ones.
pub fn first_due(tx: &mut Tx<'_>, platform: PlatformId, until: Time) -> Result<Option<JobRecord>, Error> {
    let sql = format!(
        "SELECT {COLUMNS} FROM job WHERE platform_id = $1 AND state IN ('WAITING', 'LEASED') AND due_at <= $2
         ORDER BY due_at, job_id LIMIT 1"
    );
    tx.query_opt(&sql, params![platform, until], read)
}

/// Counts the platform's jobs that are due up to `until` of its clock. Includes leased jobs, excludes failed
/// ones.
pub fn count_due(tx: &mut Tx<'_>, platform: PlatformId, until: Time) -> Result<i64, Error> {
    tx.query_one(
        "SELECT COUNT(*) AS due FROM job
         WHERE platform_id = $1 AND state IN ('WAITING', 'LEASED') AND due_at <= $2",
        params![platform, until],
        |row| row.get("due"),
    )
}

/// Lists up to `limit` jobs of one platform or of all, in the order in which they are due.
pub fn list(tx: &mut Tx<'_>, platform: Option<PlatformId>, limit: u32) -> Result<Vec<JobRecord>, Error> {
    let sql =
        format!("SELECT {COLUMNS} FROM job WHERE ($1 OR platform_id = $2) ORDER BY due_at, job_id LIMIT $3");
    tx.query(&sql, params![platform.is_none(), platform, limit], read)
}

/// Returns up to `limit` jobs of a platform behind `after`, and one more if others follow.
pub fn walk(
    tx: &mut Tx<'_>,
    platform: PlatformId,
    walk: &JobWalk,
    after: Option<Position>,
    limit: u32,
) -> Result<Vec<JobRecord>, Error> {
    let mut values = vec![Value::from(platform)];
    let mut conditions = String::new();
    for (comparison, bound) in [(">=", walk.since), ("<=", walk.until)] {
        let Some(bound) = bound else { continue };
        values.push(Value::from(bound));
        conditions.push_str(&format!(" AND due_at {comparison} ${}", values.len()));
    }
    if let Some(after) = after {
        values.extend([Value::from(after.at), Value::Uuid(after.id)]);
        let last = values.len();
        conditions.push_str(&format!(" AND (due_at, job_id) > (${}, ${last})", last - 1));
    }
    values.push(Value::Int(i64::from(limit) + 1));
    let end = format!("ORDER BY due_at, job_id LIMIT ${}", values.len());
    let in_state = |[state, index]: &[&str; 2]| {
        format!(
            "SELECT * FROM (SELECT {COLUMNS} FROM job /* INDEXED BY {index} */
                 WHERE platform_id = $1 AND state = '{state}'{conditions} {end}) AS {index}_walk"
        )
    };
    // Leased and failed jobs are few.
    let states = [["FAILED", "job_failed"], ["WAITING", "job_due"], ["LEASED", "job_leased_resource"]];
    let walked = if walk.is_failed { &states[..1] } else { &states[..] };
    let sql = format!("{} {end}", walked.iter().map(in_state).collect::<Vec<_>>().join(" UNION ALL "));
    tx.query(&sql, &values, read)
}

/// Lists up to `limit` jobs of a platform that wait, in the order in which they are due.
pub fn list_waiting(tx: &mut Tx<'_>, platform: PlatformId, limit: u32) -> Result<Vec<JobRecord>, Error> {
    let sql = format!(
        "SELECT {COLUMNS} FROM job WHERE platform_id = $1 AND state = 'WAITING' ORDER BY due_at, job_id LIMIT $2"
    );
    tx.query(&sql, params![platform, limit], read)
}

/// Lists up to `limit` jobs that exceeded their attempts, of one platform or of all, oldest first.
pub fn list_failed(
    tx: &mut Tx<'_>,
    platform: Option<PlatformId>,
    limit: u32,
) -> Result<Vec<JobRecord>, Error> {
    let sql = format!(
        "SELECT {COLUMNS} FROM job WHERE state = 'FAILED' AND ($1 OR platform_id = $2)
         ORDER BY due_at, job_id LIMIT $3"
    );
    tx.query(&sql, params![platform.is_none(), platform, limit], read)
}

/// Counts the leases of the jobs of all platforms.
pub fn leases(tx: &mut Tx<'_>) -> Result<JobLeases, Error> {
    tx.query_one(
        "SELECT COUNT(*) AS leases, MAX(lease_until) AS until FROM job /* all platforms */ WHERE state = 'LEASED'",
        &[],
        |row| Ok(JobLeases { count: row.get("leases")?, until: row.get("until")? }),
    )
}

/// Counts the jobs of all platforms.
pub fn backlog(tx: &mut Tx<'_>) -> Result<Backlog, Error> {
    let kinds = backlog_by_kind(tx)?;
    Ok(kinds.into_iter().fold(Backlog::default(), |sum, (_, of_kind)| sum.with(of_kind)))
}

/// Counts the jobs of all platforms by their kind.
pub fn backlog_by_kind(tx: &mut Tx<'_>) -> Result<Vec<(String, Backlog)>, Error> {
    let wall = tx.wall();
    tx.query(
        "SELECT kind,
             COUNT(CASE WHEN state = 'WAITING' AND late >= 0 THEN 1 END) AS due,
             COUNT(CASE WHEN state = 'LEASED' THEN 1 END) AS leased,
             COUNT(CASE WHEN state = 'FAILED' THEN 1 END) AS failed,
             COUNT(CASE WHEN state = 'WAITING' AND late < 0 THEN 1 END) AS later,
             COALESCE(MAX(CASE WHEN state = 'WAITING' AND late >= 0 THEN late END), 0) AS lag
         FROM (SELECT j.kind, j.state, COALESCE(p.frozen_at, $1 + p.lead_millis) - j.due_at AS late
               FROM job j JOIN platform p ON p.platform_id = j.platform_id) jobs
         GROUP BY kind ORDER BY kind",
        params![wall],
        |row| {
            let backlog = Backlog {
                due: row.get("due")?,
                leased: row.get("leased")?,
                failed: row.get("failed")?,
                later: row.get("later")?,
                lag_millis: row.get("lag")?,
            };
            Ok((row.get("kind")?, backlog))
        },
    )
}
