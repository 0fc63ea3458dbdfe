//! The end of an approval window without a decision.

use std::sync::Arc;

use causeway_domain::ids::{PlatformId, TransactionId};
use causeway_domain::payments::lifecycle::IncomingUmaEvent;
use causeway_store::{Error, Tx, approvals};
use tokio::sync::watch;

use super::ask::job_of;
use super::decide::end;
use super::window::{Window, lock_undecided, window};
use crate::runtime::api_error::ApiError;
use crate::runtime::app::App;
use crate::runtime::context::Context;
use crate::runtime::jobs::{self, ClaimedJob, Next};
use crate::runtime::timers;

/// Maximum number of windows ended in one pass.
const BATCH: u32 = 64;

/// Expires the approval window of a payment on the platform's clock.
pub async fn run(job: &ClaimedJob, transaction: TransactionId) -> Result<(), ApiError> {
    job.conclude(&[], move |tx, context| {
        let Some(mut locked) = lock_undecided(tx, context, transaction)? else { return Ok(Next::Done) };
        Ok(match window(tx, context, transaction)? {
            Window::NotAsked => Next::Again { at: context.now.plus(timers::APPROVAL) },
            Window::Open { until } => Next::Again { at: until },
            Window::Over => {
                end(tx, context, &mut locked, IncomingUmaEvent::ApprovalTimedOut)?;
                Next::Done
            }
        })
    })
    .await
}

/// Expires approval windows that are over in real time, regardless of their platforms' clocks, until stopped.
pub async fn keep_expiring(app: Arc<App>, mut stop: watch::Receiver<bool>) {
    loop {
        if let Err(error) = expire_overdue(&app).await {
            tracing::warn!(%error, "cannot look for overdue approvals");
        }
        tokio::select! {
            // An error means that the sender was dropped: the process is shutting down.
            _ = stop.wait_for(|stop| *stop) => return,
            () = timers::pause(timers::POLL) => {}
        }
    }
}

/// Expires approval windows that are over in real time; returns the number of payments visited.
pub async fn expire_overdue(app: &Arc<App>) -> Result<usize, Error> {
    let overdue: Vec<_> = app.store.read(|tx| approvals::overdue(tx, BATCH)).await?;
    for (platform, transaction) in &overdue {
        if let Err(error) = expire_one(app, *platform, *transaction).await {
            // One failing payment must not keep the windows of all others open.
            tracing::error!(%transaction, ?error, "failed to expire approval");
        }
    }
    Ok(overdue.len())
}

async fn expire_one(
    app: &Arc<App>,
    platform: PlatformId,
    transaction: TransactionId,
) -> Result<(), ApiError> {
    let shared = Arc::clone(app);
    let write = move |tx: &mut Tx<'_>| {
        let context = Context::read(tx, &shared, platform)?;
        let Some(mut locked) = lock_undecided(tx, &context, transaction)? else { return Ok(()) };
        if window(tx, &context, transaction)? == Window::Over {
            end(tx, &context, &mut locked, IncomingUmaEvent::ApprovalTimedOut)?;
            jobs::withdraw(tx, &context, job_of(transaction))?;
        }
        Ok(())
    };
    app.store.write(&[], write).await
}
