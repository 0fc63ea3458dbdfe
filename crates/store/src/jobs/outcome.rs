//! Outcomes of a claimed job. They are written only while the claim still holds.

use std::time::Duration;

use causeway_domain::Time;
use causeway_domain::ids::{JobId, PlatformId};
use serde_json::Value as Json;

use super::queries::find;
use super::record::{JobRecord, JobState};
use crate::database::config_version::{self, VERSION};
use crate::database::lease::LeaseStatus;
use crate::platforms::{self, PlatformRecord};
use crate::{Error, JobEffect, Tx, Value, Wake, params};

/// Locks the claimed job and returns its platform, or `None` if the claim no longer holds; notes the
/// platform's configuration version. Call it first in the transaction that applies the job's effects, and
/// drop them on `None`.
///
/// # Errors
/// The same as [`platforms::find`].
pub fn hold(tx: &mut Tx<'_>, job: &JobRecord) -> Result<Option<PlatformRecord>, Error> {
    // The query does not filter by state: PostgreSQL would scan all leased jobs of the platform to find the
    // job.
    let sql = format!(
        "SELECT state, {}, {VERSION} FROM (SELECT platform_id AS works_for, state FROM job
             WHERE platform_id = $1 AND job_id = $2 AND fence = $3 FOR UPDATE) held
         JOIN platform ON platform_id = works_for",
        platforms::COLUMNS
    );
    let read = platforms::read(tx.macs());
    let found = tx.query_opt(&sql, params![job.platform, job.id, job.fence], |row| {
        Ok((JobState::read(&row.get::<String>("state")?)?, read(row)?, config_version::read(row)?))
    })?;
    let leased = found.filter(|(state, ..)| *state == JobState::Leased);
    Ok(leased.map(|(_, platform, version)| {
        tx.note_version(platform.id, version);
        platform
    }))
}

/// Deletes a job that is done, whose claim holds as [`hold`] has shown.
pub fn complete(tx: &mut Tx<'_>, job: &JobRecord) -> Result<(), Error> {
    // Another job of the resource may have waited for this job.
    tx.wake(Wake::Jobs);
    tx.execute(
        "DELETE FROM job WHERE platform_id = $1 AND job_id = $2 AND fence = $3",
        params![job.platform, job.id, job.fence],
    )
}

/// Schedules the job, whose claim holds as [`hold`] has shown, to run again at `due_at` as the next step of
/// the same work; its attempts are reset.
pub fn reschedule(tx: &mut Tx<'_>, job: &JobRecord, due_at: Time) -> Result<(), Error> {
    replace_work(tx, job, &job.kind, &job.payload, due_at)
}

/// Turns the job, whose claim holds as [`hold`] has shown, into other work on the same resource. It keeps its
/// id, its fencing number and `created_at`; its attempts are reset.
pub fn replace_work(
    tx: &mut Tx<'_>,
    job: &JobRecord,
    kind: &str,
    payload: &Json,
    due_at: Time,
) -> Result<(), Error> {
    tx.wake(Wake::Jobs);
    let wall = tx.wall();
    tx.execute(
        "UPDATE job SET kind = $4, payload = $5, state = 'WAITING', due_at = $6, scheduled_at = $7,
             last_error = NULL, lease_until = NULL, attempts = 0
         WHERE platform_id = $1 AND job_id = $2 AND fence = $3",
        params![job.platform, job.id, job.fence, kind, Value::doc(payload)?, due_at, wall,],
    )
}

/// Delays the retry of a failed job, which keeps its lease: it is claimed again after `wait` in the
/// database's time, independent of the platform's clock, and until then blocks other jobs of its resource.
/// With another end, the lease has no holder, so that it does not end with a process.
pub fn delay_retry(
    tx: &mut Tx<'_>,
    job: &JobRecord,
    wait: Duration,
    error: &str,
) -> Result<LeaseStatus, Error> {
    let until = tx.database_time()?.plus(wait);
    let changed = tx.execute_counted(
        "UPDATE job SET lease_until = $4, last_error = $5
         WHERE platform_id = $1 AND job_id = $2 AND fence = $3 AND state = 'LEASED'",
        params![job.platform, job.id, job.fence, until, error],
    )?;
    Ok(LeaseStatus::if_one(changed))
}

/// Fails a job that exceeded its attempts: it stops and is listed until an operator retries it.
pub fn fail(tx: &mut Tx<'_>, job: &JobRecord, error: &str) -> Result<LeaseStatus, Error> {
    let changed = tx.execute_counted(
        "UPDATE job SET state = 'FAILED', last_error = $4, lease_until = NULL
         WHERE platform_id = $1 AND job_id = $2 AND fence = $3 AND state = 'LEASED'",
        params![job.platform, job.id, job.fence, error],
    )?;
    tx.wake(Wake::Jobs);
    Ok(LeaseStatus::if_one(changed))
}

/// Releases every claimed job at once, including those with a delayed retry: for a process that knows to be
/// the only one on this database, so that the claiming processes are gone.
pub fn release_all(tx: &mut Tx<'_>) -> Result<(), Error> {
    let sql =
        "UPDATE job /* all platforms */ SET state = 'WAITING', lease_until = NULL WHERE state = 'LEASED'";
    tx.execute(sql, &[])
}

/// Sets a failed job back to waiting and resets its attempts; returns `true` if there was one.
pub fn retry_failed(tx: &mut Tx<'_>, platform: PlatformId, job: JobId) -> Result<bool, Error> {
    let changed = tx.execute_counted(
        "UPDATE job SET state = 'WAITING', attempts = 0
         WHERE platform_id = $1 AND job_id = $2 AND state = 'FAILED'",
        params![platform, job],
    )?;
    tx.wake(Wake::Jobs);
    if tx.effects().is_some()
        && let Some(job) = find(tx, platform, job)?.filter(|_| changed == 1)
        && let Some(effects) = tx.effects()
    {
        let JobRecord { kind, resource, due_at, payload, .. } = job;
        effects.jobs.push(JobEffect { kind, resource, due_at, payload });
    }
    Ok(changed == 1)
}
