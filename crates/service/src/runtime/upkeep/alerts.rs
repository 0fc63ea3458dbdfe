//! Alerts close with their cause: what was put right, or has ended by itself, is not shown any more.

use std::sync::Arc;

use causeway_domain::ids::{AlertId, JobId, PlatformId};
use causeway_store::alerts::{self, AlertRecord};
use causeway_store::jobs::{self, JobState};
use causeway_store::{Defect, Error, Tx, ledger};

use super::seal::NOT_SEALED_KIND;
use crate::runtime::app::{App, JobHandlers};
use crate::runtime::jobs::{NOT_AUTHENTIC, POISONED};

/// Who has closed them, as it is shown.
const BY: &str = "the service";
/// Open alerts that are looked at in one round, the oldest first.
const AT_ONCE: i64 = 1_000;

/// Closes the alerts whose cause is over; how many. What cannot be read stays open.
///
/// # Errors
/// Those of the database.
pub async fn close_alerts(app: &Arc<App>) -> Result<usize, Error> {
    let open = app.store.read(|tx: &mut Tx<'_>| alerts::list(tx, false, AT_ONCE)).await?;
    let mut over: Vec<AlertId> = Vec::new();
    for alert in open {
        let id = alert.id;
        let handlers = app.handlers;
        match app.store.read(move |tx: &mut Tx<'_>| is_over(tx, handlers, &alert)).await {
            Ok(true) => over.push(id),
            Ok(false) => {}
            Err(error) => tracing::debug!(alert = %id, %error, "what an alert is about cannot be read"),
        }
    }
    if over.is_empty() || app.store.has_defect(Defect::LeaveAlertsOpen) {
        return Ok(0);
    }
    let close = move |tx: &mut Tx<'_>| {
        let mut closed = 0;
        for id in &over {
            closed += usize::from(alerts::close(tx, *id, BY)?);
        }
        Ok(closed)
    };
    app.store.write(&[], close).await
}

fn is_over(tx: &mut Tx<'_>, handlers: JobHandlers, alert: &AlertRecord) -> Result<bool, Error> {
    let Some(platform) = alert.platform else { return Ok(false) };
    match alert.kind.as_str() {
        POISONED => is_job_over(tx, platform, Some(&alert.subject)),
        NOT_AUTHENTIC => is_job_over(tx, platform, alert.detail["job"].as_str()),
        NOT_SEALED_KIND => Ok(!ledger::unsealed_platforms(tx)?.contains(&platform)),
        _ => (handlers.is_settled)(tx, platform, alert),
    }
}

/// Whether a job that was given up is tried again, or done.
fn is_job_over(tx: &mut Tx<'_>, platform: PlatformId, job: Option<&str>) -> Result<bool, Error> {
    let Some(Ok(job)) = job.map(str::parse::<JobId>) else { return Ok(false) };
    Ok(jobs::find(tx, platform, job)?.is_none_or(|job| job.state != JobState::Failed))
}
