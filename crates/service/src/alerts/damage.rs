//! Notices of a damaged database, which accepts no rows: the process sends them itself.

use std::collections::BTreeMap;
use std::sync::Arc;

use causeway_domain::Time;
use causeway_domain::alerts::{AlertKind, NoticeKind, retry_delay};
use causeway_domain::ids::AlertSinkId;
use causeway_store::alert_sinks::AlertSinkRecord;
use causeway_store::{Error, Health, Tx, alert_sinks};

use super::body::NoticeBody;
use super::connection::SinkConnection;
use crate::runtime::app::App;
use crate::runtime::settings::RepeatHours;

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
        let kind = AlertKind::DatabaseDamaged;
        let interval = RepeatHours::default().of(kind.facts().severity);
        for sink in &self.sinks {
            let progress = self.progress.entry(sink.record.id).or_default();
            if progress.due_at.is_some_and(|due| due > now) {
                continue;
            }
            let notice = if progress.accepted == 0 { NoticeKind::Opened } else { NoticeKind::Repeated };
            let number = progress.accepted.saturating_add(1);
            let id = format!("{kind}.{}.{number}", since.millis());
            let body = NoticeBody::of_kind(kind, notice, number, since);
            match sink.send(app, &id, &body).await {
                Ok(()) => {
                    let due_at = interval.map(|interval| now.plus(interval));
                    *progress = Progress { due_at, attempts: 0, accepted: number };
                }
                Err(error) => {
                    tracing::warn!(sink = %sink.record.id, %error, "the notice of the damage was not accepted");
                    progress.attempts = progress.attempts.saturating_add(1);
                    progress.due_at = Some(now.plus(retry_delay(progress.attempts)));
                }
            }
        }
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
