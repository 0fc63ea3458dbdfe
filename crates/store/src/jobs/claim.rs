//! Claiming jobs that are due.

use std::collections::BTreeMap;

use causeway_domain::Time;
use causeway_domain::ids::{JobId, PlatformId};
use uuid::Uuid;

use super::record::{COLUMNS, JobRecord, JobState, read};
use crate::database::due::{WaitingRows, platforms_with_due};
use crate::database::lease::{HELD, Lease};
use crate::{Error, Tx, Value, params};

const WAITING: WaitingRows = WaitingRows { table: "job", condition: "state = 'WAITING'" };

/// The part of a lease that is written.
#[derive(Debug, Clone, Copy)]
struct LeaseTerm {
    holder: Uuid,
    until: Time,
}

/// Claims jobs that are due on the clock of their platform, at most one per resource, the earliest first;
/// only those of `platform` if one is given.
///
/// Each platform gets an equal share of the limit before any gets more, so that no platform waits for the end
/// of another's backlog. A claim that finds no job changes no row.
pub fn claim(tx: &mut Tx<'_>, platform: Option<PlatformId>, lease: Lease) -> Result<Vec<JobRecord>, Error> {
    let now = tx.database_time()?;
    release_expired(tx, now, lease.limit)?;
    let due = platforms_with_due(tx, &WAITING, platform)?;
    let mut platforms: Vec<PlatformId> = due.platforms.into_iter().map(|(platform, _)| platform).collect();
    let term = LeaseTerm { holder: lease.holder, until: now.plus(lease.duration) };
    let mut claimed = Vec::new();
    let mut left = lease.limit;
    for most in [share(lease.limit, platforms.len()), lease.limit] {
        let mut have_more = Vec::new();
        for platform in platforms {
            let limit = most.min(left);
            if limit == 0 {
                break;
            }
            let found = claim_for_platform(tx, platform, limit, term)?;
            let count = u32::try_from(found.len()).unwrap_or(u32::MAX);
            left = left.saturating_sub(count);
            if count == limit {
                have_more.push(platform);
            }
            claimed.extend(found);
        }
        platforms = have_more;
    }
    claimed.sort_by_key(|job| (job.due_at, job.id));
    Ok(claimed)
}

fn share(limit: u32, platforms: usize) -> u32 {
    u32::try_from(platforms).map_or(1, |platforms| limit / platforms.max(1)).max(1)
}

/// Releases jobs with an expired lease. It queries first, because even an update that finds no row is
/// committed like any other. A job whose outcome is being written at the moment is skipped instead of waited
/// for.
fn release_expired(tx: &mut Tx<'_>, now: Time, limit: u32) -> Result<(), Error> {
    let sql =
        "SELECT platform_id, job_id FROM job /* all platforms */ WHERE state = 'LEASED' AND lease_until <= $1
         ORDER BY lease_until LIMIT $2 FOR UPDATE SKIP LOCKED";
    release(tx, sql, params![now, limit])
}

/// Releases the jobs that a process holds, except those whose outcome is being written at the moment. A job
/// whose retry is delayed has no holder and stays.
pub fn give_back(tx: &mut Tx<'_>, holder: Uuid) -> Result<(), Error> {
    let sql = format!(
        "SELECT platform_id, job_id FROM job /* all platforms */ WHERE state = 'LEASED' AND {HELD}
         ORDER BY platform_id, job_id FOR UPDATE SKIP LOCKED"
    );
    release(tx, &sql, params![holder])
}

/// Releases the jobs that a query finds and locks.
fn release(tx: &mut Tx<'_>, sql: &str, values: &[Value<'_>]) -> Result<(), Error> {
    let found = tx.query(sql, values, |row| Ok((row.get("platform_id")?, row.get("job_id")?)))?;
    let mut by_platform: BTreeMap<PlatformId, Vec<JobId>> = BTreeMap::new();
    for (platform, job) in found {
        by_platform.entry(platform).or_default().push(job);
    }
    by_platform.into_iter().try_for_each(|(platform, jobs)| {
        update_all(tx, "state = 'WAITING', lease_until = NULL", &[platform.into()], jobs)
    })
}

fn claim_for_platform(
    tx: &mut Tx<'_>,
    platform: PlatformId,
    limit: u32,
    term: LeaseTerm,
) -> Result<Vec<JobRecord>, Error> {
    let mut jobs = lock_due(tx, platform, limit)?;
    for job in &mut jobs {
        job.state = JobState::Leased;
        job.attempts += 1;
        job.fence += 1;
    }
    write_leases(tx, platform, jobs.iter().map(|job| job.id).collect(), term)?;
    Ok(jobs)
}

/// Locks jobs of a platform that may run now. Concurrent claims skip them.
///
/// Of each resource only the job that is due first is considered, so that two workers cannot claim two of its
/// jobs. The subqueries are written so that PostgreSQL scans `job_due` in order and stops at the limit,
/// whatever its statistics: it would turn `EXISTS` into joins over all waiting jobs, and if it could estimate
/// how few are due or pass, it would fetch and sort all that are due.
fn lock_due(tx: &mut Tx<'_>, platform: PlatformId, limit: u32) -> Result<Vec<JobRecord>, Error> {
    let sql = format!(
        "SELECT {COLUMNS} FROM job j
         WHERE platform_id = $1 AND state = 'WAITING'
             AND due_at <= (SELECT COALESCE(p.frozen_at, $2 + p.lead_millis) FROM platform p
                 WHERE p.platform_id = $1)
             AND (SELECT COUNT(*) = 0 FROM job l WHERE l.platform_id = $1 AND l.resource = j.resource
                 AND l.state = 'LEASED')
             AND (SELECT e.job_id = j.job_id FROM job e WHERE e.platform_id = $1 AND e.resource = j.resource
                 AND e.state = 'WAITING' ORDER BY e.due_at, e.job_id LIMIT 1)
         ORDER BY due_at, job_id LIMIT $3 FOR UPDATE OF j SKIP LOCKED"
    );
    let wall = tx.wall();
    tx.query(&sql, params![platform, wall, limit], read)
}

/// Writes the leases of row-locked jobs.
fn write_leases(
    tx: &mut Tx<'_>,
    platform: PlatformId,
    jobs: Vec<JobId>,
    term: LeaseTerm,
) -> Result<(), Error> {
    let change = "state = 'LEASED', attempts = attempts + 1, fence = fence + 1, lease_until = $2,
             lease_holder = $3, holder_until = $2";
    update_all(tx, change, &[platform.into(), term.until.into(), term.holder.into()], jobs)
}

/// Changes row-locked jobs of a platform, all with one statement. The first of `values` is the platform.
pub(super) fn update_all(
    tx: &mut Tx<'_>,
    change: &str,
    values: &[Value<'_>],
    mut jobs: Vec<JobId>,
) -> Result<(), Error> {
    let Some(last) = jobs.last().copied() else { return Ok(()) };
    // Each length is a separate prepared statement: repeating the last id keeps their number small.
    jobs.resize(jobs.len().next_power_of_two(), last);
    let first = values.len() + 1;
    let places: Vec<String> = (first..first + jobs.len()).map(|place| format!("${place}")).collect();
    let sql = format!("UPDATE job SET {change} WHERE platform_id = $1 AND job_id IN ({})", places.join(", "));
    let values: Vec<Value<'_>> = values.iter().cloned().chain(jobs.into_iter().map(Value::from)).collect();
    tx.execute(&sql, &values)
}
