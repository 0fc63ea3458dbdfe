//! Closing alerts with their cause, once it was resolved or has ended by itself.

use std::sync::Arc;

use causeway_domain::alerts::AlertKind;
use causeway_domain::ids::{AlertId, JobId, JournalId, PlatformId};
use causeway_store::alerts::{self, AlertRecord};
use causeway_store::jobs::{self, JobState};
use causeway_store::{Error, Tx, ledger};

use super::clock::has_caught_up;
use super::review::is_decided;
use crate::runtime::app::App;

/// The actor that is shown for alerts closed here.
pub(super) const BY: &str = "the service";
/// Maximum number of open alerts checked in one round, the oldest first.
const AT_ONCE: i64 = 1_000;

/// Closes the alerts whose cause is over; returns their number. An alert that cannot be checked stays open.
pub async fn close_alerts(app: &Arc<App>) -> Result<usize, Error> {
    let open = app.store.read(|tx: &mut Tx<'_>| alerts::list(tx, false, AT_ONCE)).await?;
    let mut obsolete: Vec<AlertId> = Vec::new();
    for alert in open {
        let id = alert.id;
        let shared = Arc::clone(app);
        match app.store.read(move |tx: &mut Tx<'_>| is_over(tx, &shared, &alert)).await {
            Ok(true) => obsolete.push(id),
            Ok(false) => {}
            Err(error) => tracing::debug!(alert = %id, %error, "failed to check the cause of an alert"),
        }
    }
    if obsolete.is_empty() {
        return Ok(0);
    }
    let close = move |tx: &mut Tx<'_>| {
        let mut closed = 0;
        for id in &obsolete {
            closed += usize::from(alerts::close(tx, *id, BY)?);
        }
        Ok(closed)
    };
    app.store.write(&[], close).await
}

/// Closes the open alert of this kind and subject, if there is one: its cause is over.
pub(crate) fn close_alert(tx: &mut Tx<'_>, kind: AlertKind, subject: &str) -> Result<(), Error> {
    alerts::close_about(tx, kind, subject, BY).map(drop)
}

fn is_over(tx: &mut Tx<'_>, app: &App, alert: &AlertRecord) -> Result<bool, Error> {
    // A newer process may have raised an alert of a kind that this one does not know.
    let Some(kind) = alert.known_kind() else { return Ok(false) };
    if kind == AlertKind::ClockWentBack {
        return Ok(has_caught_up(alert, app.clock.now(), app.clock.ahead()));
    }
    let Some(platform) = alert.platform else { return Ok(false) };
    match kind {
        AlertKind::LedgerJournalNotAuthentic => {
            let journals: Vec<JournalId> =
                serde_json::from_value(alert.detail["journals"].clone()).unwrap_or_default();
            Ok(!journals.is_empty() && ledger::are_sealed_and_none_set_aside(tx, platform, &journals)?)
        }
        AlertKind::JobPoisoned => is_job_over(tx, platform, Some(&alert.subject)),
        AlertKind::PaymentNotAuthentic => is_job_over(tx, platform, alert.detail["job"].as_str()),
        AlertKind::ReviewWaiting => is_decided(tx, platform, alert),
        AlertKind::LedgerNotSealed => Ok(!ledger::unsealed_platforms(tx)?.contains(&platform)),
        _ => (app.handlers.is_settled)(tx, platform, alert),
    }
}

/// Returns `true` if a job that was given up is retried or done.
fn is_job_over(tx: &mut Tx<'_>, platform: PlatformId, job: Option<&str>) -> Result<bool, Error> {
    let Some(Ok(job)) = job.map(str::parse::<JobId>) else { return Ok(false) };
    Ok(jobs::find(tx, platform, job)?.is_none_or(|job| job.state != JobState::Failed))
}
