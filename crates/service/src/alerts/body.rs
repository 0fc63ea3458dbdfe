//! The content of a notice: what an operator needs, without personal data.

use causeway_domain::Time;
use causeway_domain::alerts::{AlertKind, NoticeKind, Severity};
use causeway_domain::ids::{AlertId, PlatformId};
use causeway_store::alerts::AlertRecord;
use causeway_store::platforms::Environment;
use serde::Serialize;

/// The folder of the pages for operators.
const PAGES: &str = "docs/operating/";

/// A notice as it is sent. Details of the alert are left out: they may name people.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub(super) struct NoticeBody {
    /// `None` if the alert cannot be stored, and in a test.
    pub(super) alert: Option<AlertId>,
    pub(super) notice: NoticeKind,
    /// Number of the notice about this alert to this receiver, from 1 on.
    pub(super) number: u32,
    pub(super) kind: String,
    pub(super) severity: Severity,
    pub(super) sentence: String,
    pub(super) cause: String,
    pub(super) remedy: String,
    pub(super) commands: Vec<String>,
    pub(super) page: String,
    pub(super) platform: Option<PlatformId>,
    pub(super) environment: Option<Environment>,
    pub(super) subject: String,
    /// Wall time.
    pub(super) raised_at: Time,
    /// Wall time; `None` if the alert is open.
    pub(super) closed_at: Option<Time>,
}

/// Returns the severity of an alert.
#[must_use]
pub fn severity_of(alert: &AlertRecord, environment: Option<Environment>) -> Severity {
    severity_of_kind(alert.known_kind(), environment)
}

/// Returns the severity of the alerts of a kind, `None` if a process of a newer version has raised them. Those of
/// sandbox platforms move no money, and are notes.
#[must_use]
pub fn severity_of_kind(kind: Option<AlertKind>, environment: Option<Environment>) -> Severity {
    match (environment, kind) {
        (Some(Environment::Sandbox), _) => Severity::Note,
        (Some(Environment::Production) | None, Some(kind)) => kind.facts().severity,
        (Some(Environment::Production) | None, None) => Severity::Day,
    }
}

impl NoticeBody {
    /// Returns a notice about an alert.
    pub(super) fn about(
        alert: &AlertRecord,
        environment: Option<Environment>,
        notice: NoticeKind,
        number: u32,
    ) -> Self {
        let known: Option<Vec<String>> = serde_json::from_value(alert.detail["commands"].clone()).ok();
        let severity = severity_of(alert, environment);
        let base = match alert.known_kind() {
            Some(kind) => Self::of_kind(kind, notice, number, alert.raised_at),
            None => Self::of_unknown_kind(&alert.kind, notice, number, alert.raised_at),
        };
        Self {
            alert: Some(alert.id),
            severity,
            commands: known.unwrap_or(base.commands),
            platform: alert.platform,
            environment,
            subject: alert.subject.clone(),
            closed_at: alert.closed.as_ref().map(|(at, _)| *at),
            ..base
        }
    }

    /// Returns a notice about the deployment.
    pub(super) fn of_kind(kind: AlertKind, notice: NoticeKind, number: u32, raised_at: Time) -> Self {
        let facts = kind.facts();
        Self {
            severity: facts.severity,
            sentence: facts.sentence.to_owned(),
            cause: facts.cause.to_owned(),
            remedy: facts.remedy.to_owned(),
            commands: facts.commands.iter().map(|command| format!("causeway {command}")).collect(),
            page: format!("{PAGES}{}", facts.page),
            ..Self::of_unknown_kind(kind.as_str(), notice, number, raised_at)
        }
    }

    fn of_unknown_kind(kind: &str, notice: NoticeKind, number: u32, raised_at: Time) -> Self {
        Self {
            alert: None,
            notice,
            number,
            kind: kind.to_owned(),
            severity: Severity::Day,
            sentence: format!("an alert of the kind {kind}"),
            cause: "a process of a newer version has raised it".to_owned(),
            remedy: "see the alert".to_owned(),
            commands: vec!["causeway alert list".to_owned()],
            page: format!("{PAGES}alerts.md"),
            platform: None,
            environment: None,
            subject: "deployment".to_owned(),
            raised_at,
            closed_at: None,
        }
    }

    /// Returns the subject line of a mail.
    pub(super) fn title(&self) -> String {
        let state = match self.notice {
            NoticeKind::Opened => String::new(),
            NoticeKind::Repeated => " (still open)".to_owned(),
            NoticeKind::Closed => " (closed)".to_owned(),
        };
        format!("[causeway {}] {}{state}", self.severity, self.sentence)
    }

    /// Returns the text of a mail.
    pub(super) fn text(&self) -> String {
        let mut lines = vec![
            format!("{}.", self.sentence),
            String::new(),
            format!("Cause: {}", self.cause),
            format!("What to do: {}", self.remedy),
        ];
        lines.extend(self.commands.iter().map(|command| format!("  {command}")));
        lines.extend([
            format!("Page: {}", self.page),
            String::new(),
            format!("Kind: {} ({})", self.kind, self.severity),
            format!("About: {}", self.subject),
        ]);
        lines.extend(self.platform.map(|platform| format!("Platform: {platform}")));
        lines.extend(self.alert.map(|alert| format!("Alert: {alert}")));
        lines.push(format!("Raised: {}", self.raised_at));
        lines.extend(self.closed_at.map(|at| format!("Closed: {at}")));
        lines.join("\n")
    }
}
