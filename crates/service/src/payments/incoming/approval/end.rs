//! The end of a window in which nobody has decided.

use std::sync::Arc;

use causeway_domain::ids::{PlatformId, TransactionId};
use causeway_domain::payments::lifecycle::ReceiptEvent;
use causeway_store::{Error, Tx, approvals};
use tokio::sync::watch;

use super::ask::job_of;
use super::decide::end;
use super::window::{Window, undecided, window};
use crate::runtime::api_error::ApiError;
use crate::runtime::app::App;
use crate::runtime::context::Context;
use crate::runtime::jobs::{self, Claimed, Next};
use crate::runtime::timers;

/// Windows that are ended in one look.
const BATCH: u32 = 64;

/// Ends the window of a payment on the platform's clock.
///
/// # Errors
/// Those of the database.
pub async fn run(job: &Claimed, transaction: TransactionId) -> Result<(), ApiError> {
    job.conclude(&[], move |tx, context| {
        let Some(mut locked) = undecided(tx, context, transaction)? else { return Ok(Next::Done) };
        Ok(match window(tx, context, transaction)? {
            Window::NotAsked => Next::Again { at: context.now.plus(timers::APPROVAL) },
            Window::Open { until } => Next::Again { at: until },
            Window::Over => {
                end(tx, context, &mut locked, ReceiptEvent::ApprovalTimedOut)?;
                Next::Done
            }
        })
    })
    .await
}

/// Ends windows that are over in real time, whatever the clocks of their platforms show, until stopped.
pub async fn keep_ending(app: Arc<App>, mut stop: watch::Receiver<bool>) {
    loop {
        if let Err(error) = end_overdue(&app).await {
            tracing::warn!(%error, "approvals that are overdue could not be looked for");
        }
        tokio::select! {
            // An error would mean that the sender is gone, and with it whoever could want more.
            _ = stop.wait_for(|stop| *stop) => return,
            () = timers::pause(timers::POLL) => {}
        }
    }
}

/// Ends windows that are over in real time; says how many were looked at.
///
/// # Errors
/// Those of the database.
pub async fn end_overdue(app: &Arc<App>) -> Result<usize, Error> {
    let overdue: Vec<_> = app.store.read(|tx| approvals::overdue(tx, BATCH)).await?;
    for (platform, transaction) in &overdue {
        if let Err(refused) = end_one(app, *platform, *transaction).await {
            // One odd payment must not keep the windows of all others open.
            tracing::error!(%transaction, ?refused, "the window of an approval could not be ended");
        }
    }
    Ok(overdue.len())
}

async fn end_one(app: &Arc<App>, platform: PlatformId, transaction: TransactionId) -> Result<(), ApiError> {
    let shared = Arc::clone(app);
    let write = move |tx: &mut Tx<'_>| {
        let context = Context::read(tx, &shared, platform)?;
        let Some(mut locked) = undecided(tx, &context, transaction)? else { return Ok(()) };
        if window(tx, &context, transaction)? == Window::Over {
            end(tx, &context, &mut locked, ReceiptEvent::ApprovalTimedOut)?;
            jobs::withdraw(tx, &context, job_of(transaction))?;
        }
        Ok(())
    };
    app.store.write(&[], write).await
}
