//! A job that this process has claimed.

use std::fmt;
use std::sync::Arc;

use causeway_domain::Time;
use causeway_domain::ids::{JobId, PlatformId};
use causeway_store::jobs::{self, JobRecord};
use causeway_store::{Error, LeaseStatus, Prefetch, Tx, alerts};
use serde_json::json;

use super::Work;
use super::backoff::{AfterFailure, after_failure};
use super::failure::Failure;
use crate::runtime::api_error::ApiError;
use crate::runtime::app::App;
use crate::runtime::context::Context;

/// A claimed job: what its work is given.
#[derive(Debug)]
pub struct Claimed {
    /// The running service.
    pub app: Arc<App>,
    /// The platform that the work is for.
    pub platform: PlatformId,
    record: JobRecord,
}

/// What follows a step of the work.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Next {
    /// Nothing: the job is done.
    Done,
    /// The same job once more, from this instant of the platform's clock on.
    Again {
        /// From when on.
        at: Time,
    },
    /// Other work on the same resource, from this instant on. It takes the place of the job.
    Then {
        /// What is to be done.
        work: Work,
        /// From when on.
        at: Time,
    },
}

/// The claim ran out while the work was under way, and somebody else has the job now.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct ClaimLost;

/// The kind of alert that a poisoned job raises.
pub const POISONED: &str = "JOB_POISONED";

/// The kind of alert about a row that this service did not write, and that was met by something else than work.
pub const FOREIGN_ROW: &str = "ROW_NOT_AUTHENTIC";
/// The kind of alert that a job raises which met what this service did not write.
pub const NOT_AUTHENTIC: &str = "PAYMENT_NOT_AUTHENTIC";

impl Claimed {
    pub(crate) fn new(app: &Arc<App>, record: JobRecord) -> Self {
        Self { app: Arc::clone(app), platform: record.platform, record }
    }

    /// What is to be done.
    pub(crate) fn work(&self) -> Result<Work, Error> {
        Work::from_payload(&self.record.payload)
    }

    pub(super) const fn record(&self) -> &JobRecord {
        &self.record
    }

    /// The job's id.
    pub(crate) const fn id(&self) -> JobId {
        self.record.id
    }

    /// Returns when the job was made, on the platform's clock.
    pub(crate) const fn created_at(&self) -> Time {
        self.record.created_at
    }

    /// Whether the job was claimed before: what it submits may have been submitted already, by a run that did
    /// not live to write it down.
    pub(crate) const fn may_have_run(&self) -> bool {
        self.record.fence > 1
    }

    /// Writes the outcome of the work, together with the end of the job or its next date. `prefetch` is what is
    /// known of `apply` before it runs: the internal accounts whose balances it changes, and what it reads.
    ///
    /// # Errors
    /// What `apply` returns: then nothing is written and the job is tried again later. `INTERNAL_ERROR` when
    /// the claim was lost: then nothing is written, and nothing needs to be.
    pub async fn conclude<F>(&self, prefetch: impl Into<Prefetch>, mut apply: F) -> Result<(), ApiError>
    where
        F: FnMut(&mut Tx<'_>, &Context) -> Result<Next, ApiError> + Send + 'static,
    {
        let (app, record) = (Arc::clone(&self.app), self.record.clone());
        let write = move |tx: &mut Tx<'_>| {
            let platform = jobs::hold(tx, &record)?.ok_or_else(|| ApiError::internal(ClaimLost))?;
            let context = Context::of_service(&app, &platform, tx.wall());
            let written = match apply(tx, &context)? {
                Next::Done => jobs::complete(tx, &record),
                Next::Again { at } => jobs::reschedule(tx, &record, at),
                Next::Then { work, at } => jobs::turn_into(tx, &record, work.kind(), &work.to_payload()?, at),
            };
            written.map_err(ApiError::from)
        };
        let record = self.record.clone();
        let prefetch = prefetch.into().reading_first(move |tx| jobs::hold(tx, &record).map(drop));
        let prefetch = prefetch.learning_version();
        self.app.store.write(prefetch, write).await
    }

    /// Writes that the work failed: it is held back for a while, or given up and shown to an operator.
    pub(super) async fn conclude_failed(&self, failure: Failure) {
        let after = match failure.foreign {
            Some(_) => AfterFailure::Stop,
            None => after_failure(self.record.attempts),
        };
        tracing::warn!(error = failure.why, attempt = self.record.attempts, ?after, "a job failed");
        let (app, record) = (Arc::clone(&self.app), self.record.clone());
        let write = move |tx: &mut Tx<'_>| match (after, &failure.foreign) {
            (AfterFailure::Again(wait), _) => jobs::hold_back(tx, &record, wait, &failure.why),
            (AfterFailure::Stop, None) => give_up(tx, &app, &record, &failure.why),
            (AfterFailure::Stop, Some(foreign)) => refuse(tx, &app, &record, &failure.why, foreign),
        };
        let written: Result<LeaseStatus, Error> = self.app.store.write(&[], write).await;
        if let Err(error) = written {
            // Nobody loses by it: the claim runs out and the job is tried again.
            tracing::error!(%error, "the failure of a job could not be recorded");
        }
    }
}

fn give_up(tx: &mut Tx<'_>, app: &App, record: &JobRecord, error: &str) -> Result<LeaseStatus, Error> {
    let held = jobs::fail(tx, record, error)?;
    if held == LeaseStatus::Yes {
        let detail = json!({
            "kind": record.kind,
            "resource": record.resource,
            "attempts": record.attempts,
            "error": error,
            "commands": commands(tx, app, record)?,
        });
        let alert = app.ids.next(tx.wall());
        alerts::raise(tx, Some(record.platform), alert, POISONED, &record.id.to_string(), &detail)?;
    }
    Ok(held)
}

/// Stops work that met what this service did not write: nothing is moved by it until it is put right.
fn refuse(
    tx: &mut Tx<'_>,
    app: &App,
    record: &JobRecord,
    error: &str,
    foreign: &str,
) -> Result<LeaseStatus, Error> {
    let held = jobs::fail(tx, record, error)?;
    if held == LeaseStatus::Yes {
        let detail = json!({
            "kind": record.kind,
            "job": record.id,
            "not_authentic": foreign,
            "commands": ["causeway ledger verify".to_owned(), retry(record)],
        });
        let alert = app.ids.next(tx.wall());
        alerts::raise(tx, Some(record.platform), alert, NOT_AUTHENTIC, &record.resource, &detail)?;
        // One alert tells of it.
        alerts::close_about(tx, FOREIGN_ROW, foreign, "the service").map(drop)?;
    }
    Ok(held)
}

fn retry(record: &JobRecord) -> String {
    format!("causeway jobs retry {} --platform {}", record.id, record.platform)
}

/// What an operator can do about work that was given up: have it tried again, or end what waits for it.
fn commands(tx: &mut Tx<'_>, app: &App, record: &JobRecord) -> Result<Vec<String>, Error> {
    let mut commands = vec![retry(record)];
    commands.extend((app.handlers.remedies)(tx, record)?);
    Ok(commands)
}

impl fmt::Display for ClaimLost {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("the claim on a job ran out before its outcome was written")
    }
}

impl std::error::Error for ClaimLost {}
