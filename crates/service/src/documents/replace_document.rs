//! `PUT /documents/{documentId}` (customers 8).

use std::sync::Arc;

use causeway_domain::ids::DocumentId;
use causeway_store::{Tx, documents};
use causeway_wire::documents::{Document, DocumentReplaceRequest};
use causeway_wire::table::ReplaceDocument;

use super::fields::{DocumentDetails, check_file};
use super::{errors, holder, render};
use crate::customers::verification;
use crate::runtime::api_error::ApiError;
use crate::runtime::context::Context;
use crate::runtime::field_errors::FieldErrors;
use crate::runtime::http::{Answer, Call, SentFile};

/// Replaces a document.
///
/// # Errors
/// The same as [`apply`].
pub async fn handler(call: Call<ReplaceDocument>) -> Result<Answer, ApiError> {
    let id = call.id();
    let body = call.body.clone();
    let file = call.file.clone();
    let write = move |tx: &mut Tx<'_>, context: &Context, errors: &mut FieldErrors| {
        apply(tx, context, id.clone()?, &body, file.as_ref(), errors)
    };
    Ok(call.write_checked(&[], write).await)
}

/// Replaces the file and the fields of a document. The earlier file is deleted, unless it was submitted with
/// a verification that is being decided, or was; errors caused by it are cleared.
///
/// # Errors
/// `INVALID_INPUT`; `REFERENCE_NOT_FOUND`; `USER_NOT_FOUND` if its holder was deleted; the provider's refusal
/// of the document.
pub fn apply(
    tx: &mut Tx<'_>,
    context: &Context,
    id: DocumentId,
    body: &DocumentReplaceRequest,
    file: Option<&Arc<SentFile>>,
    errors: &mut FieldErrors,
) -> Result<Document, ApiError> {
    let platform = context.platform;
    check_file(file.map(AsRef::as_ref), errors);
    errors.refuse()?;
    let file = file.ok_or_else(errors::no_file)?;
    let found = documents::find(tx, platform, id)?.ok_or_else(errors::not_found)?;
    let customer = holder::lock(tx, platform, found.document.holder)?;
    let mut record = documents::lock(tx, platform, id)?.ok_or_else(errors::not_found)?;
    let details = DocumentDetails::from(body);
    details.check_accepted(context)?;
    let earlier = std::mem::replace(&mut record.upload, file.upload.id);
    record.document_type = details.document_type;
    record.doc = details.into_doc(context, file, &render::number_encryption_context(id))?;
    record.updated_at.advance(context.now);
    file.upload.keep(tx, platform)?;
    documents::update(tx, platform, &record)?;
    verification::remove_replaced_file(tx, platform, earlier)?;
    verification::document_replaced(tx, context, &customer, id)?;
    render::document(&record, Some(&file.upload.key))
}
