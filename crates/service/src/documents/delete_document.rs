//! `DELETE /documents/{documentId}` (customers 8).

use causeway_domain::ids::DocumentId;
use causeway_store::{Tx, documents, uploads};
use causeway_wire::Empty;

use super::{errors, holder};
use crate::customers::verification;
use crate::runtime::api_error::ApiError;
use crate::runtime::context::Context;

/// Deletes a document and its file permanently.
///
/// # Errors
/// `REFERENCE_NOT_FOUND`; `CONFLICT` with `DOCUMENT_SUBMITTED` for a document that was submitted with a
/// verification that is being decided, or was.
pub fn apply(tx: &mut Tx<'_>, context: &Context, id: DocumentId) -> Result<Empty, ApiError> {
    let platform = context.platform;
    let found = documents::find(tx, platform, id)?.ok_or_else(errors::not_found)?;
    let customer = holder::lock(tx, platform, found.document.holder)?;
    let record = documents::lock(tx, platform, id)?.ok_or_else(errors::not_found)?;
    if let Some((submission, status)) = verification::submission_of(tx, platform, id)? {
        return Err(errors::submitted(submission, status));
    }
    documents::remove(tx, platform, id)?;
    uploads::remove(tx, platform, record.upload)?;
    verification::refresh(tx, context, &customer)?;
    Ok(Empty)
}
