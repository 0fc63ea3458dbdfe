//! Open alerts (conventions 2.1).

use std::collections::{BTreeMap, BTreeSet};
use std::slice::from_mut;
use std::time::Duration;

use causeway_domain::Time;
use causeway_domain::alerts::{AlertFacts, AlertKind, NoticeKind, Severity};
use causeway_domain::ids::{AlertId, AlertSinkId, PlatformId};
use causeway_domain::search::ResourceKind;
use causeway_store::alert_notices::{self, NoticeRecord};
use causeway_store::alerts::{self, AlertRecord};
use causeway_store::platforms::{self, Environment};
use causeway_store::{Health, Tx};
use serde_json::{Value, json};

use super::alert_detail::with_money;
use super::error::RESTORE;
use super::list_page::check_limit;
use super::viewer::{PersonalData, endpoint_of};
use super::{
    Answer, Argument, Call, IdArgument, OperatorError, Subject, alert_commands, arguments, default_number,
    flag, limit, noun, number, positional, view,
};
use crate::alerts::severity_of;

noun! {
    /// Open alerts
    "alert" {
        /// List the open alerts, oldest first
        "list": Look => read_deployment(list)
            .on_any_platform()
            .columns(&[
                "alert",
                "severity",
                "kind",
                "subject",
                "platform",
                "raised_at",
                "is_notified",
                "sentence",
                "next",
            ]),
        /// Show an alert: its meaning, the next step, and the notices of it
        "show": Look => read_deployment(show).on_any_platform(),
        /// Send no notices of an open alert for some hours; with 0, send them again
        "snooze": Support => change_either(snooze).on_any_platform(),
        /// Close a resolved alert
        "close": Support => change_either(close).on_any_platform(),
    }
}

const ALERT: Argument = positional("Alert id").id_of(&[ResourceKind::Alert]);

impl Subject for AlertId {
    const ARGUMENT: Argument = ALERT.named("alert");
}

arguments! {
    struct ListRequest {
        #[serde(default)]
        closed: bool = flag("Include closed alerts"),
        #[serde(default = "default_number::<1000>")]
        limit: u32 = limit(),
    }

    struct SnoozeRequest {
        alert: AlertId = ALERT,
        hours: u32 = number("Hours without notices, at most 720").required(),
    }
}

/// An alert with its severity, which depends on its platform, and the state of its notices.
struct ListedAlert {
    record: AlertRecord,
    severity: Severity,
    is_notified: bool,
    /// As the caller may see it.
    detail: Option<Value>,
}

view! {
    struct AlertView of listed: ListedAlert {
        /// `None` if the alert cannot be stored: it is open as long as its cause exists.
        alert: Option<AlertId> = Some(listed.record.id),
        platform: Option<PlatformId> = listed.record.platform,
        severity: Severity = listed.severity,
        /// Empty for a kind of another version.
        sentence: &'static str = listed.record.known_kind().map_or("", |kind| kind.facts().sentence),
        kind: String = listed.record.kind,
        subject: String = listed.record.subject,
        /// `None` for viewers who may not see persons: details can name them.
        detail: Option<Value> = listed.detail,
        raised_at: Time = listed.record.raised_at,
        /// `true` if a receiver has accepted a notice of it.
        is_notified: bool = listed.is_notified,
        snoozed_until: Option<Time> = listed.record.snoozed_until,
        closed_at: Option<Time> = listed.record.closed.as_ref().map(|(at, _)| *at),
        closed_by: Option<String> = listed.record.closed.map(|(_, by)| by),
        /// The command that shows the cause and the remedy.
        next: Option<String> = Some(format!("causeway alert show {}", listed.record.id)),
    }

    /// The notices of an alert to one receiver.
    struct NoticeView of notice: NoticeRecord {
        sink: AlertSinkId = notice.sink,
        /// Number of accepted notices.
        accepted: u32 = notice.accepted,
        accepted_at: Option<Time> = notice.accepted_at,
        next: NoticeKind = notice.what,
        /// `None` if none follows before the alert is closed.
        due_at: Option<Time> = notice.due_at,
        /// Attempts since the last accepted notice.
        attempts: u32 = notice.attempts,
    }
}

#[derive(serde::Serialize)]
struct AlertDetails {
    #[serde(flatten)]
    alert: AlertView,
    cause: &'static str,
    remedy: &'static str,
    page: String,
    closes: &'static str,
    /// The endpoint that the alert is about, as the caller may see it.
    #[serde(skip_serializing_if = "Option::is_none")]
    endpoint: Option<String>,
    notices: Vec<NoticeView>,
}

/// An alert of which no notices are sent for some time.
#[derive(serde::Serialize)]
struct SnoozedAlert {
    alert: AlertId,
    /// Wall time; `None` if notices are sent again.
    snoozed_until: Option<Time>,
}

/// An alert that an operator has closed.
#[derive(serde::Serialize)]
struct ClosedAlert {
    alert: AlertId,
    kind: String,
    subject: String,
    closed_by: String,
}

/// Returns the alert about a damaged database, which accepts no more writes.
fn damage(now: Time) -> AlertView {
    let kind = AlertKind::DatabaseDamaged;
    AlertView {
        alert: None,
        platform: None,
        severity: kind.facts().severity,
        sentence: kind.facts().sentence,
        kind: kind.to_string(),
        subject: "database".to_owned(),
        detail: Some(json!({ "what": "the database is damaged; all writes are refused", "remedy": RESTORE })),
        raised_at: now,
        is_notified: false,
        snoozed_until: None,
        closed_at: None,
        closed_by: None,
        next: None,
    }
}

fn list(tx: &mut Tx<'_>, call: &Call, ListRequest { closed, limit }: &ListRequest) -> Answer<Vec<AlertView>> {
    check_limit(*limit)?;
    let platforms = call.platform.ids(tx)?;
    let mut found = alerts::list_of(tx, platforms.as_deref(), *closed, i64::from(*limit))?;
    alert_commands::refresh(tx, &mut found)?;
    let accepted = alert_notices::accepted(tx, platforms.as_deref(), *closed, i64::from(*limit))?;
    let notified: BTreeSet<AlertId> = accepted.into_iter().collect();
    let environments: BTreeMap<PlatformId, Environment> =
        platforms::list(tx)?.into_iter().map(|platform| (platform.id, platform.environment)).collect();
    let is_damaged = platforms.is_none() && call.app.store.health() == Health::Damaged;
    let damage = is_damaged.then(|| damage(tx.wall()));
    let views = found.into_iter().map(|record| {
        let environment = record.platform.and_then(|platform| environments.get(&platform).copied());
        let severity = severity_of(&record, environment);
        let is_notified = notified.contains(&record.id);
        AlertView::from(ListedAlert { severity, is_notified, detail: detail(call, &record), record })
    });
    Ok(damage.into_iter().chain(views).collect())
}

/// Returns the details of an alert as the caller may see them.
fn detail(call: &Call, record: &AlertRecord) -> Option<Value> {
    let may_see = PersonalData::of(call, record.platform).may_see_person();
    may_see.then(|| with_money(record.detail.clone()))
}

/// Finds an alert about one of the platforms of the call, or about the deployment if the call is.
fn find(tx: &mut Tx<'_>, call: &Call, alert: AlertId) -> Answer<AlertRecord> {
    let platforms = call.platform.ids(tx)?;
    let is_within = |record: &AlertRecord| match (&platforms, record.platform) {
        (None, _) => true,
        (Some(platforms), Some(platform)) => platforms.contains(&platform),
        (Some(_), None) => false,
    };
    alerts::find(tx, alert)?.filter(is_within).ok_or_else(|| unknown(alert))
}

fn show(tx: &mut Tx<'_>, call: &Call, &IdArgument(alert): &IdArgument<AlertId>) -> Answer<AlertDetails> {
    let mut record = find(tx, call, alert)?;
    alert_commands::refresh(tx, from_mut(&mut record))?;
    let platform = record.platform.map(|platform| platforms::find(tx, platform)).transpose()?.flatten();
    let notices = alert_notices::of_alert(tx, alert)?;
    let facts: Option<AlertFacts> = record.known_kind().map(AlertKind::facts);
    let text = |choose: fn(AlertFacts) -> &'static str| facts.map(choose).unwrap_or_default();
    let is_of_endpoint =
        matches!(record.known_kind(), Some(AlertKind::EndpointFailing | AlertKind::EndpointGaveUp));
    let endpoint = platform.as_ref().filter(|_| is_of_endpoint);
    let endpoint = endpoint.and_then(|platform| endpoint_of(call, platform));
    let severity = severity_of(&record, platform.map(|platform| platform.environment));
    let is_notified = notices.iter().any(|notice| notice.accepted > 0);
    Ok(AlertDetails {
        cause: text(|facts| facts.cause),
        remedy: text(|facts| facts.remedy),
        page: format!("docs/operating/{}", text(|facts| facts.page)),
        closes: text(|facts| facts.closes),
        endpoint,
        notices: notices.into_iter().map(NoticeView::from).collect(),
        alert: AlertView {
            next: None,
            ..AlertView::from(ListedAlert { severity, is_notified, detail: detail(call, &record), record })
        },
    })
}

fn snooze(
    tx: &mut Tx<'_>,
    call: &Call,
    &SnoozeRequest { alert, hours }: &SnoozeRequest,
) -> Answer<(Option<PlatformId>, SnoozedAlert)> {
    let record = find(tx, call, alert)?;
    if hours > MAX_SNOOZE {
        return Err(OperatorError::invalid(format!("at most {MAX_SNOOZE} hours")));
    }
    let until = tx.wall().plus(Duration::from_hours(hours.into()));
    if !alerts::snooze(tx, alert, until)? {
        return Err(closed_before(&record));
    }
    alert_notices::postpone(tx, alert, until)?;
    Ok((record.platform, SnoozedAlert { alert, snoozed_until: (hours > 0).then_some(until) }))
}

/// Maximum number of hours without notices: a month.
const MAX_SNOOZE: u32 = 720;

fn close(
    tx: &mut Tx<'_>,
    call: &Call,
    &IdArgument(alert): &IdArgument<AlertId>,
) -> Answer<(Option<PlatformId>, ClosedAlert)> {
    let record = find(tx, call, alert)?;
    let closed_by = call.audit.caller.to_string();
    if !alerts::close(tx, alert, &closed_by)? {
        return Err(closed_before(&record));
    }
    Ok((record.platform, ClosedAlert { alert, kind: record.kind, subject: record.subject, closed_by }))
}

fn closed_before(record: &AlertRecord) -> OperatorError {
    let id = record.id;
    let message = match &record.closed {
        Some((at, by)) => format!("{id} was closed before, at {at} by {by}"),
        None => format!("{id} is not open"),
    };
    OperatorError::refused(message).remedy(format!("see it: causeway alert show {id}"))
}

fn unknown(alert: AlertId) -> OperatorError {
    OperatorError::no_such(alert).remedy("see the open ones: causeway alert list")
}
