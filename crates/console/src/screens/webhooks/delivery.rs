//! An event: its stored bytes, the failed attempts to deliver it, and the next one.

use askama::Template;
use axum::extract::{Path, RawQuery};
use axum::response::Response;
use causeway_domain::Time;

use super::keys::signing_key;
use super::pages::tabs_of_event;
use crate::answer::answer;
use crate::entry::Entry;
use crate::failure::Failure;
use crate::forms::Fields;
use crate::frame::{Frame, Section};
use crate::operator::Operator;
use crate::page::ok;
use crate::parts::label;
use crate::screens::resource_path::ResourcePath;
use crate::screens::tabs::Tab;
use crate::urls;

/// The text in place of data that the operator's roles do not show.
const MASK: &str = "…";

answer! {
    struct Delivery {
        webhook: String,
        event_type: String,
        resource: String,
        endpoint: Option<String>,
        status: String,
        meaning: String,
        created_at: Time,
        attempts: u32,
        next_attempt: Option<Time>,
        body_sha256: String,
        body: String,
        failed_attempts: Vec<FailedAttempt>,
    }

    struct FailedAttempt {
        attempt: u32,
        at: Time,
        duration_millis: i64,
        answer: Option<u16>,
        error: String,
        response: Option<String>,
    }
}

#[derive(Template)]
#[template(path = "webhook.html")]
struct WebhookPage {
    frame: Frame,
    delivery: Delivery,
    tabs: Vec<Tab>,
    /// The page of the resource that the event is about.
    about: String,
    /// The key that signs now; `None` if the platform has none.
    key: Option<String>,
    /// The action that sends the event again; `None` outside the operator's roles.
    replay: Option<String>,
}

/// Serves the page of an event.
pub(in crate::screens) async fn show(
    operator: Operator,
    Path(ResourcePath { platform, id }): Path<ResourcePath>,
    RawQuery(query): RawQuery,
) -> Result<Response, Failure> {
    let entry =
        Entry::new("webhook", "show").with("webhook", id.as_str()).with("platform", platform.as_str());
    let frame = Frame::load(&operator, Some(&platform), Section::Webhooks, &entry).await?;
    let mut delivery: Delivery = operator.read(&entry).await?;
    delivery.failed_attempts.reverse();
    let key = signing_key(&operator, &platform).await?;
    let replay = || urls::action(Some(&platform), "webhook", "replay", Some(&delivery.webhook));
    let replay = operator.may("webhook", "replay").then(replay);
    let notice = Fields::parse(&query.unwrap_or_default()).get("done").map(label);
    let page = WebhookPage {
        frame: frame.titled(delivery.event_type.as_str()).noting(notice),
        tabs: tabs_of_event(&platform, &delivery.webhook, false).ok_or_else(Failure::no_page)?,
        about: urls::go(&delivery.resource),
        key,
        replay,
        delivery,
    };
    Ok(ok(&page))
}

impl Delivery {
    /// Returns `true` if the operator's roles do not show the body.
    fn is_masked(&self) -> bool {
        self.body == MASK
    }

    /// Returns `true` if attempts between the first two and the last eight are not stored any more.
    fn has_forgotten(&self) -> bool {
        let shown = u32::try_from(self.failed_attempts.len()).unwrap_or(u32::MAX);
        self.failed_attempts.first().is_some_and(|latest| latest.attempt > shown)
    }
}

impl FailedAttempt {
    /// Returns the duration, such as `30.0 s` or `85 ms`.
    fn took(&self) -> String {
        match self.duration_millis {
            millis @ 0..1_000 => format!("{millis} ms"),
            millis => format!("{}.{} s", millis / 1_000, millis % 1_000 / 100),
        }
    }

    /// Returns the answer in short, such as `503 STATUS`.
    fn outcome(&self) -> String {
        self.answer.map_or_else(|| self.error.clone(), |status| format!("{status} {}", self.error))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn attempt(attempt: u32, duration_millis: i64) -> FailedAttempt {
        let at = Time::from_millis(0);
        FailedAttempt {
            attempt,
            at,
            duration_millis,
            answer: None,
            error: "TIMEOUT".to_owned(),
            response: None,
        }
    }

    #[test]
    fn durations_have_the_unit_that_fits() {
        assert_eq!([attempt(1, 0), attempt(1, 999)].map(|one| one.took()), ["0 ms", "999 ms"]);
        assert_eq!([attempt(1, 1_000), attempt(1, 30_050)].map(|one| one.took()), ["1.0 s", "30.0 s"]);
    }

    #[test]
    fn an_attempt_without_an_answer_has_its_error() {
        assert_eq!(attempt(1, 0).outcome(), "TIMEOUT");
        assert_eq!(FailedAttempt { answer: Some(503), ..attempt(1, 0) }.outcome(), "503 TIMEOUT");
    }
}
