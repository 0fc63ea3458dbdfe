//! Claiming and running jobs.

use std::panic::AssertUnwindSafe;
use std::sync::Arc;

use causeway_domain::ids::PlatformId;
use causeway_store::{Error, Lease, jobs};
use futures_util::FutureExt;
use futures_util::future::join_all;
use tracing::Instrument;

use super::failure::Failure;
use super::{ATTEMPTS_MAX, Claimed};
use crate::runtime::api_error::ApiError;
use crate::runtime::app::App;
use crate::runtime::timers::{self, Elapsed};

/// Claims up to `limit` jobs that are due, of one platform or of all, and runs them. Returns how many it ran.
///
/// # Errors
/// Those of the database when it claims.
pub async fn run_due(app: &Arc<App>, platform: Option<PlatformId>, limit: u32) -> Result<usize, Error> {
    Ok(run_claimed(app, platform, limit).await?.len())
}

/// The same for one platform; returns how many of the jobs were done and did not fail.
///
/// # Errors
/// Those of the database when it claims.
pub(crate) async fn finish_due(app: &Arc<App>, platform: PlatformId, limit: u32) -> Result<usize, Error> {
    let ran = run_claimed(app, Some(platform), limit).await?;
    Ok(ran.into_iter().filter(|is_done| *is_done).count())
}

/// Claims and runs jobs; returns for each whether it was done.
async fn run_claimed(app: &Arc<App>, platform: Option<PlatformId>, limit: u32) -> Result<Vec<bool>, Error> {
    let claimed = claim(app, platform, limit).await?;
    Ok(join_all(claimed.into_iter().map(run)).await)
}

pub(super) async fn claim(
    app: &Arc<App>,
    platform: Option<PlatformId>,
    limit: u32,
) -> Result<Vec<Claimed>, Error> {
    let lease = Lease { duration: timers::JOB_LEASE, limit };
    let found = app.store.write(&[], move |tx| jobs::claim(tx, platform, lease)).await?;
    Ok(found.into_iter().map(|record| Claimed::new(app, record)).collect())
}

/// Runs a claimed job and writes what came of it; returns whether it was done and did not fail.
pub(super) async fn run(claimed: Claimed) -> bool {
    let record = claimed.record();
    let span = tracing::info_span!("job", id = %record.id, kind = record.kind, platform = %record.platform);
    async {
        let ended = if claimed.record().attempts > ATTEMPTS_MAX {
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

/// Why a job is given up whose attempts left no outcome, not even that they failed: they ended with their process.
fn never_ended(last_error: Option<&str>) -> String {
    let last_error = last_error.unwrap_or("nothing is known of why");
    format!("{ATTEMPTS_MAX} attempts did not come to an end; {last_error}")
}

/// Makes one attempt at a job's work, and returns why it failed. A defect in the work ends the attempt and nothing else.
pub(super) async fn attempt(work: impl Future<Output = Result<(), ApiError>>) -> Result<(), Failure> {
    match timers::within(timers::JOB, AssertUnwindSafe(work).catch_unwind()).await {
        Ok(Ok(ended)) => ended.map_err(|refusal| Failure::from(&refusal)),
        Ok(Err(_)) => Err("it panicked; the log says where".to_owned().into()),
        Err(Elapsed) => Err("it took too long".to_owned().into()),
    }
}
