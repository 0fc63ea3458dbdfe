//! A quote: its price, its expiry and what it waits for.

use askama::Template;
use axum::extract::{Path, RawQuery};
use axum::response::Response;
use causeway_domain::Time;

use crate::answer::answer;
use crate::entry::Entry;
use crate::failure::Failure;
use crate::forms::Fields;
use crate::frame::{Frame, Section};
use crate::operator::Operator;
use crate::page::ok;
use crate::parts::{ActionButton, label};
use crate::screens::payments::{Direction, Price, PriceSum, Wait, commands};
use crate::screens::resource_path::ResourcePath;
use crate::urls;

answer! {
    struct Quote {
        quote: String,
        transaction: String,
        status: Option<String>,
        meaning: Option<String>,
        locked: String,
        customer: Option<String>,
        source: Option<String>,
        destination: Option<String>,
        created_at: Time,
        expires_at: Time,
        is_expired: bool,
        waits_for: Option<Wait>,
        price: Price,
    }
}

#[derive(Template)]
#[template(path = "quote.html")]
struct QuotePage {
    frame: Frame,
    quote: Quote,
    actions: Vec<ActionButton>,
    /// The page of its payment.
    payment: Option<String>,
    customer: Option<String>,
    sum: PriceSum,
}

/// Serves the page of a quote.
pub(in crate::screens) async fn show(
    operator: Operator,
    Path(ResourcePath { platform, id }): Path<ResourcePath>,
    RawQuery(query): RawQuery,
) -> Result<Response, Failure> {
    let entry = Entry::new("quote", "show").with("quote", id.as_str()).with("platform", platform.as_str());
    let frame = Frame::load(&operator, Some(&platform), Section::Payments, &entry).await?;
    let quote: Quote = operator.read(&entry).await?;
    let notice = Fields::parse(&query.unwrap_or_default()).get("done").map(label);
    let title =
        quote.price.title().map_or_else(|| "Quote".to_owned(), |amounts| format!("Quote over {amounts}"));
    let page = QuotePage {
        frame: frame.titled(title).noting(notice),
        actions: ActionButton::all(&operator, Some(&platform), commands(quote.waits_for.as_ref())),
        payment: urls::resource(&platform, &quote.transaction),
        customer: quote.customer.as_deref().and_then(|customer| urls::resource(&platform, customer)),
        sum: PriceSum::of(quote.price.clone(), Direction::Outgoing),
        quote,
    };
    Ok(ok(&page))
}

impl Quote {
    /// Returns the side whose amount is fixed, in words.
    fn lock(&self) -> &'static str {
        if self.locked == "sending" { "the amount sent" } else { "the amount received" }
    }
}
