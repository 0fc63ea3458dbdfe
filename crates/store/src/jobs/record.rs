//! A job, its insertion and its withdrawal.

use causeway_domain::Time;
use causeway_domain::ids::{Id, JobId, PlatformId};
use serde_json::Value as Json;

use crate::database::listing::Position;
use crate::{Error, JobEffect, Row, Tx, Value, Wake, params};

/// Work to be done later.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct NewJob<'a> {
    pub id: JobId,
    /// The name under which the worker knows the work.
    pub kind: &'a str,
    /// The resource that it works on; jobs of one resource never run at once. Pass the job's own id if it
    /// need not wait for others.
    pub resource: &'a str,
    /// Earliest run time, on the platform's clock.
    pub due_at: Time,
    /// Parameters for the worker.
    pub payload: &'a Json,
    /// Time of creation, on the platform's clock.
    pub created_at: Time,
}

/// The state of a job. A job that is done is deleted.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum JobState {
    /// Waits to become due or to be claimed.
    Waiting,
    /// Claimed by a worker.
    Leased,
    /// Exceeded its attempts; an operator decides.
    Failed,
}

/// A stored job.
#[derive(Debug, Clone, PartialEq)]
pub struct JobRecord {
    pub id: JobId,
    pub platform: PlatformId,
    /// The name under which the worker knows the work.
    pub kind: String,
    /// The resource that it works on.
    pub resource: String,
    pub state: JobState,
    /// Earliest run time, on the platform's clock.
    pub due_at: Time,
    /// Number of claims since the attempts were last reset.
    pub attempts: u32,
    /// Fencing number of the last claim.
    pub fence: i64,
    /// Reason of the last failure.
    pub last_error: Option<String>,
    /// Parameters for the worker.
    pub payload: Json,
    /// Time of creation, on the platform's clock.
    pub created_at: Time,
}

pub(super) const COLUMNS: &str = "job_id, platform_id, kind, resource, state, due_at, attempts, fence,
    last_error, payload, created_at";

impl JobState {
    /// Returns the name that is stored and shown.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Waiting => "WAITING",
            Self::Leased => "LEASED",
            Self::Failed => "FAILED",
        }
    }

    /// Returns the state as a sentence for operators.
    #[must_use]
    pub const fn meaning(self) -> &'static str {
        match self {
            Self::Waiting => "waits until it is due, or for a worker",
            Self::Leased => "a worker does it",
            Self::Failed => "given up, and an operator decides",
        }
    }

    pub(super) fn read(text: &str) -> Result<Self, Error> {
        match text {
            "WAITING" => Ok(Self::Waiting),
            "LEASED" => Ok(Self::Leased),
            "FAILED" => Ok(Self::Failed),
            _ => Err(Error::Data(format!("no job state {text}"))),
        }
    }
}

impl JobRecord {
    /// Returns the position in the order in which jobs are due.
    #[must_use]
    pub fn position(&self) -> Position {
        Position { at: self.due_at, id: self.id.uuid() }
    }
}

/// Adds a job and, after the commit, wakes the workers if it is due already.
pub fn insert(tx: &mut Tx<'_>, platform: PlatformId, job: &NewJob<'_>) -> Result<(), Error> {
    if job.due_at <= job.created_at {
        tx.wake(Wake::Jobs);
    }
    if let Some(effects) = tx.effects() {
        effects.jobs.push(JobEffect {
            kind: job.kind.to_owned(),
            resource: job.resource.to_owned(),
            due_at: job.due_at,
            payload: job.payload.clone(),
        });
    }
    let wall = tx.wall();
    tx.execute(
        "INSERT INTO job (platform_id, job_id, kind, resource, state, due_at, attempts, fence, payload, created_at,
             scheduled_at)
         VALUES ($1, $2, $3, $4, 'WAITING', $5, 0, 0, $6, $7, $8)",
        params![
            platform,
            job.id,
            job.kind,
            job.resource,
            job.due_at,
            Value::doc(job.payload)?,
            job.created_at,
            wall,
        ],
    )
}

/// Withdraws a job that is no longer needed. A job that is claimed, or being claimed, stays: its work finds
/// nothing left to do. Does not wait for locks.
pub fn withdraw(tx: &mut Tx<'_>, platform: PlatformId, job: JobId) -> Result<(), Error> {
    // The condition is written so that it fits no index of waiting jobs: PostgreSQL would scan one to find a
    // job by its id.
    tx.execute(
        "DELETE FROM job WHERE platform_id = $1 AND job_id = (SELECT job_id FROM job
             WHERE platform_id = $1 AND job_id = $2 AND state NOT IN ('LEASED', 'FAILED') FOR UPDATE SKIP LOCKED)",
        params![platform, job],
    )
}

pub(super) fn read(row: &Row<'_>) -> Result<JobRecord, Error> {
    Ok(JobRecord {
        id: row.get("job_id")?,
        platform: row.get("platform_id")?,
        kind: row.get("kind")?,
        resource: row.get("resource")?,
        state: JobState::read(&row.get::<String>("state")?)?,
        due_at: row.get("due_at")?,
        attempts: row.get("attempts")?,
        fence: row.get("fence")?,
        last_error: row.get("last_error")?,
        payload: row.json("payload")?,
        created_at: row.get("created_at")?,
    })
}
