//! Alerts about conditions that no single change reports: endpoints that do not accept events, and
//! verifications that wait for an operator.

use std::collections::BTreeSet;
use std::sync::Arc;
use std::time::Duration;

use causeway_domain::alerts::AlertKind;
use causeway_domain::ids::{AlertId, PlatformId};
use causeway_store::alerts::AlertRecord;
use causeway_store::outbox::{FailingEndpoint, GivenUpEvent};
use causeway_store::verifications::{self, WaitingVerification};
use causeway_store::{Error, Tx, alerts, outbox};
use serde_json::{Value, json};

use super::alerts::BY;
use crate::runtime::app::App;
use crate::runtime::settings::{ENDPOINT_ALERT_MINUTES, REVIEW_HOURS, Settings};

/// Maximum number of open alerts of one kind that are compared.
const OPEN: i64 = 10_000;

/// Maximum number of waiting verifications with an alert, the longest waiting first.
const REVIEWS: u32 = 100;

/// A condition that holds now.
struct Condition {
    kind: AlertKind,
    platform: PlatformId,
    subject: String,
    detail: Value,
}

/// The changes of alerts that the conditions require.
#[derive(Default)]
struct Changes {
    raised: Vec<Condition>,
    closed: Vec<AlertId>,
}

/// Raises the alerts of conditions that hold, and closes those about endpoints that work again; returns the
/// number of both. It writes only if something has changed.
pub async fn watch_conditions(app: &Arc<App>) -> Result<usize, Error> {
    let shared = Arc::clone(app);
    let changes: Changes = app.store.read(move |tx: &mut Tx<'_>| find(tx, &shared)).await?;
    let count = changes.raised.len() + changes.closed.len();
    if count > 0 {
        let shared = Arc::clone(app);
        app.store.write(&[], move |tx: &mut Tx<'_>| apply(tx, &shared, &changes)).await?;
    }
    Ok(count)
}

fn find(tx: &mut Tx<'_>, app: &App) -> Result<Changes, Error> {
    let settings = Settings::of_deployment(tx, &app.deployment)?;
    let minutes = settings.get(&ENDPOINT_ALERT_MINUTES).unwrap_or(60);
    let hours = settings.get(&REVIEW_HOURS).unwrap_or(24);
    let failing = outbox::failing(tx, Duration::from_mins(minutes.into()))?;
    let given_up = outbox::with_given_up(tx)?;
    let waiting = verifications::waiting(tx, Duration::from_hours(hours.into()), REVIEWS)?;
    let mut changes = Changes::default();
    let failing = failing.into_iter().map(endpoint_failing).collect();
    changes.compare(tx, AlertKind::EndpointFailing, failing)?;
    let given_up = given_up.into_iter().map(endpoint_gave_up).collect();
    changes.compare(tx, AlertKind::EndpointGaveUp, given_up)?;
    for condition in &mut changes.raised {
        if condition.kind == AlertKind::EndpointGaveUp {
            condition.detail = gave_up_detail(tx, condition.platform)?;
        }
    }
    let open = alerts::open_of_kind(tx, AlertKind::ReviewWaiting, OPEN)?;
    let known: BTreeSet<String> = open.into_iter().map(|alert| alert.subject).collect();
    let waiting = waiting.into_iter().map(review_waiting);
    // A verification that is decided has its alert closed with the others (`close_alerts`).
    changes.raised.extend(waiting.filter(|condition| !known.contains(&condition.subject)));
    Ok(changes)
}

fn apply(tx: &mut Tx<'_>, app: &App, changes: &Changes) -> Result<(), Error> {
    for Condition { kind, platform, subject, detail } in &changes.raised {
        let alert = app.ids.next(tx.wall());
        alerts::raise(tx, Some(*platform), alert, *kind, subject, detail)?;
    }
    changes.closed.iter().try_for_each(|alert| alerts::close(tx, *alert, BY).map(drop))
}

impl Changes {
    /// Adds the differences between the conditions of a kind and its open alerts.
    fn compare(&mut self, tx: &mut Tx<'_>, kind: AlertKind, conditions: Vec<Condition>) -> Result<(), Error> {
        let open = alerts::open_of_kind(tx, kind, OPEN)?;
        let holds = |alert: &AlertRecord| conditions.iter().any(|one| one.subject == alert.subject);
        self.closed.extend(open.iter().filter(|alert| !holds(alert)).map(|alert| alert.id));
        let is_open = |condition: &Condition| open.iter().any(|alert| alert.subject == condition.subject);
        self.raised.extend(conditions.into_iter().filter(|condition| !is_open(condition)));
        Ok(())
    }
}

fn endpoint_failing(endpoint: FailingEndpoint) -> Condition {
    let FailingEndpoint { platform, event, event_type, created_at } = endpoint;
    let commands = [
        format!("causeway webhook list --status DUE --platform {platform}"),
        format!("causeway webhook show {event}"),
    ];
    let detail =
        json!({ "webhook": event, "event_type": event_type, "since": created_at, "commands": commands });
    Condition { kind: AlertKind::EndpointFailing, platform, subject: platform.to_string(), detail }
}

/// Returns the condition without its detail, which is read only if the alert is raised.
fn endpoint_gave_up(platform: PlatformId) -> Condition {
    let subject = platform.to_string();
    Condition { kind: AlertKind::EndpointGaveUp, platform, subject, detail: Value::Null }
}

/// Returns the detail about the events that were given up, with the last one and its error.
fn gave_up_detail(tx: &mut Tx<'_>, platform: PlatformId) -> Result<Value, Error> {
    let [list, replay] = ["list", "replay"]
        .map(|verb| format!("causeway webhook {verb} --status GIVEN_UP --platform {platform}"));
    let Some(last) = outbox::last_given_up(tx, platform)? else {
        return Ok(json!({ "commands": [list, replay] }));
    };
    let GivenUpEvent { event, event_type, last_error } = last;
    let show = format!("causeway webhook show {event}");
    Ok(json!({
        "webhook": event,
        "event_type": event_type,
        "last_error": last_error,
        "commands": [list, show, replay],
    }))
}

fn review_waiting(waiting: WaitingVerification) -> Condition {
    let WaitingVerification { platform, verification, since } = waiting;
    let detail = json!({
        "since": since,
        "commands": [format!("causeway verification show {verification}")],
    });
    Condition { kind: AlertKind::ReviewWaiting, platform, subject: verification.to_string(), detail }
}
