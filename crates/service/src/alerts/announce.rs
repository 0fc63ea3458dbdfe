//! The rows of notices, made from the alerts.

use std::collections::BTreeMap;

use causeway_domain::alerts::AlertKind;
use causeway_domain::ids::{AlertSinkId, PlatformId};
use causeway_store::alert_sinks::AlertSinkRecord;
use causeway_store::alerts::AlertRecord;
use causeway_store::platforms::Environment;
use causeway_store::{Error, Tx, alert_notices, alert_sinks, alerts, platforms};

use super::body::severity_of;

/// Alerts whose rows are made in one transaction.
const AT_ONCE: u32 = 100;

/// Maximum number of open alerts of which a new receiver is notified, the oldest first.
const OPEN: i64 = 1_000;

/// Returns the environment of each platform.
fn environments(tx: &mut Tx<'_>) -> Result<BTreeMap<PlatformId, Environment>, Error> {
    Ok(platforms::list(tx)?.into_iter().map(|platform| (platform.id, platform.environment)).collect())
}

/// Makes the rows of alerts that were raised since, and has those of alerts that were closed since say so. Returns
/// all receivers.
pub(super) fn announce(tx: &mut Tx<'_>) -> Result<Vec<AlertSinkId>, Error> {
    let unannounced = alert_notices::lock_unannounced(tx, AT_ONCE)?;
    let sinks = alert_sinks::list(tx)?;
    let ids = sinks.iter().map(|sink| sink.id).collect();
    if unannounced.is_empty() {
        return Ok(ids);
    }
    let environments = environments(tx)?;
    for alert in &unannounced {
        for sink in &sinks {
            announce_to(tx, alert, sink, &environments)?;
        }
        if alert.closed.is_some() {
            alert_notices::close_ended(tx, alert.id)?;
        }
        alert_notices::set_announced(tx, alert.id)?;
    }
    Ok(ids)
}

/// Makes the rows of the open alerts for a new receiver, after the list of receivers was locked.
pub(super) fn announce_open(tx: &mut Tx<'_>, sink: &AlertSinkRecord) -> Result<(), Error> {
    let environments = environments(tx)?;
    for alert in &alerts::list(tx, false, OPEN)? {
        announce_to(tx, alert, sink, &environments)?;
    }
    Ok(())
}

fn announce_to(
    tx: &mut Tx<'_>,
    alert: &AlertRecord,
    sink: &AlertSinkRecord,
    environments: &BTreeMap<PlatformId, Environment>,
) -> Result<(), Error> {
    let environment = alert.platform.and_then(|platform| environments.get(&platform).copied());
    if !is_for(sink, alert, environment) {
        return Ok(());
    }
    let now = tx.wall();
    alert_notices::insert(tx, alert.id, sink.id, alert.snoozed_until.map_or(now, |until| until.max(now)))
}

/// Returns `true` if the receiver gets notices of the alert.
fn is_for(sink: &AlertSinkRecord, alert: &AlertRecord, environment: Option<Environment>) -> bool {
    let is_about_itself = alert.is(AlertKind::SinkFailing) && alert.subject == sink.id.to_string();
    let is_of_another = sink.platform.is_some_and(|platform| alert.platform != Some(platform));
    if is_about_itself || is_of_another {
        return false;
    }
    match environment {
        Some(Environment::Sandbox) => sink.has_sandbox,
        Some(Environment::Production) | None => severity_of(alert, environment) >= sink.from,
    }
}
