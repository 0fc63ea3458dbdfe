//! The rates that production platforms are quoted.

use askama::Template;
use axum::response::Response;
use causeway_domain::Time;

use crate::answer::answer;
use crate::entry::Entry;
use crate::failure::Failure;
use crate::frame::{Frame, Section};
use crate::operator::Operator;
use crate::page::ok;
use crate::urls;

answer! {
    struct ListedRate {
        sending: String,
        receiving: String,
        rate: String,
        updated_at: Time,
    }
}

#[derive(Template)]
#[template(path = "rates.html")]
struct RatesPage {
    frame: Frame,
    rows: Vec<ListedRate>,
    /// The action that sets a rate; `None` outside of the operator's roles.
    set: Option<String>,
}

/// Serves the list of rates.
pub(in crate::screens) async fn list(operator: Operator) -> Result<Response, Failure> {
    let entry = Entry::new("rate", "list");
    let frame = Frame::load(&operator, None, Section::Rates, &entry).await?.titled("Rates");
    let rows: Vec<ListedRate> = operator.read(&entry).await?;
    let set = operator.may("rate", "set").then(|| urls::action(None, "rate", "set", None));
    Ok(ok(&RatesPage { frame, rows, set }))
}

impl ListedRate {
    fn href(&self) -> String {
        urls::rate(&self.sending, &self.receiving)
    }
}
