//! The alerts of a platform, or of all platforms and the deployment.

use askama::Template;
use axum::extract::{Path, RawQuery};
use axum::response::Response;
use causeway_domain::Time;
use serde::Deserialize;
use serde_json::Value;

use crate::answer::answer;
use crate::entry::Entry;
use crate::failure::Failure;
use crate::forms::Fields;
use crate::frame::{Frame, Section};
use crate::operator::Operator;
use crate::page::ok;
use crate::parts::{ActionButton, CommandLink, Member, commands, label, members};
use crate::urls;

/// The flag of the list that includes closed alerts.
const CLOSED: &str = "closed";

answer! {
    struct ListedAlert {
        /// `None` if the alert cannot be stored.
        alert: Option<String>,
        platform: Option<String>,
        severity: String,
        sentence: String,
        kind: String,
        subject: String,
        raised_at: Time,
        is_notified: bool,
        snoozed_until: Option<Time>,
        closed_at: Option<Time>,
    }

    struct AlertDetail {
        alert: String,
        platform: Option<String>,
        severity: String,
        sentence: String,
        kind: String,
        subject: String,
        detail: Value,
        raised_at: Time,
        snoozed_until: Option<Time>,
        closed_at: Option<Time>,
        closed_by: Option<String>,
        cause: String,
        remedy: String,
        page: String,
        closes: String,
        #[serde(default)]
        endpoint: Option<String>,
        notices: Vec<Notice>,
    }

    /// The notices of an alert to one receiver.
    struct Notice {
        sink: String,
        accepted: i64,
        accepted_at: Option<Time>,
        next: String,
        due_at: Option<Time>,
        attempts: i64,
    }
}

#[derive(Template)]
#[template(path = "alerts.html")]
struct AlertsPage {
    frame: Frame,
    /// The page with the open alerts only.
    path: String,
    /// The page with closed alerts, too.
    with_closed: String,
    has_closed: bool,
    rows: Vec<AlertRow>,
    /// `true` if the rows are about several platforms.
    has_platform: bool,
}

/// An alert, with its page.
struct AlertRow {
    alert: ListedAlert,
    href: Option<String>,
    /// The name of the platform; `the deployment` if it is not about one.
    platform: String,
}

#[derive(Template)]
#[template(path = "alert.html")]
struct AlertPage {
    frame: Frame,
    alert: AlertDetail,
    /// The list of alerts.
    list: String,
    /// The page of the resource that it is about.
    subject: Option<String>,
    members: Vec<Member>,
    /// The commands that end its cause.
    remedies: Vec<CommandLink>,
    /// The actions on the alert itself.
    actions: Vec<ActionButton>,
}

/// The address of an alert.
#[derive(Debug, Deserialize)]
pub(super) struct AlertPath {
    platform: Option<String>,
    id: String,
}

/// Serves the alerts of all platforms and of the deployment.
pub(super) async fn of_deployment(
    operator: Operator,
    RawQuery(query): RawQuery,
) -> Result<Response, Failure> {
    list(&operator, None, query).await
}

/// Serves the alerts of a platform.
pub(super) async fn of_platform(
    operator: Operator,
    Path(platform): Path<String>,
    RawQuery(query): RawQuery,
) -> Result<Response, Failure> {
    list(&operator, Some(&platform), query).await
}

async fn list(
    operator: &Operator,
    platform: Option<&str>,
    query: Option<String>,
) -> Result<Response, Failure> {
    let has_closed = Fields::parse(&query.unwrap_or_default()).get(CLOSED).is_some();
    let entry = Entry::new("alert", "list").with_some("platform", platform);
    let entry = if has_closed { entry.with(CLOSED, true) } else { entry };
    let frame = Frame::load(operator, platform, Section::Alerts, &entry).await?.titled("Alerts");
    let alerts: Vec<ListedAlert> = operator.read(&entry).await?;
    let path = urls::section(platform, "alerts");
    let page = AlertsPage {
        rows: alerts.into_iter().map(|alert| AlertRow::of(&frame, alert)).collect(),
        with_closed: urls::with_query(&path, &[(CLOSED, "true")]),
        has_closed,
        has_platform: platform.is_none(),
        path,
        frame,
    };
    Ok(ok(&page))
}

/// Serves the page of an alert.
pub(super) async fn show(
    operator: Operator,
    Path(AlertPath { platform, id }): Path<AlertPath>,
    RawQuery(query): RawQuery,
) -> Result<Response, Failure> {
    let platform = platform.as_deref();
    let entry = Entry::new("alert", "show").with("alert", id.as_str()).with_some("platform", platform);
    let frame = Frame::load(&operator, platform, Section::Alerts, &entry).await?;
    let alert: AlertDetail = operator.read(&entry).await?;
    let notice = Fields::parse(&query.unwrap_or_default()).get("done").map(label);
    let place = alert.platform.as_deref();
    let is_open = alert.closed_at.is_none();
    let own = ["snooze", "close"].map(|verb| format!("causeway alert {verb} {}", alert.alert));
    let page = AlertPage {
        list: urls::section(platform, "alerts"),
        subject: place.and_then(|platform| urls::resource(platform, &alert.subject)),
        members: members(&alert.detail),
        remedies: CommandLink::all(place, &commands(&alert.detail)),
        actions: if is_open { ActionButton::all(&operator, place, &own) } else { Vec::new() },
        frame: frame.titled(alert.kind.clone()).noting(notice),
        alert,
    };
    Ok(ok(&page))
}

impl AlertRow {
    fn of(frame: &Frame, alert: ListedAlert) -> Self {
        let platform = alert.platform.as_deref();
        let name = platform.and_then(|id| frame.platform_name(id));
        Self {
            href: alert.alert.as_deref().map(|id| urls::alert(platform, id)),
            platform: name.unwrap_or("the deployment").to_owned(),
            alert,
        }
    }
}
