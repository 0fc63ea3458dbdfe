//! Sending the due notices of one receiver.

use std::sync::Arc;
use std::time::Duration;

use causeway_domain::alerts::{AlertKind, NoticeKind, retry_delay};
use causeway_domain::ids::AlertSinkId;
use causeway_store::alert_notices::{self, NoticeOutcome, NoticeRecord};
use causeway_store::{Error, Lease, Tx, alert_sinks, alerts, platforms};
use serde_json::json;
use tokio::sync::watch;

use super::body::NoticeBody;
use super::connection::SinkConnection;
use crate::runtime::app::App;
use crate::runtime::settings::{ALERT_REPEAT_HOURS, RepeatHours, Settings};
use crate::runtime::timers;
use crate::runtime::upkeep::close_alert;

/// Claim of a notice: longer than sending it and recording the outcome take.
const LEASE: Duration = Duration::from_mins(2);

/// Number of notices that are claimed together. The outcome of each is recorded before the next one is claimed, so a
/// process that ends repeats at most one notice to each receiver, and holds no other until its claim is over.
const AT_ONCE: u32 = 1;

/// Time of uninterrupted failure after which an alert about the receiver is raised.
const FAILING_AFTER: Duration = Duration::from_mins(10);

/// A claimed notice and its content.
struct ClaimedNotice {
    connection: SinkConnection,
    row: NoticeRecord,
    body: NoticeBody,
}

/// Sends the due notices to a receiver, one after the other, until none is left, one has failed or the process is to
/// end; returns the number of accepted ones.
pub(super) async fn send_due(app: Arc<App>, sink: AlertSinkId, stop: watch::Receiver<bool>) -> usize {
    let mut accepted = 0;
    while !*stop.borrow() {
        match send_next(&app, sink).await {
            Ok(true) => accepted += 1,
            Ok(false) => break,
            Err(error) => {
                tracing::warn!(%sink, %error, "failed to claim a notice or to record its outcome; it is sent again");
                break;
            }
        }
    }
    accepted
}

/// Sends the next due notice, and records its outcome. Returns `false` if there is none, or it was not accepted.
async fn send_next(app: &Arc<App>, sink: AlertSinkId) -> Result<bool, Error> {
    let shared = Arc::clone(app);
    let claimed: Option<ClaimedNotice> =
        app.store.write(&[], move |tx: &mut Tx<'_>| claim(tx, &shared, sink)).await?;
    let Some(notice) = claimed else { return Ok(false) };
    let failure = notice.send(app).await.err();
    let is_accepted = failure.is_none();
    let shared = Arc::clone(app);
    let record = move |tx: &mut Tx<'_>| notice.record(tx, &shared, failure.as_deref());
    app.store.write(&[], record).await?;
    Ok(is_accepted)
}

fn claim(tx: &mut Tx<'_>, app: &App, sink: AlertSinkId) -> Result<Option<ClaimedNotice>, Error> {
    let Some(sink) = alert_sinks::find(tx, sink)? else { return Ok(None) };
    let lease = Lease { holder: app.process, duration: LEASE, limit: AT_ONCE };
    loop {
        let claimed = alert_notices::claim(tx, sink.id, lease)?;
        let Some(row) = claimed.into_iter().next() else { return Ok(None) };
        // Alerts are never deleted.
        let Some(alert) = alerts::find(tx, row.alert)? else { continue };
        let platform = alert.platform.map(|platform| platforms::find(tx, platform)).transpose()?.flatten();
        let environment = platform.map(|platform| platform.environment);
        let body = NoticeBody::about(&alert, environment, row.what, row.accepted.saturating_add(1));
        let connection = SinkConnection::open(tx, app, sink)?;
        return Ok(Some(ClaimedNotice { connection, row, body }));
    }
}

impl ClaimedNotice {
    /// Sends the notice, in less time than its claim lasts.
    async fn send(&self, app: &App) -> Result<(), String> {
        let id = format!("{}.{}.{}", self.row.alert, self.row.what, self.body.number);
        let sending = self.connection.send(app, &id, &self.body);
        let sent = timers::within(timers::ALERT_NOTICE_TIMEOUT, sending).await;
        let outcome = sent.unwrap_or_else(|timers::Timeout| Err("it was not accepted in time".to_owned()));
        if let Err(error) = &outcome {
            tracing::warn!(sink = %self.row.sink, %error, "a notice of an alert was not accepted");
        }
        outcome
    }

    /// Records the outcome. The alert about the receiver is locked before the notices, as in all transactions.
    fn record(&self, tx: &mut Tx<'_>, app: &App, failure: Option<&str>) -> Result<(), Error> {
        let now = tx.wall();
        let Some(error) = failure else {
            self.record_success(tx)?;
            let outcome = self.accepted(tx, app)?;
            return alert_notices::record_outcome(tx, &self.row, outcome);
        };
        self.record_failure(tx, app, error)?;
        let due_at = now.plus(retry_delay(self.row.attempts));
        alert_notices::record_outcome(tx, &self.row, NoticeOutcome::Failed { due_at })?;
        alert_notices::put_off(tx, self.row.sink, due_at)
    }

    /// Returns the outcome of an accepted notice.
    fn accepted(&self, tx: &mut Tx<'_>, app: &App) -> Result<NoticeOutcome, Error> {
        if self.row.what == NoticeKind::Closed {
            return Ok(NoticeOutcome::Accepted { next: NoticeKind::Closed, due_at: None });
        }
        let settings = Settings::of_deployment(tx, &app.deployment)?;
        let repeats: RepeatHours = settings.get(&ALERT_REPEAT_HOURS).unwrap_or_default();
        let due_at = repeats.of(self.body.severity).map(|interval| tx.wall().plus(interval));
        Ok(NoticeOutcome::Accepted { next: NoticeKind::Repeated, due_at })
    }

    /// Records that the receiver works, and closes the alert about it.
    fn record_success(&self, tx: &mut Tx<'_>) -> Result<(), Error> {
        let id = self.row.sink;
        alert_sinks::record_success(tx, id)?;
        close_alert(tx, AlertKind::SinkFailing, &id.to_string())
    }

    /// Records that the receiver fails, and raises the alert about it after a time.
    fn record_failure(&self, tx: &mut Tx<'_>, app: &App, error: &str) -> Result<(), Error> {
        let id = self.row.sink;
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
