//! A job that this process has claimed.

use std::fmt;
use std::sync::Arc;

use causeway_domain::Time;
use causeway_domain::alerts::AlertKind;
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

/// A claimed job, as its work receives it.
#[derive(Debug)]
pub struct ClaimedJob {
    pub app: Arc<App>,
    pub platform: PlatformId,
    record: JobRecord,
}

/// The next step after a step of the work.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Next {
    /// No further step: the job is done.
    Done,
    /// The same job once more.
    Again {
        /// Earliest instant, on the platform's clock.
        at: Time,
    },
    /// Other work on the same resource, which replaces the job.
    Then {
        work: Work,
        /// Earliest instant, on the platform's clock.
        at: Time,
    },
}

/// The error of a lease that expired during the work; another worker may have the job now.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct ClaimLost;

impl ClaimedJob {
    pub(crate) fn new(app: &Arc<App>, record: JobRecord) -> Self {
        Self { app: Arc::clone(app), platform: record.platform, record }
    }

    /// Returns the work to do.
    pub(crate) fn work(&self) -> Result<Work, Error> {
        Work::from_payload(&self.record.payload)
    }

    pub(super) const fn record(&self) -> &JobRecord {
        &self.record
    }

    pub(crate) const fn id(&self) -> JobId {
        self.record.id
    }

    /// Returns the creation instant on the platform's clock.
    pub(crate) const fn created_at(&self) -> Time {
        self.record.created_at
    }

    /// Returns `true` if the job was claimed before: a run that died before saving its outcome may already
    /// have submitted it.
    pub(crate) const fn may_have_run(&self) -> bool {
        self.record.fence > 1
    }

    /// Saves the outcome of the work, together with the end of the job or its next date. `prefetch` is the
    /// data known to be needed by `apply`: the internal accounts whose balances it changes, and its reads.
    ///
    /// # Errors
    /// The errors of `apply`: then no change is written and the job is retried later. `INTERNAL_ERROR` if the
    /// lease was lost: then no change is written, and none is needed.
    pub async fn conclude<F>(&self, prefetch: impl Into<Prefetch>, mut apply: F) -> Result<(), ApiError>
    where
        F: FnMut(&mut Tx<'_>, &Context) -> Result<Next, ApiError> + Send + 'static,
    {
        let app = Arc::clone(&self.app);
        let record = self.record.clone();
        let write = move |tx: &mut Tx<'_>| {
            let platform = jobs::hold(tx, &record)?.ok_or_else(|| ApiError::internal(ClaimLost))?;
            let context = Context::of_service(&app, &platform, tx.wall());
            let outcome = match apply(tx, &context)? {
                Next::Done => jobs::complete(tx, &record),
                Next::Again { at } => jobs::reschedule(tx, &record, at),
                Next::Then { work, at } => {
                    jobs::replace_work(tx, &record, work.kind(), &work.to_payload()?, at)
                }
            };
            outcome.map_err(ApiError::from)
        };
        let record = self.record.clone();
        let prefetch = prefetch.into().reading_first(move |tx| jobs::hold(tx, &record).map(drop));
        let prefetch = prefetch.learning_version();
        self.app.store.write(prefetch, write).await
    }

    /// Saves a failure: the job is held back for a while, or given up with an alert.
    pub(super) async fn conclude_failed(&self, failure: Failure) {
        let after = match failure.foreign {
            Some(_) => AfterFailure::Stop,
            None => after_failure(self.record.attempts),
        };
        tracing::warn!(error = failure.reason, attempt = self.record.attempts, ?after, "a job failed");
        let app = Arc::clone(&self.app);
        let record = self.record.clone();
        let write = move |tx: &mut Tx<'_>| match (after, &failure.foreign) {
            (AfterFailure::Again(wait), _) => jobs::delay_retry(tx, &record, wait, &failure.reason),
            (AfterFailure::Stop, None) => give_up(tx, &app, &record, &failure.reason),
            (AfterFailure::Stop, Some(foreign)) => refuse(tx, &app, &record, &failure.reason, foreign),
        };
        let outcome: Result<LeaseStatus, Error> = self.app.store.write(&[], write).await;
        if let Err(error) = outcome {
            // Harmless: the lease expires and the job is retried.
            tracing::error!(%error, "failed to save the failure of a job");
        }
    }
}

fn give_up(tx: &mut Tx<'_>, app: &App, record: &JobRecord, error: &str) -> Result<LeaseStatus, Error> {
    let lease = jobs::fail(tx, record, error)?;
    if lease == LeaseStatus::Held {
        let detail = json!({
            "kind": record.kind,
            "resource": record.resource,
            "attempts": record.attempts,
            "error": error,
            "commands": commands(tx, app, record)?,
        });
        let alert = app.ids.next(tx.wall());
        alerts::raise(
            tx,
            Some(record.platform),
            alert,
            AlertKind::JobPoisoned,
            &record.id.to_string(),
            &detail,
        )?;
    }
    Ok(lease)
}

/// Stops a job that found a row this service did not write: it moves no money until the row is repaired.
fn refuse(
    tx: &mut Tx<'_>,
    app: &App,
    record: &JobRecord,
    error: &str,
    foreign: &str,
) -> Result<LeaseStatus, Error> {
    let lease = jobs::fail(tx, record, error)?;
    if lease == LeaseStatus::Held {
        let detail = json!({
            "kind": record.kind,
            "job": record.id,
            "not_authentic": foreign,
            "commands": ["causeway ledger verify".to_owned(), retry(record)],
        });
        let alert = app.ids.next(tx.wall());
        alerts::raise(
            tx,
            Some(record.platform),
            alert,
            AlertKind::PaymentNotAuthentic,
            &record.resource,
            &detail,
        )?;
        // One alert is enough.
        alerts::close_about(tx, AlertKind::RowNotAuthentic, foreign, "the service").map(drop)?;
    }
    Ok(lease)
}

fn retry(record: &JobRecord) -> String {
    format!("causeway jobs retry {}", record.id)
}

/// Lists the operator's commands for a job that was given up: retry it, or end the payment that waits for it.
fn commands(tx: &mut Tx<'_>, app: &App, record: &JobRecord) -> Result<Vec<String>, Error> {
    let mut commands = vec![retry(record)];
    commands.extend((app.handlers.remedies)(tx, record)?);
    Ok(commands)
}

impl fmt::Display for ClaimLost {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("the lease of a job expired before its outcome was saved")
    }
}

impl std::error::Error for ClaimLost {}
