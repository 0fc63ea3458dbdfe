//! The customers of a platform, newest first.

use askama::Template;
use axum::extract::{Path, RawQuery};
use axum::response::Response;
use causeway_domain::Time;
use causeway_service::operator::OperatorError;
use serde::de::IgnoredAny;

use crate::answer::answer;
use crate::entry::Entry;
use crate::failure::Failure;
use crate::forms::Fields;
use crate::frame::{Frame, Section};
use crate::operator::Operator;
use crate::page::render;
use crate::parts::{FilterField, Filters, Pager};
use crate::screens::listing::Listing;
use crate::urls;

answer! {
    struct ListedCustomer {
        customer: String,
        own_id: String,
        name: Option<String>,
        #[serde(rename = "type")]
        kind: String,
        status: String,
        region: String,
        created_at: Time,
    }
}

/// The filters of the list.
const FILTERS: [FilterField; 4] = [
    FilterField::word("status", "Status", || vec!["UNVERIFIED", "PENDING", "APPROVED", "REJECTED", "HOLD"]),
    FilterField::word("type", "Type", || vec!["INDIVIDUAL", "BUSINESS"]),
    FilterField::text("region", "Region", "US"),
    FilterField::instant("since", "Since"),
];

#[derive(Template)]
#[template(path = "customers.html")]
struct CustomersPage {
    frame: Frame,
    filters: Filters,
    rows: Vec<CustomerRow>,
    pager: Pager,
    error: Option<OperatorError>,
    /// Rows that the service did not write.
    not_authentic: Vec<String>,
    /// The other lists about customers, each with its label.
    others: Vec<OtherList>,
}

/// A link to another list about customers.
struct OtherList {
    label: &'static str,
    href: String,
}

/// A customer, with its page.
struct CustomerRow {
    customer: ListedCustomer,
    href: String,
}

/// Serves the list of customers.
pub(crate) async fn list(
    operator: Operator,
    Path(platform): Path<String>,
    RawQuery(query): RawQuery,
) -> Result<Response, Failure> {
    let fields = Fields::parse(&query.unwrap_or_default());
    let filters = Filters::read(urls::page(&platform, "customers"), &FILTERS, &fields);
    let entry = Entry::new("customer", "list").with("platform", platform.as_str());
    let entry = filters.apply(entry).with_some("before", fields.get("before"));
    let frame =
        Frame::load(&operator, Some(&platform), Section::Customers, &entry).await?.titled("Customers");
    let listing: Listing<ListedCustomer, IgnoredAny> = Listing::read(&operator, &entry).await?;
    let status = listing.status();
    let pager = listing.pager(&filters);
    let rows = listing.rows.into_iter().filter_map(|customer| CustomerRow::of(&platform, customer)).collect();
    let Listing { error, not_authentic, .. } = listing;
    let others = OtherList::all(&operator, &platform);
    Ok(render(status, &CustomersPage { frame, filters, rows, pager, error, not_authentic, others }))
}

impl OtherList {
    /// Returns the links to the lists that the operator may see.
    fn all(operator: &Operator, platform: &str) -> Vec<Self> {
        let lists = [
            ("verification", "Verifications", "verifications"),
            ("account", "Accounts", "accounts"),
            ("external-account", "External accounts", "external-accounts"),
        ];
        let seen = lists.into_iter().filter(|(noun, ..)| operator.may(noun, "list"));
        seen.map(|(_, label, segment)| Self { label, href: urls::page(platform, segment) }).collect()
    }
}

impl CustomerRow {
    fn of(platform: &str, customer: ListedCustomer) -> Option<Self> {
        Some(Self { href: urls::resource(platform, &customer.customer)?, customer })
    }
}
