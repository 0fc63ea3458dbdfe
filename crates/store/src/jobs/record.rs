//! A job, how it comes to be, and how it is taken back.

use causeway_domain::Time;
use causeway_domain::ids::{JobId, PlatformId};
use serde_json::Value as Json;

use crate::{Error, Row, Tx, Value, Wake, params};

/// Work to be done later.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct NewJob<'a> {
    /// Its id.
    pub id: JobId,
    /// What is to be done: the name under which its runner knows it.
    pub kind: &'a str,
    /// What it works on; jobs of one resource never run at once. Give the job's own id when it need not wait
    /// for others.
    pub resource: &'a str,
    /// From when on, on the platform's clock.
    pub due_at: Time,
    /// What its runner needs to know.
    pub payload: &'a Json,
    /// When it was made, on the platform's clock.
    pub created_at: Time,
}

/// Where a job stands. A job that is done is no more.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum JobState {
    /// It waits to become due or to be claimed.
    Waiting,
    /// Somebody has claimed it.
    Leased,
    /// It was tried too often; an operator decides.
    Failed,
}

/// A job.
#[derive(Debug, Clone, PartialEq)]
pub struct JobRecord {
    /// Its id.
    pub id: JobId,
    /// The platform that it works for.
    pub platform: PlatformId,
    /// What is to be done.
    pub kind: String,
    /// What it works on.
    pub resource: String,
    /// Where it stands.
    pub state: JobState,
    /// From when on, on the platform's clock.
    pub due_at: Time,
    /// How often it was claimed since it was last set back.
    pub attempts: u32,
    /// The number of its last claim.
    pub fence: i64,
    /// What went wrong the last time.
    pub last_error: Option<String>,
    /// What its runner needs to know.
    pub payload: Json,
    /// When it was made, on the platform's clock.
    pub created_at: Time,
}

pub(super) const COLUMNS: &str = "job_id, platform_id, kind, resource, state, due_at, attempts, fence,
    last_error, payload, created_at";

impl JobState {
    /// The name that is stored and shown.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Waiting => "WAITING",
            Self::Leased => "LEASED",
            Self::Failed => "FAILED",
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

/// Adds a job and, after the commit, wakes those who run jobs if it is due already.
///
/// # Errors
/// Those of the database.
pub fn insert(tx: &mut Tx<'_>, platform: PlatformId, job: &NewJob<'_>) -> Result<(), Error> {
    if job.due_at <= job.created_at {
        tx.wake(Wake::Jobs);
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

/// Takes back a job that is not needed any more. One that somebody claims or has claimed stays: its work finds
/// nothing left to do. Nobody is waited for.
///
/// # Errors
/// Those of the database.
pub fn withdraw(tx: &mut Tx<'_>, platform: PlatformId, job: JobId) -> Result<(), Error> {
    // Said so, the indexes of waiting jobs do not fit: PostgreSQL would walk along one to find a job by its number.
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
