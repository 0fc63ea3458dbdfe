//! `POST /documents` (customers 8).

use std::sync::Arc;

use causeway_domain::Revision;
use causeway_domain::documents::DOCUMENTS_MAX;
use causeway_domain::ids::{DocumentHolder, DocumentId, PlatformId};
use causeway_store::customers::CustomerRecord;
use causeway_store::documents::{self, DocumentRecord};
use causeway_store::{Tx, beneficial_owners};
use causeway_wire::documents::{Document, DocumentUploadRequest};
use causeway_wire::table::UploadDocument;

use super::fields::{Details, check_file};
use super::{holder, render};
use crate::customers::verification;
use crate::runtime::api_error::ApiError;
use crate::runtime::context::Context;
use crate::runtime::field_errors::FieldErrors;
use crate::runtime::http::{Answer, Call, SentFile};

/// Keeps a document.
///
/// # Errors
/// Those of [`apply`].
pub async fn handler(call: Call<UploadDocument>) -> Result<Answer, ApiError> {
    let (body, file) = (call.body.clone(), call.file.clone());
    let write = move |tx: &mut Tx<'_>, context: &Context, faults: &mut FieldErrors| {
        apply(tx, context, &body, file.as_ref(), faults)
    };
    Ok(call.write_checked(&[], write).await)
}

/// Keeps a document with its file.
///
/// # Errors
/// `INVALID_INPUT`, also where the customer has too many; `USER_NOT_FOUND`; `REFERENCE_NOT_FOUND` for an unknown owner; what the provider says against the
/// document.
pub fn apply(
    tx: &mut Tx<'_>,
    context: &Context,
    body: &DocumentUploadRequest,
    file: Option<&Arc<SentFile>>,
    faults: &mut FieldErrors,
) -> Result<Document, ApiError> {
    check_file(file.map(AsRef::as_ref), faults);
    faults.refuse()?;
    let file = file.ok_or_else(super::errors::no_file)?;
    let customer = holder::lock(tx, context.platform, body.document_holder)?;
    check_room(tx, context.platform, &customer)?;
    let details = Details::from(body);
    details.check_accepted(context)?;
    let id: DocumentId = context.id();
    let record = DocumentRecord {
        id,
        holder: body.document_holder,
        document_type: details.document_type,
        upload: file.upload.id,
        doc: details.into_doc(context, file, &render::number_place(id))?,
        created_at: context.now,
        updated_at: Revision::created(context.now),
    };
    file.upload.keep(tx, context.platform)?;
    documents::insert(tx, context.platform, &record)?;
    verification::refresh(tx, context, &customer)?;
    render::document(&record, Some(&file.upload.key))
}

/// Refuses one more than a customer can have, those behind it included: whoever has the link to its page uploads as many
/// as it likes. The customer is locked.
fn check_room(tx: &mut Tx<'_>, platform: PlatformId, customer: &CustomerRecord) -> Result<(), ApiError> {
    let owners = beneficial_owners::of_customer(tx, platform, customer.id)?;
    let mut holders = vec![DocumentHolder::Customer(customer.id)];
    holders.extend(owners.iter().map(|owner| DocumentHolder::BeneficialOwner(owner.id)));
    let has_room = documents::count_of_holders(tx, platform, &holders)? < DOCUMENTS_MAX;
    if has_room { Ok(()) } else { Err(super::errors::too_many()) }
}
