//! The audit trail of a platform, or of the deployment: who did what, when and why.

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
use crate::parts::{FilterField, Filters, Pager};
use crate::screens::listing::{read_refusable, status_of};
use crate::urls;

/// Number of rows of a page.
const LIMIT: usize = 50;
/// The cursor: the number of the last row of the page before.
const BEFORE: &str = "before";
/// The filters. An actor is an operator or a token, never a customer.
const FILTERS: [FilterField; 5] = [
    FilterField::text("subject", "About", "Transaction:..."),
    FilterField::text("actor", "By", "alice"),
    FilterField::text("action", "Command", "account freeze"),
    FilterField::instant("since", "Since"),
    FilterField::instant("until", "Before"),
];

answer! {
    struct AuditRow {
        number: i64,
        at: Time,
        actor: String,
        as_user: Option<String>,
        channel: String,
        action: String,
        about: Option<String>,
        reason: Option<String>,
        platform: Option<String>,
        request: String,
    }
}

#[derive(Template)]
#[template(path = "audit.html")]
struct AuditPage {
    frame: Frame,
    filters: Filters,
    /// The refusal of a filter, such as of a text that is no instant.
    error: Option<OperatorError>,
    rows: Vec<AuditLine>,
    pager: Pager,
    /// `true` if the rows are about several platforms.
    has_platform: bool,
}

/// An action, with the page of the resource that it is about.
struct AuditLine {
    row: AuditRow,
    href: Option<String>,
    /// The name of the platform; empty if it is not about one.
    platform: String,
}

/// Serves the audit trail of the deployment and of all platforms.
pub(super) async fn of_deployment(
    operator: Operator,
    RawQuery(query): RawQuery,
) -> Result<Response, Failure> {
    show(&operator, None, query).await
}

/// Serves the audit trail of a platform.
pub(super) async fn of_platform(
    operator: Operator,
    Path(platform): Path<String>,
    RawQuery(query): RawQuery,
) -> Result<Response, Failure> {
    show(&operator, Some(&platform), query).await
}

async fn show(
    operator: &Operator,
    platform: Option<&str>,
    query: Option<String>,
) -> Result<Response, Failure> {
    let fields = Fields::parse(&query.unwrap_or_default());
    let filters = Filters::read(urls::section(platform, "audit"), &FILTERS, &fields);
    let entry = Entry::new("audit", "list").with_some("platform", platform).with("limit", LIMIT);
    let before = fields.get(BEFORE).and_then(|number| number.parse::<i64>().ok());
    let entry = filters.apply(entry).with_some(BEFORE, before);
    let frame = Frame::load(operator, platform, Section::Audit, &entry).await?.titled("Audit");
    let (rows, error) = match read_refusable::<Vec<AuditRow>>(operator, &entry).await? {
        Ok(rows) => (rows, None),
        Err(error) => (Vec::new(), Some(error)),
    };
    let status = status_of(error.as_ref());
    let last = rows.last().filter(|_| rows.len() == LIMIT).map(|row| row.number.to_string());
    let page = AuditPage {
        pager: Pager::new(&filters.path, &filters.pairs(), last.as_deref(), None),
        filters,
        error,
        rows: rows.into_iter().map(|row| AuditLine::of(&frame, row)).collect(),
        has_platform: platform.is_none(),
        frame,
    };
    Ok(render(status, &page))
}

impl AuditLine {
    fn of(frame: &Frame, row: AuditRow) -> Self {
        let platform = row.platform.as_deref();
        let href = platform.zip(row.about.as_deref()).and_then(|(platform, id)| urls::resource(platform, id));
        let name = platform.and_then(|id| frame.platform_name(id));
        Self { href, platform: name.unwrap_or_default().to_owned(), row }
    }
}
