//! The endpoint of a platform: what it has accepted, and what waits for it.

use askama::Template;
use axum::extract::Path;
use axum::response::Response;
use causeway_domain::Time;

use super::pages::{ENDPOINT, SEGMENT, tabs};
use crate::answer::answer;
use crate::entry::Entry;
use crate::failure::Failure;
use crate::frame::{Frame, Section};
use crate::operator::Operator;
use crate::page::ok;
use crate::screens::tabs::Tab;
use crate::urls;

answer! {
    struct Endpoint {
        endpoint: String,
        last_success: Option<Time>,
        waiting: i64,
        oldest_waiting: Option<Time>,
        given_up: i64,
        failed_p95_millis: Option<i64>,
        is_cut_off: bool,
    }
}

#[derive(Template)]
#[template(path = "webhook_endpoint.html")]
struct EndpointPage {
    frame: Frame,
    tabs: Vec<Tab>,
    /// `None` if the platform has none.
    endpoint: Option<Endpoint>,
    /// The list of the events that wait.
    waiting: String,
    /// The list of the events that were given up.
    given_up: String,
}

/// Serves the page of the endpoint.
pub(in crate::screens) async fn endpoint(
    operator: Operator,
    Path(platform): Path<String>,
) -> Result<Response, Failure> {
    let entry = Entry::new("webhook", "endpoints").with("platform", platform.as_str());
    let frame = Frame::load(&operator, Some(&platform), Section::Webhooks, &entry).await?;
    let endpoints: Vec<Endpoint> = operator.read(&entry).await?;
    let list = urls::page(&platform, SEGMENT);
    let of_status = |status| urls::with_query(&list, &[("status", status)]);
    let page = EndpointPage {
        frame: frame.titled("Endpoint"),
        tabs: tabs(&platform, ENDPOINT),
        endpoint: endpoints.into_iter().next(),
        waiting: of_status("DUE"),
        given_up: of_status("GIVEN_UP"),
    };
    Ok(ok(&page))
}

impl Endpoint {
    /// Returns `true` if the endpoint has accepted nothing of late, and something waits or was given up.
    fn is_failing(&self) -> bool {
        self.last_success.is_none() && self.waiting + self.given_up > 0
    }

    /// Returns the sign behind a count that ends at 10 000.
    fn more(&self) -> &'static str {
        if self.is_cut_off { " or more" } else { "" }
    }
}
