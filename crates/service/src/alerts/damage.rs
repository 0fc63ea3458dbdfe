//! Notices of a damaged database, which accepts no rows: the process sends them itself.

use std::collections::BTreeMap;
use std::sync::Arc;

use causeway_domain::Time;
use causeway_domain::alerts::{AlertKind, NoticeKind, retry_delay};
use causeway_domain::ids::AlertSinkId;
use causeway_store::alert_sinks::AlertSinkRecord;
use causeway_store::{Error, Health, Tx, alert_sinks};
use futures_util::future::join_all;

use super::body::NoticeBody;
use super::connection::SinkConnection;
use crate::runtime::app::App;
use crate::runtime::settings::RepeatHours;
use crate::runtime::timers;

/// The receivers as read last, and the notices of the damage to them.
#[derive(Debug, Default)]
pub(super) struct DamageNotices {
    sinks: Vec<SinkConnection>,
    since: Option<Time>,
    progress: BTreeMap<AlertSinkId, Progress>,
}

/// The notices to one receiver.
#[derive(Debug, Clone, Copy, Default)]
struct Progress {
    due_at: Option<Time>,
    /// Attempts since the last accepted notice.
    attempts: u32,
    accepted: u32,
}

impl DamageNotices {
    /// Reads the receivers while the database is sound; sends the notices that are due if it is damaged.
    pub(super) async fn round(&mut self, app: &Arc<App>) {
        if app.store.health() == Health::Damaged {
            self.notify(app).await;
            return;
        }
        let known = self.sinks.iter().map(|sink| sink.record.clone()).collect();
        match read_changed(app, known).await {
            Ok(Some(sinks)) => self.sinks = sinks,
            Ok(None) => {}
            Err(error) => tracing::debug!(%error, "failed to read the receivers of alerts"),
        }
    }

    async fn notify(&mut self, app: &Arc<App>) {
        let now = app.clock.now();
        let since = *self.since.get_or_insert(now);
        let due = self.sinks.iter().filter_map(|sink| {
            let progress = self.progress.get(&sink.record.id).copied().unwrap_or_default();
            progress.due_at.is_none_or(|due| due <= now).then(|| (sink.clone(), progress))
        });
        let due: Vec<(SinkConnection, Progress)> = due.collect();
        let attempted =
            join_all(due.into_iter().map(|(sink, progress)| attempt(app, sink, progress, since))).await;
        self.progress.extend(attempted);
    }
}

/// Sends the next notice to a receiver, and returns its progress.
async fn attempt(
    app: &Arc<App>,
    sink: SinkConnection,
    progress: Progress,
    since: Time,
) -> (AlertSinkId, Progress) {
    let sending = progress.send(app, &sink, since);
    let is_accepted = timers::within(timers::ALERT_NOTICE_TIMEOUT, sending).await.unwrap_or(false);
    (sink.record.id, progress.after(is_accepted, app.clock.now()))
}

impl Progress {
    fn number(self) -> u32 {
        self.accepted.saturating_add(1)
    }

    /// Sends the next notice. Returns `false` if it was not accepted.
    async fn send(self, app: &App, sink: &SinkConnection, since: Time) -> bool {
        let kind = AlertKind::DatabaseDamaged;
        let notice = if self.accepted == 0 { NoticeKind::Opened } else { NoticeKind::Repeated };
        let id = format!("{kind}.{}.{}", since.millis(), self.number());
        let body = NoticeBody::of_kind(kind, notice, self.number(), since);
        let sent = sink.send(app, &id, &body).await;
        if let Err(error) = &sent {
            tracing::warn!(sink = %sink.record.id, %error, "the notice of the damage was not accepted");
        }
        sent.is_ok()
    }

    /// Returns the progress after an attempt.
    fn after(self, is_accepted: bool, now: Time) -> Self {
        if is_accepted {
            let interval = RepeatHours::default().of(AlertKind::DatabaseDamaged.facts().severity);
            let due_at = interval.map(|interval| now.plus(interval));
            return Self { due_at, attempts: 0, accepted: self.number() };
        }
        let attempts = self.attempts.saturating_add(1);
        Self { due_at: Some(now.plus(retry_delay(attempts))), attempts, ..self }
    }
}

/// Reads the receivers in one statement; `None` if they are those known.
async fn read_changed(
    app: &Arc<App>,
    known: Vec<AlertSinkRecord>,
) -> Result<Option<Vec<SinkConnection>>, Error> {
    let shared = Arc::clone(app);
    let read = move |tx: &mut Tx<'_>| {
        let found = alert_sinks::list(tx)?;
        if found == known {
            return Ok(None);
        }
        let mut sinks = Vec::with_capacity(found.len());
        for sink in found {
            sinks.push(SinkConnection::open(tx, &shared, sink)?);
        }
        Ok(Some(sinks))
    };
    app.store.read(read).await
}
