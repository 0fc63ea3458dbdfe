//! The identification numbers of a customer, which no other page shows. Each reveal is in the audit trail, and none is in an
//! address or in a page that is shown again.

use askama::Template;
use axum::extract::Path;
use axum::http::StatusCode;
use axum::response::Response;
use bytes::Bytes;
use causeway_service::operator::OperatorError;

use crate::answer::{answer, decode};
use crate::confirmation::Confirmation;
use crate::entry::Entry;
use crate::failure::Failure;
use crate::forms::CheckedForm;
use crate::frame::{Frame, Section};
use crate::operator::{Change, Operator};
use crate::page::{ok, render};
use crate::screens::resource_path::ResourcePath;
use crate::urls;

answer! {
    struct RevealedNumbers {
        numbers: Vec<IdentificationNumber>,
    }

    struct IdentificationNumber {
        holder: String,
        #[serde(rename = "type")]
        kind: Option<String>,
        country: Option<String>,
        number: String,
    }
}

#[derive(Template)]
#[template(path = "reveal.html")]
struct RevealPage {
    frame: Frame,
    customer: String,
    back: String,
    /// `None` before the form was sent.
    revealed: Option<RevealedNumbers>,
    error: Option<OperatorError>,
    reason: String,
    confirmation: Confirmation,
}

/// Serves the form that asks for the reason of a reveal.
pub(crate) async fn ask(
    operator: Operator,
    Path(ResourcePath { platform, id }): Path<ResourcePath>,
) -> Result<Response, Failure> {
    Ok(ok(&page(&operator, &platform, &id).await?))
}

/// Reveals the numbers.
pub(crate) async fn reveal(
    operator: Operator,
    Path(ResourcePath { platform, id }): Path<ResourcePath>,
    body: Bytes,
) -> Result<Response, Failure> {
    let form = CheckedForm::read(&operator.session, &body)?;
    let page = RevealPage {
        reason: form.get("reason").unwrap_or_default().to_owned(),
        ..page(&operator, &platform, &id).await?
    };
    match revealed(&operator, &form, &entry(&platform, &id), &page.confirmation).await {
        Ok(revealed) => Ok(ok(&RevealPage { revealed: Some(revealed), ..page })),
        Err(error) => {
            let status = StatusCode::from_u16(error.kind.status()).unwrap_or(StatusCode::CONFLICT);
            Ok(render(status, &RevealPage { error: Some(error), ..page }))
        }
    }
}

fn entry(platform: &str, id: &str) -> Entry {
    Entry::new("customer", "reveal").with("customer", id).with("platform", platform)
}

fn address(platform: &str, id: &str) -> String {
    urls::action(Some(platform), "customer", "reveal", Some(id))
}

async fn page(operator: &Operator, platform: &str, id: &str) -> Result<RevealPage, Failure> {
    if !operator.may("customer", "reveal") {
        return Err(Failure::no_page());
    }
    let frame = Frame::load(operator, Some(platform), Section::Customers, &entry(platform, id)).await?;
    Ok(RevealPage {
        frame: frame.titled("Identification numbers"),
        customer: id.to_owned(),
        back: urls::resource(platform, id).ok_or_else(Failure::no_page)?,
        revealed: None,
        error: None,
        reason: String::new(),
        confirmation: Confirmation::of_look(operator, id, &address(platform, id)),
    })
}

/// Runs the reveal of a confirmed form. The answer follows the commit of its audit row.
async fn revealed(
    operator: &Operator,
    form: &CheckedForm,
    entry: &Entry,
    confirmation: &Confirmation,
) -> Result<RevealedNumbers, OperatorError> {
    confirmation.check(form)?;
    let reason = form.get("reason").map(str::to_owned);
    let json = operator.change(form, entry, Change { reason, ..Change::default() }).await?;
    decode(&entry.name(), json)
}
