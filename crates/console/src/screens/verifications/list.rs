//! The queue of verifications: the one that was submitted first at the beginning. It has no personal data.

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
    struct QueuedVerification {
        verification: String,
        customer: String,
        status: String,
        created_at: Time,
        submitted_at: Option<Time>,
        documents: i64,
        times_returned: u32,
    }
}

/// The filters of the list.
const FILTERS: [FilterField; 4] = [
    FilterField::words("status", "Status", || {
        vec![
            "PENDING_MANUAL_REVIEW",
            "IN_PROGRESS",
            "RESOLVE_ERRORS",
            "READY_FOR_VERIFICATION",
            "APPROVED",
            "REJECTED",
        ]
    }),
    FilterField::text("region", "Region", "DE"),
    FilterField::text("older_than", "Older than", "2d"),
    FilterField::instant("since", "Since"),
];

#[derive(Template)]
#[template(path = "verifications.html")]
struct VerificationsPage {
    frame: Frame,
    filters: Filters,
    rows: Vec<VerificationRow>,
    pager: Pager,
    error: Option<OperatorError>,
    /// Rows that the service did not write.
    not_authentic: Vec<String>,
}

/// A verification, with its page.
struct VerificationRow {
    verification: QueuedVerification,
    href: String,
}

/// Serves the queue of verifications.
pub(crate) async fn list(
    operator: Operator,
    Path(platform): Path<String>,
    RawQuery(query): RawQuery,
) -> Result<Response, Failure> {
    let fields = Fields::parse(&query.unwrap_or_default());
    let filters = Filters::read(urls::page(&platform, "verifications"), &FILTERS, &fields);
    let entry = Entry::new("verification", "list").with("platform", platform.as_str());
    let entry = filters.apply(entry).with_some("before", fields.get("before"));
    let frame = Frame::load(&operator, Some(&platform), Section::Customers, &entry).await?;
    let listing: Listing<QueuedVerification, IgnoredAny> = Listing::read(&operator, &entry).await?;
    let status = listing.status();
    let pager = listing.pager(&filters);
    let rows = listing.rows.into_iter().filter_map(|row| VerificationRow::of(&platform, row)).collect();
    let Listing { error, not_authentic, .. } = listing;
    let frame = frame.titled("Verifications");
    Ok(render(status, &VerificationsPage { frame, filters, rows, pager, error, not_authentic }))
}

impl VerificationRow {
    fn of(platform: &str, verification: QueuedVerification) -> Option<Self> {
        Some(Self { href: urls::resource(platform, &verification.verification)?, verification })
    }
}
