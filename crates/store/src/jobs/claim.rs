//! Claiming jobs that are due.

use causeway_domain::Time;
use causeway_domain::ids::PlatformId;

use super::record::{COLUMNS, JobRecord, JobState, read};
use crate::lease::Lease;
use crate::{Error, Tx, params};

/// Claims jobs that are due on the clock of their platform, at most one per resource, the earliest first; those
/// of the platform whose earliest has waited longest come before others. Only those of `platform` when one is
/// given.
///
/// # Errors
/// Those of the database.
pub fn claim(tx: &mut Tx<'_>, platform: Option<PlatformId>, lease: Lease) -> Result<Vec<JobRecord>, Error> {
    let now = tx.database_time()?;
    tx.execute(
        "UPDATE job /* all platforms */ SET state = 'WAITING', lease_until = NULL
         WHERE state = 'LEASED' AND lease_until <= $1",
        params![now],
    )?;
    let mut claimed = Vec::new();
    let mut left = lease.limit;
    for (platform, platform_now) in platforms_with_due_jobs(tx, platform)? {
        let found = lock_due(tx, platform, platform_now, left)?;
        left = left.saturating_sub(u32::try_from(found.len()).unwrap_or(u32::MAX));
        claimed.extend(found);
        if left == 0 {
            break;
        }
    }
    for job in &mut claimed {
        take(tx, job, now.plus(lease.duration))?;
    }
    Ok(claimed)
}

/// Platforms with jobs that are due, with the time of each.
fn platforms_with_due_jobs(
    tx: &mut Tx<'_>,
    platform: Option<PlatformId>,
) -> Result<Vec<(PlatformId, Time)>, Error> {
    let wall = tx.wall();
    tx.query(
        "SELECT platform_id, platform_now FROM (
             SELECT p.platform_id, COALESCE(p.frozen_at, $1 + p.lead_millis) AS platform_now,
                 (SELECT MIN(j.due_at) FROM job j
                  WHERE j.platform_id = p.platform_id AND j.state = 'WAITING') AS first_due
             FROM platform p WHERE $2 OR p.platform_id = $3) platforms
         WHERE first_due <= platform_now ORDER BY first_due, platform_id",
        params![wall, platform.is_none(), platform],
        |row| Ok((row.get("platform_id")?, row.get("platform_now")?)),
    )
}

/// Locks jobs of a platform that may run now. Who claims at the same time skips them.
///
/// Of each resource only the job that is due first is looked at, so that two claimers cannot take two of its jobs.
/// Both subqueries yield one value instead of being asked whether they have rows: PostgreSQL would make joins of
/// such questions, and walk through all jobs that wait to answer them, most of which are not due for long.
fn lock_due(tx: &mut Tx<'_>, platform: PlatformId, now: Time, limit: u32) -> Result<Vec<JobRecord>, Error> {
    let sql = format!(
        "SELECT {COLUMNS} FROM job j
         WHERE platform_id = $1 AND state = 'WAITING' AND due_at <= $2
             AND (SELECT l.job_id FROM job l WHERE l.platform_id = $1 AND l.resource = j.resource
                      AND l.state = 'LEASED') IS NULL
             AND (SELECT e.job_id FROM job e WHERE e.platform_id = $1 AND e.resource = j.resource
                      AND e.state = 'WAITING' ORDER BY e.due_at, e.job_id LIMIT 1) = j.job_id
         ORDER BY due_at, job_id LIMIT $3 FOR UPDATE OF j SKIP LOCKED"
    );
    tx.query(&sql, params![platform, now, limit], read)
}

fn take(tx: &mut Tx<'_>, job: &mut JobRecord, until: Time) -> Result<(), Error> {
    job.state = JobState::Leased;
    job.attempts += 1;
    job.fence += 1;
    tx.execute(
        "UPDATE job SET state = 'LEASED', attempts = $3, fence = $4, lease_until = $5
         WHERE platform_id = $1 AND job_id = $2",
        params![job.platform, job.id, job.attempts, job.fence, until],
    )
}
