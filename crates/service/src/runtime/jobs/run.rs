//! Claiming and running jobs.

use std::panic::AssertUnwindSafe;
use std::sync::Arc;

use causeway_domain::ids::PlatformId;
use causeway_store::{Error, Lease, jobs};
use futures_util::FutureExt;
use futures_util::future::join_all;
use tracing::Instrument;

use super::failure::Failure;
use super::{ClaimedJob, MAX_ATTEMPTS};
use crate::runtime::api_error::ApiError;
use crate::runtime::app::App;
use crate::runtime::timers::{self, Timeout};

/// Claims up to `limit` due jobs, of one platform or of all, and runs them. Returns the number of jobs run.
pub async fn run_due(app: &Arc<App>, platform: Option<PlatformId>, limit: u32) -> Result<usize, Error> {
    Ok(run_claimed(app, platform, limit).await?.len())
}

/// Claims and runs due jobs of one platform. Returns the number of jobs that did not fail.
pub(crate) async fn finish_due(app: &Arc<App>, platform: PlatformId, limit: u32) -> Result<usize, Error> {
    let ran = run_claimed(app, Some(platform), limit).await?;
    Ok(ran.into_iter().filter(|is_done| *is_done).count())
}

/// Claims and runs jobs; returns `true` for each that did not fail.
async fn run_claimed(app: &Arc<App>, platform: Option<PlatformId>, limit: u32) -> Result<Vec<bool>, Error> {
    let claimed = claim(app, platform, limit).await?;
    Ok(join_all(claimed.into_iter().map(run)).await)
}

pub(super) async fn claim(
    app: &Arc<App>,
    platform: Option<PlatformId>,
    limit: u32,
) -> Result<Vec<ClaimedJob>, Error> {
    let lease = Lease { holder: app.process, duration: timers::JOB_LEASE, limit };
    let claimed = app.store.write(&[], move |tx| jobs::claim(tx, platform, lease)).await?;
    Ok(claimed.into_iter().map(|record| ClaimedJob::new(app, record)).collect())
}

/// Runs a claimed job and saves its outcome; returns `true` if it did not fail.
pub(super) async fn run(claimed: ClaimedJob) -> bool {
    let record = claimed.record();
    let span = tracing::info_span!("job", id = %record.id, kind = record.kind, platform = %record.platform);
    async {
        let ended = if claimed.record().attempts > MAX_ATTEMPTS {
            Err(never_ended(claimed.record().last_error.as_deref()).into())
        } else {
            attempt((claimed.app.handlers.run)(Arc::clone(&claimed.app), claimed.record().clone())).await
        };
        let outcome = if ended.is_ok() { "done" } else { "failed" };
        metrics::counter!("causeway_jobs_total", "kind" => claimed.record().kind.clone(), "outcome" => outcome).increment(1);
        let is_done = ended.is_ok();
        if let Err(failure) = ended {
            claimed.conclude_failed(failure).await;
        }
        is_done
    }
    .instrument(span)
    .await
}

/// Formats the error of a job whose attempts left no outcome, not even a failure: each ended with its
/// process.
fn never_ended(last_error: Option<&str>) -> String {
    let last_error = last_error.unwrap_or("no error was recorded");
    format!("{MAX_ATTEMPTS} attempts did not come to an end; {last_error}")
}

/// Makes one attempt at a job. A panic fails only this attempt.
pub(super) async fn attempt(work: impl Future<Output = Result<(), ApiError>>) -> Result<(), Failure> {
    match timers::within(timers::JOB_TIMEOUT, AssertUnwindSafe(work).catch_unwind()).await {
        Ok(Ok(ended)) => ended.map_err(|refusal| Failure::from(&refusal)),
        Ok(Err(_)) => Err("the job panicked; see the log".to_owned().into()),
        Err(Timeout) => Err("the job timed out".to_owned().into()),
    }
}
