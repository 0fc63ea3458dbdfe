//! `POST /documents` (customers 8).

use std::sync::Arc;

use causeway_domain::Revision;
use causeway_domain::documents::MAX_DOCUMENTS;
use causeway_domain::ids::{DocumentHolder, DocumentId, PlatformId};
use causeway_store::customers::CustomerRecord;
use causeway_store::documents::{self, DocumentRecord};
use causeway_store::{Tx, beneficial_owners};
use causeway_wire::documents::{Document, DocumentUploadRequest};
use causeway_wire::table::UploadDocument;

use super::fields::{DocumentDetails, check_file};
use super::{holder, render};
use crate::customers::verification;
use crate::runtime::api_error::ApiError;
use crate::runtime::context::Context;
use crate::runtime::field_errors::FieldErrors;
use crate::runtime::http::{Answer, Call, SentFile};

/// Stores a document.
///
/// # Errors
/// The same as [`apply`].
pub async fn handler(call: Call<UploadDocument>) -> Result<Answer, ApiError> {
    let body = call.body.clone();
    let file = call.file.clone();
    let write = move |tx: &mut Tx<'_>, context: &Context, errors: &mut FieldErrors| {
        apply(tx, context, &body, file.as_ref(), errors)
    };
    Ok(call.write_checked(&[], write).await)
}

/// Stores a document with its file.
///
/// # Errors
/// `INVALID_INPUT`, also if the customer has too many documents; `USER_NOT_FOUND`; `REFERENCE_NOT_FOUND` for
/// an unknown owner; the provider's refusal of the document.
pub fn apply(
    tx: &mut Tx<'_>,
    context: &Context,
    body: &DocumentUploadRequest,
    file: Option<&Arc<SentFile>>,
    errors: &mut FieldErrors,
) -> Result<Document, ApiError> {
    check_file(file.map(AsRef::as_ref), errors);
    errors.refuse()?;
    let file = file.ok_or_else(super::errors::no_file)?;
    let customer = holder::lock(tx, context.platform, body.document_holder)?;
    check_document_limit(tx, context.platform, &customer)?;
    let details = DocumentDetails::from(body);
    details.check_accepted(context)?;
    let id: DocumentId = context.id();
    let record = DocumentRecord {
        id,
        holder: body.document_holder,
        document_type: details.document_type,
        upload: file.upload.id,
        doc: details.into_doc(context, file, &render::number_encryption_context(id))?,
        created_at: context.now,
        updated_at: Revision::created(context.now),
    };
    file.upload.keep(tx, context.platform)?;
    documents::insert(tx, context.platform, &record)?;
    verification::refresh(tx, context, &customer)?;
    render::document(&record, Some(&file.upload.key))
}

/// Refuses a document beyond the maximum of a customer and its beneficial owners together: the bearer of a
/// link to the customer's page could upload any number. The caller must hold the customer's row lock.
fn check_document_limit(
    tx: &mut Tx<'_>,
    platform: PlatformId,
    customer: &CustomerRecord,
) -> Result<(), ApiError> {
    let owners = beneficial_owners::of_customer(tx, platform, customer.id)?;
    let mut holders = vec![DocumentHolder::Customer(customer.id)];
    holders.extend(owners.iter().map(|owner| DocumentHolder::BeneficialOwner(owner.id)));
    let is_below_limit = documents::count_for_holders(tx, platform, &holders)? < MAX_DOCUMENTS;
    if is_below_limit { Ok(()) } else { Err(super::errors::too_many()) }
}
