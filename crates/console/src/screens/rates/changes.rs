//! The changes of rates, newest first.

use askama::Template;
use axum::extract::RawQuery;
use axum::response::Response;
use causeway_domain::Time;
use causeway_service::operator::OperatorError;

use crate::answer::answer;
use crate::entry::Entry;
use crate::failure::Failure;
use crate::forms::Fields;
use crate::frame::{Frame, Section};
use crate::operator::Operator;
use crate::page::render;
use crate::parts::{FilterField, Filters};
use crate::screens::listing::{read_refusable, status_of};
use crate::urls;

answer! {
    /// A change of a rate. Times are wall time.
    struct RateChange {
        sending: String,
        receiving: String,
        rate: Option<String>,
        is_unusual: Option<bool>,
        actor: String,
        at: Time,
    }
}

const FILTERS: [FilterField; 2] =
    [FilterField::text("sending", "Sending", "USD"), FilterField::text("receiving", "Receiving", "EUR")];

#[derive(Template)]
#[template(path = "rate_changes.html")]
struct ChangesPage {
    frame: Frame,
    filters: Filters,
    error: Option<OperatorError>,
    rows: Vec<RateChange>,
}

/// Serves the changes of rates.
pub(in crate::screens) async fn changes(
    operator: Operator,
    RawQuery(query): RawQuery,
) -> Result<Response, Failure> {
    let fields = Fields::parse(&query.unwrap_or_default());
    let filters = Filters::read(urls::RATE_CHANGES.to_owned(), &FILTERS, &fields);
    let entry = filters.apply(Entry::new("rate", "history"));
    let frame = Frame::load(&operator, None, Section::Rates, &entry).await?.titled("Changes of rates");
    let read = read_refusable::<Vec<RateChange>>(&operator, &entry).await?;
    let status = status_of(read.as_ref().err());
    let page = match read {
        Ok(rows) => ChangesPage { frame, filters, error: None, rows },
        Err(error) => ChangesPage { frame, filters, error: Some(error), rows: Vec::new() },
    };
    Ok(render(status, &page))
}

impl RateChange {
    /// Returns the page of the pair.
    pub(super) fn href(&self) -> String {
        urls::rate(&self.sending, &self.receiving)
    }

    /// Returns `true` if the rate is far off the one before it.
    pub(super) fn is_far_off(&self) -> bool {
        self.is_unusual == Some(true)
    }
}
