//! The quotes of a platform, newest first.

use askama::Template;
use axum::extract::{Path, RawQuery};
use axum::response::Response;
use causeway_domain::Time;
use causeway_domain::quotes::QuoteStatus;
use causeway_service::operator::OperatorError;
use serde::de::IgnoredAny;

use crate::answer::answer;
use crate::entry::Entry;
use crate::failure::Failure;
use crate::forms::Fields;
use crate::frame::{Frame, Section};
use crate::operator::Operator;
use crate::page::render;
use crate::parts::{FilterField, Filters, Money, Pager};
use crate::screens::listing::Listing;
use crate::urls;

answer! {
    struct ListedQuote {
        quote: Option<String>,
        created_at: Time,
        status: Option<String>,
        sent: Option<Money>,
        received: Option<Money>,
    }
}

const FILTERS: [FilterField; 5] = [
    FilterField::word("status", "Status", || {
        QuoteStatus::ALL.iter().copied().map(QuoteStatus::as_str).collect()
    }),
    FilterField::text("pair", "Pair", "USD/EUR"),
    FilterField::text("customer", "Customer", "Customer:..."),
    FilterField::instant("since", "Since"),
    FilterField::instant("until", "Until"),
];

#[derive(Template)]
#[template(path = "quotes.html")]
struct QuotesPage {
    frame: Frame,
    filters: Filters,
    /// The list of payments.
    payments: String,
    error: Option<OperatorError>,
    rows: Vec<QuoteRow>,
    pager: Pager,
}

/// A quote, with its page.
struct QuoteRow {
    quote: ListedQuote,
    href: String,
}

/// Serves the list of quotes.
pub(in crate::screens) async fn list(
    operator: Operator,
    Path(platform): Path<String>,
    RawQuery(query): RawQuery,
) -> Result<Response, Failure> {
    let fields = Fields::parse(&query.unwrap_or_default());
    let filters = Filters::read(urls::page(&platform, "quotes"), &FILTERS, &fields);
    let entry = Entry::new("quote", "list").with("platform", platform.as_str());
    let entry = filters.apply(entry).with_some("before", fields.get("before"));
    let frame = Frame::load(&operator, Some(&platform), Section::Payments, &entry).await?.titled("Quotes");
    let listing: Listing<ListedQuote, IgnoredAny> = Listing::read(&operator, &entry).await?;
    let status = listing.status();
    let page = QuotesPage {
        frame,
        payments: urls::page(&platform, "payments"),
        pager: listing.pager(&filters),
        error: listing.error,
        rows: listing.rows.into_iter().filter_map(|quote| QuoteRow::of(&platform, quote)).collect(),
        filters,
    };
    Ok(render(status, &page))
}

impl QuoteRow {
    fn of(platform: &str, quote: ListedQuote) -> Option<Self> {
        Some(Self { href: urls::resource(platform, quote.quote.as_deref()?)?, quote })
    }
}
