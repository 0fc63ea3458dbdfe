//! A verification: what was stated, the documents, and what was decided before.
//!
//! The page has no live region: a look is recorded in the audit trail, and a refresh is no look.

use askama::Template;
use axum::extract::{Path, RawQuery};
use axum::response::Response;

use super::review::Review;
use crate::failure::Failure;
use crate::forms::Fields;
use crate::frame::{Frame, Section};
use crate::operator::Operator;
use crate::page::ok;
use crate::parts::{label, short_id};
use crate::screens::history::OperatorAction;
use crate::screens::resource_path::ResourcePath;
use crate::urls;

#[derive(Template)]
#[template(path = "verification.html")]
struct VerificationPage {
    frame: Frame,
    platform: String,
    review: Review,
    queue: String,
    history: Vec<OperatorAction>,
}

/// Serves the page of a verification.
pub(crate) async fn show(
    operator: Operator,
    Path(ResourcePath { platform, id }): Path<ResourcePath>,
    RawQuery(query): RawQuery,
) -> Result<Response, Failure> {
    let entry = Review::entry(&platform, &id);
    let frame = Frame::load(&operator, Some(&platform), Section::Customers, &entry).await?;
    let mut review = Review::read(&operator, &platform, &id).await?;
    let notice = Fields::parse(&query.unwrap_or_default()).get("done").map(label);
    let title = format!("Verification {}", short_id(&id));
    let frame = frame.titled(title).noting(notice);
    let history = std::mem::take(&mut review.verification.operator_actions);
    let queue = urls::page(&platform, "verifications");
    Ok(ok(&VerificationPage { frame, platform, review, queue, history }))
}
