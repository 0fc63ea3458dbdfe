//! Sending the notices that are due.

use std::collections::BTreeMap;
use std::sync::Arc;
use std::time::Duration;

use causeway_domain::alerts::{AlertKind, NoticeKind, retry_delay};
use causeway_domain::ids::PlatformId;
use causeway_store::alert_notices::{self, NoticeOutcome, NoticeRecord};
use causeway_store::platforms::Environment;
use causeway_store::{Error, Lease, Tx, alert_sinks, alerts};
use futures_util::future::join_all;
use serde_json::json;

use super::announce::{announce, environments};
use super::body::NoticeBody;
use super::connection::SinkConnection;
use crate::runtime::app::App;
use crate::runtime::settings::{ALERT_REPEAT_HOURS, RepeatHours, Settings};
use crate::runtime::upkeep::close_alert;

/// Claim of notices: longer than sending all of them takes, since the first failure ends it.
const LEASE: Duration = Duration::from_mins(2);

/// Notices to one receiver in one round.
const AT_ONCE: u32 = 10;

/// Time of uninterrupted failure after which an alert about the receiver is raised.
const FAILING_AFTER: Duration = Duration::from_mins(10);

/// A claimed notice and its content.
struct ClaimedNotice {
    row: NoticeRecord,
    body: NoticeBody,
}

/// The claimed notices to one receiver.
struct SinkRound {
    connection: SinkConnection,
    notices: Vec<ClaimedNotice>,
}

/// Sends all notices that are due, to all receivers at a time; returns the number of accepted ones. A process
/// that finds nothing to do reads one row.
pub async fn deliver_notices(app: &Arc<App>) -> Result<usize, Error> {
    let is_pending: bool = app.store.read(alert_notices::is_pending).await?;
    if !is_pending {
        return Ok(0);
    }
    let shared = Arc::clone(app);
    let rounds: Vec<SinkRound> = app.store.write(&[], move |tx: &mut Tx<'_>| claim(tx, &shared)).await?;
    let sent = join_all(rounds.into_iter().map(|round| send(app, round))).await;
    sent.into_iter().sum()
}

fn claim(tx: &mut Tx<'_>, app: &App) -> Result<Vec<SinkRound>, Error> {
    announce(tx)?;
    alert_notices::close_ended(tx)?;
    let lease = Lease { holder: app.process, duration: LEASE, limit: AT_ONCE };
    let mut rounds = Vec::new();
    let mut known: Option<BTreeMap<PlatformId, Environment>> = None;
    for sink in alert_sinks::list(tx)? {
        let claimed = alert_notices::claim(tx, sink.id, lease)?;
        if claimed.is_empty() {
            continue;
        }
        let environments = match known.take() {
            Some(environments) => environments,
            None => environments(tx)?,
        };
        let mut notices = Vec::new();
        for row in claimed {
            // Alerts are never deleted.
            let Some(alert) = alerts::find(tx, row.alert)? else { continue };
            let environment = alert.platform.and_then(|platform| environments.get(&platform).copied());
            let body = NoticeBody::about(&alert, environment, row.what, row.accepted.saturating_add(1));
            notices.push(ClaimedNotice { row, body });
        }
        known = Some(environments);
        rounds.push(SinkRound { connection: SinkConnection::open(tx, app, sink)?, notices });
    }
    Ok(rounds)
}

/// Sends the notices of one receiver, one after the other. After a failure the others wait as well.
async fn send(app: &Arc<App>, round: SinkRound) -> Result<usize, Error> {
    let SinkRound { connection, notices } = round;
    let mut accepted = 0;
    let mut failure: Option<String> = None;
    for ClaimedNotice { row, body } in &notices {
        let id = format!("{}.{}.{}", row.alert, row.what, body.number);
        match connection.send(app, &id, body).await {
            Ok(()) => accepted += 1,
            Err(error) => {
                tracing::warn!(sink = %connection.record.id, %error, "a notice of an alert was not accepted");
                failure = Some(error);
                break;
            }
        }
    }
    let shared = Arc::clone(app);
    let record = move |tx: &mut Tx<'_>| {
        let outcome = SinkOutcome { connection: &connection, accepted, failure: failure.as_deref() };
        outcome.record(tx, &shared, &notices)
    };
    app.store.write(&[], record).await?;
    Ok(accepted)
}

/// The outcome of a round of one receiver.
struct SinkOutcome<'a> {
    connection: &'a SinkConnection,
    /// Number of accepted notices; those behind them have failed, or were not tried.
    accepted: usize,
    failure: Option<&'a str>,
}

impl SinkOutcome<'_> {
    fn record(&self, tx: &mut Tx<'_>, app: &App, notices: &[ClaimedNotice]) -> Result<(), Error> {
        let now = tx.wall();
        let settings = Settings::of_deployment(tx, &app.deployment)?;
        let repeats: RepeatHours = settings.get(&ALERT_REPEAT_HOURS).unwrap_or_default();
        for (place, ClaimedNotice { row, body }) in notices.iter().enumerate() {
            let outcome = if place < self.accepted {
                match row.what {
                    NoticeKind::Opened | NoticeKind::Repeated => NoticeOutcome::Accepted {
                        next: NoticeKind::Repeated,
                        due_at: repeats.of(body.severity).map(|interval| now.plus(interval)),
                    },
                    NoticeKind::Closed => NoticeOutcome::Accepted { next: NoticeKind::Closed, due_at: None },
                }
            } else {
                NoticeOutcome::Failed { due_at: now.plus(retry_delay(row.attempts)) }
            };
            alert_notices::record_outcome(tx, row, outcome)?;
        }
        self.record_health(tx, app)
    }

    /// Records the health of the receiver, and raises or closes the alert about it.
    fn record_health(&self, tx: &mut Tx<'_>, app: &App) -> Result<(), Error> {
        let id = self.connection.record.id;
        if self.failure.is_none() || self.accepted > 0 {
            alert_sinks::record_success(tx, id)?;
            close_alert(tx, AlertKind::SinkFailing, &id.to_string())?;
        }
        let Some(error) = self.failure else { return Ok(()) };
        alert_sinks::record_failure(tx, id, error)?;
        let now = tx.wall();
        let since = alert_sinks::find(tx, id)?.and_then(|sink| sink.failing_since);
        if since.is_some_and(|since| now.since(since) >= FAILING_AFTER) {
            let detail = json!({
                "address": self.connection.record.address,
                "since": since,
                "commands": [format!("causeway alert-sink test {id}"), format!("causeway alert-sink remove {id}")],
            });
            let alert = app.ids.next(now);
            alerts::raise(tx, None, alert, AlertKind::SinkFailing, &id.to_string(), &detail)?;
        }
        Ok(())
    }
}
