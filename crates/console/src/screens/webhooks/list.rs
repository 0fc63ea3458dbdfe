//! The events of a platform with their delivery, newest first.

use askama::Template;
use axum::extract::{Path, RawQuery};
use axum::response::Response;
use causeway_domain::Time;
use causeway_service::operator::OperatorError;
use serde::de::IgnoredAny;

use super::pages::{SEGMENT, tabs};
use crate::answer::answer;
use crate::entry::Entry;
use crate::failure::Failure;
use crate::forms::Fields;
use crate::frame::{Frame, Section};
use crate::operator::Operator;
use crate::page::render;
use crate::parts::{FilterField, Filters, Pager, short_id};
use crate::screens::listing::Listing;
use crate::screens::tabs::Tab;
use crate::urls;

answer! {
    struct ListedEvent {
        webhook: String,
        event_type: String,
        resource: String,
        status: String,
        attempts: u32,
        last_answer: Option<u16>,
        last_error: Option<String>,
        created_at: Time,
    }
}

const FILTERS: [FilterField; 4] = [
    FilterField::text("status", "Status", "GIVEN_UP"),
    FilterField::text("type", "Type", "OUTGOING_PAYMENT.COMPLETED"),
    FilterField::text("resource", "About", "Transaction:..."),
    FilterField::instant("since", "Since"),
];
/// The filters by which events can be sent again, too.
const REPLAYED_BY: [&str; 3] = ["status", "type", "since"];

#[derive(Template)]
#[template(path = "webhooks.html")]
struct WebhooksPage {
    frame: Frame,
    tabs: Vec<Tab>,
    filters: Filters,
    error: Option<OperatorError>,
    rows: Vec<EventRow>,
    pager: Pager,
    /// The action that sends the listed events again; `None` without a filter that it takes.
    replay: Option<String>,
}

/// An event, with its page.
struct EventRow {
    event: ListedEvent,
    href: String,
    /// The end of the id of the resource.
    about: String,
}

/// Serves the list of events.
pub(in crate::screens) async fn list(
    operator: Operator,
    Path(platform): Path<String>,
    RawQuery(query): RawQuery,
) -> Result<Response, Failure> {
    let fields = Fields::parse(&query.unwrap_or_default());
    let filters = Filters::read(urls::page(&platform, SEGMENT), &FILTERS, &fields);
    let entry = Entry::new("webhook", "list").with("platform", platform.as_str());
    let entry = filters.apply(entry).with_some("before", fields.get("before"));
    let frame = Frame::load(&operator, Some(&platform), Section::Webhooks, &entry).await?.titled("Webhooks");
    let listing: Listing<ListedEvent, IgnoredAny> = Listing::read(&operator, &entry).await?;
    let status = listing.status();
    let may_replay = !listing.rows.is_empty() && operator.may("webhook", "replay");
    let page = WebhooksPage {
        frame,
        tabs: tabs(&platform, SEGMENT),
        pager: listing.pager(&filters),
        error: listing.error,
        rows: listing.rows.into_iter().filter_map(|event| EventRow::of(&platform, event)).collect(),
        replay: replay(&platform, &filters).filter(|_| may_replay),
        filters,
    };
    Ok(render(status, &page))
}

/// Returns the page that sends the events of the filters again; `None` if one of the filters is not one of a replay.
fn replay(platform: &str, filters: &Filters) -> Option<String> {
    let given = filters.pairs();
    let names = given.iter().map(|(name, _)| REPLAYED_BY.iter().find(|known| *known == name));
    let names: Vec<String> =
        names.map(|name| Some(format!("{}{}", urls::ARGUMENT, name?))).collect::<Option<_>>()?;
    let fields: Vec<(&str, &str)> =
        names.iter().map(String::as_str).zip(given.iter().map(|(_, value)| *value)).collect();
    let action = urls::action(Some(platform), "webhook", "replay", None);
    (!fields.is_empty()).then(|| urls::with_query(&action, &fields))
}

impl EventRow {
    fn of(platform: &str, event: ListedEvent) -> Option<Self> {
        let href = urls::resource(platform, &event.webhook)?;
        Some(Self { href, about: short_id(&event.resource), event })
    }
}

impl ListedEvent {
    /// Returns the last answer of the endpoint in short, such as `503 STATUS`.
    fn last(&self) -> String {
        let answer = self.last_answer.map(|status| status.to_string());
        answer.into_iter().chain(self.last_error.clone()).collect::<Vec<_>>().join(" ")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn events_of_the_filters_of_a_replay_can_be_sent_again() {
        let replay = |query: &str| {
            replay("Platform:1", &Filters::read(String::new(), &FILTERS, &Fields::parse(query)))
        };
        let action = "/console/p/Platform:1/do/webhook/replay?a.status=GIVEN_UP&a.type=TEST";
        assert_eq!(replay("status=GIVEN_UP&type=TEST").as_deref(), Some(action));
        assert_eq!(replay("status=GIVEN_UP&resource=Quote:1"), None);
        assert_eq!(replay(""), None);
    }
}
