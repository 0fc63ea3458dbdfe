//! The money of a platform in suspense, newest first.

use askama::Template;
use axum::extract::{Path, RawQuery};
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
use crate::parts::{FilterField, Filters, Money, Pager};
use crate::screens::deposits::{DepositTab, tabs};
use crate::screens::listing::{AmountSum, Listing};
use crate::screens::tabs::Tab;
use crate::urls;

answer! {
    struct SuspendedMoney {
        transaction: String,
        amount: Money,
        since: Time,
        age_days: u64,
        #[serde(default)]
        status: Option<String>,
        #[serde(default)]
        reference: Option<String>,
        #[serde(default)]
        rail: Option<String>,
        #[serde(default)]
        payer: Option<String>,
    }
}

const FILTERS: [FilterField; 2] =
    [FilterField::text("currency", "Currency", "EUR"), FilterField::text("older_than", "Older than", "7d")];

#[derive(Template)]
#[template(path = "suspense.html")]
struct SuspensePage {
    frame: Frame,
    tabs: Vec<Tab>,
    filters: Filters,
    error: Option<OperatorError>,
    rows: Vec<SuspenseRow>,
    /// The sums of the page, in words.
    sums: Vec<String>,
    pager: Pager,
}

/// Money of one transaction, with its page.
struct SuspenseRow {
    money: SuspendedMoney,
    href: String,
}

/// Serves the list of money in suspense.
pub(in crate::screens) async fn list(
    operator: Operator,
    Path(platform): Path<String>,
    RawQuery(query): RawQuery,
) -> Result<Response, Failure> {
    let fields = Fields::parse(&query.unwrap_or_default());
    let filters = Filters::read(urls::page(&platform, "suspense"), &FILTERS, &fields);
    let entry = Entry::new("suspense", "list").with("platform", platform.as_str());
    let entry = filters.apply(entry).with_some("before", fields.get("before"));
    let frame = Frame::load(&operator, Some(&platform), Section::Deposits, &entry).await?.titled("Suspense");
    let listing: Listing<SuspendedMoney, AmountSum> = Listing::read(&operator, &entry).await?;
    let status = listing.status();
    let page = SuspensePage {
        frame,
        tabs: tabs(&platform, DepositTab::Suspense),
        pager: listing.pager(&filters),
        sums: listing.sums.iter().filter_map(AmountSum::text).collect(),
        error: listing.error,
        rows: listing.rows.into_iter().filter_map(|money| SuspenseRow::of(&platform, money)).collect(),
        filters,
    };
    Ok(render(status, &page))
}

impl SuspenseRow {
    fn of(platform: &str, money: SuspendedMoney) -> Option<Self> {
        Some(Self { href: urls::resource_of("suspense", platform, &money.transaction)?, money })
    }

    /// Returns the origin in words. Only money without an account has a status of its own.
    fn origin(&self) -> &str {
        match (&self.money.status, self.money.transaction.starts_with("CardTransaction:")) {
            (Some(_), _) => "without an account",
            (None, true) => "card transaction",
            (None, false) => "payment",
        }
    }
}
