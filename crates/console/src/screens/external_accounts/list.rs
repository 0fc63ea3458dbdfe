//! The external accounts of a platform and its customers, newest first.

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
    struct ListedAccount {
        account: String,
        customer: Option<String>,
        holder: Option<String>,
        account_type: String,
        number: String,
        currency: String,
        status: String,
        created_at: Time,
    }
}

/// The filters of the list.
const FILTERS: [FilterField; 3] = [
    FilterField::word("status", "Status", || {
        vec!["PENDING", "UNDER_REVIEW", "ACTIVE", "PENDING_OWNERSHIP_VERIFICATION", "UNVERIFIED", "INACTIVE"]
    }),
    FilterField::text("customer", "Customer", "Customer:..."),
    FilterField::instant("since", "Since"),
];

#[derive(Template)]
#[template(path = "external_accounts.html")]
struct ExternalAccountsPage {
    frame: Frame,
    filters: Filters,
    rows: Vec<ExternalAccountRow>,
    pager: Pager,
    error: Option<OperatorError>,
    /// Rows that the service did not write.
    not_authentic: Vec<String>,
}

/// An external account, with its page.
struct ExternalAccountRow {
    account: ListedAccount,
    href: String,
}

/// Serves the list of external accounts.
pub(crate) async fn list(
    operator: Operator,
    Path(platform): Path<String>,
    RawQuery(query): RawQuery,
) -> Result<Response, Failure> {
    let fields = Fields::parse(&query.unwrap_or_default());
    let filters = Filters::read(urls::page(&platform, "external-accounts"), &FILTERS, &fields);
    let entry = Entry::new("external-account", "list").with("platform", platform.as_str());
    let entry = filters.apply(entry).with_some("before", fields.get("before"));
    let frame = Frame::load(&operator, Some(&platform), Section::Customers, &entry).await?;
    let listing: Listing<ListedAccount, IgnoredAny> = Listing::read(&operator, &entry).await?;
    let status = listing.status();
    let pager = listing.pager(&filters);
    let rows =
        listing.rows.into_iter().filter_map(|account| ExternalAccountRow::of(&platform, account)).collect();
    let Listing { error, not_authentic, .. } = listing;
    let frame = frame.titled("External accounts");
    Ok(render(status, &ExternalAccountsPage { frame, filters, rows, pager, error, not_authentic }))
}

impl ExternalAccountRow {
    fn of(platform: &str, account: ListedAccount) -> Option<Self> {
        Some(Self { href: urls::resource(platform, &account.account)?, account })
    }
}
