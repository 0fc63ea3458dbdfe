//! `GET /documents/{documentId}` (customers 8).

use causeway_domain::ids::DocumentId;
use causeway_store::{Tx, documents};
use causeway_wire::documents::Document;

use super::{errors, render};
use crate::runtime::api_error::ApiError;
use crate::runtime::context::Context;

/// Shows a document.
///
/// # Errors
/// `REFERENCE_NOT_FOUND`.
pub fn apply(tx: &mut Tx<'_>, context: &Context, id: DocumentId) -> Result<Document, ApiError> {
    let found = documents::find(tx, context.platform, id)?.ok_or_else(errors::not_found)?;
    render::stored(&context.app, &found)
}
