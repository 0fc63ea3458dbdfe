//! The form that opens a document: it commits the audit row of the look, and leads to an address that works once.

use axum::extract::Path;
use axum::http::StatusCode;
use axum::response::Response;
use bytes::Bytes;
use causeway_service::operator::{OperatorError, open_document};

use super::show::{DocumentPage, page};
use crate::confirmation::Confirmation;
use crate::entry::Entry;
use crate::failure::Failure;
use crate::forms::CheckedForm;
use crate::operator::Operator;
use crate::page::{render, see_other};
use crate::screens::resource_path::ResourcePath;
use crate::urls;

/// Opens a document: the present file, or the one that was submitted with a verification.
pub(crate) async fn open(
    operator: Operator,
    Path(ResourcePath { platform, id }): Path<ResourcePath>,
    body: Bytes,
) -> Result<Response, Failure> {
    let form = CheckedForm::read(&operator.session, &body)?;
    if !operator.may("document", "fetch") {
        return Err(Failure::no_page());
    }
    let entry = Entry::new("document", "fetch")
        .with("document", id.as_str())
        .with_some("verification", form.get("verification"))
        .with("platform", platform.as_str());
    let address = urls::resource(&platform, &id).ok_or_else(Failure::no_page)?;
    let confirmation =
        Confirmation::of_look(&operator, form.get("verification").unwrap_or(id.as_str()), &address);
    match opened(&operator, &form, entry, &confirmation).await {
        Ok(key) => {
            let file = urls::action(Some(&platform), "document", "file", Some(&id));
            Ok(see_other(&urls::with_query(&file, &[("key", key.as_str())])))
        }
        Err(error) => {
            let status = StatusCode::from_u16(error.kind.status()).unwrap_or(StatusCode::CONFLICT);
            let page = DocumentPage {
                verification: form.get("verification").map(str::to_owned),
                error: Some(error),
                reason: form.get("reason").unwrap_or_default().to_owned(),
                confirmation,
                ..page(&operator, &platform, &id).await?
            };
            Ok(render(status, &page))
        }
    }
}

/// Runs the fetch of a confirmed form, and returns the key of the address.
async fn opened(
    operator: &Operator,
    form: &CheckedForm,
    entry: Entry,
    confirmation: &Confirmation,
) -> Result<String, OperatorError> {
    confirmation.check(form)?;
    let reason = form.get("reason").map(str::to_owned);
    let app = operator.app();
    let key = open_document(app, &operator.session, operator.request_id(), entry.arguments, reason).await?;
    Ok(key.expose().clone())
}
