//! Claiming jobs that are due.

use causeway_domain::ids::PlatformId;

use super::record::{JobRecord, JobState, read};
use crate::lease::Lease;
use crate::{Error, Tx, params};

/// Claims jobs that are due on the clock of their platform, at most one per resource, the earliest first;
/// only those of `platform` when one is given.
///
/// # Errors
/// Those of the database.
pub fn claim(tx: &mut Tx<'_>, platform: Option<PlatformId>, lease: Lease) -> Result<Vec<JobRecord>, Error> {
    let (wall, now) = (tx.wall(), tx.database_time()?);
    tx.execute(
        "UPDATE job /* all platforms */ SET state = 'WAITING', lease_until = NULL
         WHERE state = 'LEASED' AND lease_until <= $1",
        params![now],
    )?;
    // Who claims at the same time skips the rows that are locked here.
    // Of each resource only the job that is due first is looked at, so that two claimers cannot take two of its
    // jobs. `CROSS JOIN` keeps SQLite from walking through all jobs that wait, most of which are not due for long:
    // each platform's clock comes first, and bounds the search of its jobs.
    let mut claimed = tx.query(
        "SELECT j.job_id, j.platform_id, j.kind, j.resource, j.state, j.due_at, j.attempts, j.fence, j.last_error,
             j.payload, j.created_at
         FROM platform p CROSS JOIN job j
         WHERE j.platform_id = p.platform_id AND j.state = 'WAITING' AND ($2 OR j.platform_id = $3)
             AND j.due_at <= COALESCE(p.frozen_at, $1 + p.lead_millis)
             AND NOT EXISTS (SELECT 1 FROM job l WHERE l.platform_id = j.platform_id
                 AND l.resource = j.resource AND l.state = 'LEASED')
             AND NOT EXISTS (SELECT 1 FROM job e WHERE e.platform_id = j.platform_id AND e.resource = j.resource
                 AND e.state = 'WAITING' AND (e.due_at, e.job_id) < (j.due_at, j.job_id))
         ORDER BY j.due_at, j.job_id LIMIT $4 FOR UPDATE OF j SKIP LOCKED",
        params![wall, platform.is_none(), platform, lease.limit],
        read,
    )?;
    for job in &mut claimed {
        job.state = JobState::Leased;
        job.attempts += 1;
        job.fence += 1;
        tx.execute(
            "UPDATE job SET state = 'LEASED', attempts = $3, fence = $4, lease_until = $5
             WHERE platform_id = $1 AND job_id = $2",
            params![job.platform, job.id, job.attempts, job.fence, now.plus(lease.duration)],
        )?;
    }
    Ok(claimed)
}
