//! What is done on the page of a verification (customers 6): what the platform's own operations would do, with the same
//! checks, for the customer of the link and nobody else.

use std::sync::Arc;

use causeway_domain::ids::{BeneficialOwnerId, CustomerId, DocumentHolder, DocumentId, PlatformId};
use causeway_store::customers::CustomerRecord;
use causeway_store::documents::{self, DocumentRecord};
use causeway_store::{Tx, beneficial_owners, kyc_links};
use causeway_wire::Code;
use causeway_wire::table::{
    CreateBeneficialOwner, ReplaceDocument, UpdateBeneficialOwner, UpdateCustomerById, UploadDocument,
};
use serde_json::Value;

use super::verification::{PageFault, closing_status, open};
use crate::customers::{lock_live, update_customer_by_id, verification};
use crate::documents::{delete_document, replace_document, upload_document};
use crate::kyc::link::Found;
use crate::kyc::{create_beneficial_owner, remove_beneficial_owner, update_beneficial_owner};
use crate::runtime::api_error::ApiError;
use crate::runtime::app::App;
use crate::runtime::context::Context;
use crate::runtime::http::{PageForm, checked};

/// The platform and the customer whose page this is, if it can be used.
///
/// # Errors
/// [`PageFault::Unknown`], [`PageFault::Gone`]; those of the database.
pub async fn customer_of(app: &Arc<App>, code: &str) -> Result<(PlatformId, CustomerId), PageFault> {
    let _place = app.places.take()?;
    let (shared, code) = (Arc::clone(app), code.to_owned());
    let of = |found: Found| (found.record.platform, found.record.customer);
    app.store.read(move |tx| open(tx, &shared, &code).map(of)).await
}

/// Takes over what was filled in about the customer. What is absent stays as it is.
///
/// # Errors
/// [`PageFault`]; what `PATCH /customers/{customerId}` refuses.
pub async fn change_details(app: &Arc<App>, code: &str, body: Value) -> Result<(), PageFault> {
    let apply = move |tx: &mut Tx<'_>, context: &Context, customer: &mut CustomerRecord| {
        let (wanted, mut faults) = checked::<UpdateCustomerById>(context, body.clone(), Vec::new())?;
        update_customer_by_id::apply(tx, context, customer.id, &wanted, &mut faults).map(drop)
    };
    change(app, code, apply).await
}

/// Adds somebody behind the company.
///
/// # Errors
/// [`PageFault`]; what `POST /beneficial-owners` refuses.
pub async fn add_owner(app: &Arc<App>, code: &str, body: Value) -> Result<(), PageFault> {
    let apply = move |tx: &mut Tx<'_>, context: &Context, customer: &mut CustomerRecord| {
        let mut body = body.clone();
        body["customerId"] = customer.id.to_string().into();
        let (wanted, mut faults) = checked::<CreateBeneficialOwner>(context, body, Vec::new())?;
        create_beneficial_owner::apply(tx, context, &wanted, &mut faults).map(drop)
    };
    change(app, code, apply).await
}

/// Changes what was filled in about a person behind the company. What is absent stays as it is.
///
/// # Errors
/// [`PageFault`]; what `PATCH /beneficial-owners/{beneficialOwnerId}` refuses.
pub async fn change_owner(app: &Arc<App>, code: &str, owner: &str, body: Value) -> Result<(), PageFault> {
    let id = owner.parse::<BeneficialOwnerId>().ok();
    let apply = move |tx: &mut Tx<'_>, context: &Context, customer: &mut CustomerRecord| {
        let id = owner_of(tx, context, customer.id, id)?;
        let (request, mut faults) = checked::<UpdateBeneficialOwner>(context, body.clone(), Vec::new())?;
        update_beneficial_owner::apply(tx, context, id, &request, &mut faults).map(drop)
    };
    change(app, code, apply).await
}

/// Removes a person behind the company, with the person's documents, as long as the person was not submitted.
///
/// # Errors
/// [`PageFault`]; what [`remove_beneficial_owner::apply`] refuses.
pub async fn remove_owner(app: &Arc<App>, code: &str, owner: &str) -> Result<(), PageFault> {
    let id = owner.parse::<BeneficialOwnerId>().ok();
    let apply = move |tx: &mut Tx<'_>, context: &Context, customer: &mut CustomerRecord| {
        let id = owner_of(tx, context, customer.id, id)?;
        remove_beneficial_owner::apply(tx, context, customer, id)
    };
    change(app, code, apply).await
}

/// Keeps a document of the customer, or of somebody behind it.
///
/// # Errors
/// [`PageFault`]; what `POST /documents` refuses.
pub async fn add_document(app: &Arc<App>, code: &str, form: PageForm) -> Result<(), PageFault> {
    let apply = move |tx: &mut Tx<'_>, context: &Context, customer: &mut CustomerRecord| {
        let PageForm { parts, faults, file } = form.clone();
        let (wanted, mut faults) = checked::<UploadDocument>(context, parts.into(), faults)?;
        if faults.is_sound("documentHolder") && !is_holder(tx, context, customer.id, wanted.document_holder)?
        {
            faults.push("documentHolder", "must be the customer or one of its beneficial owners");
        }
        upload_document::apply(tx, context, &wanted, file.as_ref(), &mut faults).map(drop)
    };
    change(app, code, apply).await
}

/// Puts another file in the place of a document's, and other details, but for its type and its side.
///
/// # Errors
/// [`PageFault`]; what `PUT /documents/{documentId}` refuses.
pub async fn replace_document(
    app: &Arc<App>,
    code: &str,
    document: &str,
    form: PageForm,
) -> Result<(), PageFault> {
    let id = document.parse::<DocumentId>().ok();
    let apply = move |tx: &mut Tx<'_>, context: &Context, customer: &mut CustomerRecord| {
        let PageForm { mut parts, faults, file } = form.clone();
        let record = document_of(tx, context, customer.id, id)?;
        parts.insert("documentType".to_owned(), record.document_type.as_str().into());
        parts.extend(record.doc.side.map(|side| ("side".to_owned(), side.as_str().into())));
        let (request, mut faults) = checked::<ReplaceDocument>(context, parts.into(), faults)?;
        replace_document::apply(tx, context, record.id, &request, file.as_ref(), &mut faults).map(drop)
    };
    change(app, code, apply).await
}

/// Removes a document, as long as it was not submitted.
///
/// # Errors
/// [`PageFault`]; what `DELETE /documents/{documentId}` refuses.
pub async fn remove_document(app: &Arc<App>, code: &str, document: &str) -> Result<(), PageFault> {
    let id = document.parse::<DocumentId>().ok();
    let apply = move |tx: &mut Tx<'_>, context: &Context, customer: &mut CustomerRecord| {
        let record = document_of(tx, context, customer.id, id)?;
        delete_document::apply(tx, context, record.id).map(drop)
    };
    change(app, code, apply).await
}

/// Finishes the page: the customer is submitted, and the link is used up. Where the browser goes on, if anywhere, is
/// returned.
///
/// # Errors
/// [`PageFault`]; `CONFLICT` for what is missing, unless the provider passes over it.
pub async fn finish(app: &Arc<App>, code: &str) -> Result<Option<String>, PageFault> {
    let submit = |tx: &mut Tx<'_>, found: &Found, customer: &mut CustomerRecord| {
        verification::submit_from_page(tx, &found.context, customer)?;
        kyc_links::mark_used(tx, found.record.platform, &found.record.code_hash, found.context.now)?;
        Ok(found.record.doc.redirect_uri.clone())
    };
    on_open_page(app, code, submit).await
}

/// Changes something of the customer, as long as nobody decides about it or has decided.
async fn change<F>(app: &Arc<App>, code: &str, mut apply: F) -> Result<(), PageFault>
where
    F: FnMut(&mut Tx<'_>, &Context, &mut CustomerRecord) -> Result<(), ApiError> + Send + 'static,
{
    let guarded = move |tx: &mut Tx<'_>, found: &Found, customer: &mut CustomerRecord| {
        if let Some(status) = closing_status(tx, customer, found.record.platform)? {
            return Err(closed(status));
        }
        apply(tx, &found.context, customer)
    };
    on_open_page(app, code, guarded).await
}

/// Runs a change behind a page that can be used; its customer is locked, so that a page is finished once.
async fn on_open_page<T, F>(app: &Arc<App>, code: &str, mut apply: F) -> Result<T, PageFault>
where
    T: Send + 'static,
    F: FnMut(&mut Tx<'_>, &Found, &mut CustomerRecord) -> Result<T, ApiError> + Send + 'static,
{
    let _place = app.places.take()?;
    let (shared, code) = (Arc::clone(app), code.to_owned());
    let run = move |tx: &mut Tx<'_>| {
        let seen = open(tx, &shared, &code)?;
        let locked = lock_live(tx, seen.record.platform, seen.record.customer);
        let mut customer = locked.map_err(|_| PageFault::Gone)?;
        let found = open(tx, &shared, &code)?;
        Ok(apply(tx, &found, &mut customer)?)
    };
    app.store.write(&[], run).await
}

/// Whether a document of this customer's page may belong there.
fn is_holder(
    tx: &mut Tx<'_>,
    context: &Context,
    customer: CustomerId,
    holder: DocumentHolder,
) -> Result<bool, ApiError> {
    match holder {
        DocumentHolder::Customer(id) => Ok(id == customer),
        DocumentHolder::BeneficialOwner(id) => {
            let owner = beneficial_owners::find(tx, context.platform, id)?;
            Ok(owner.is_some_and(|owner| owner.customer == customer))
        }
    }
}

/// Returns the id of an owner if the person is behind this customer.
fn owner_of(
    tx: &mut Tx<'_>,
    context: &Context,
    customer: CustomerId,
    id: Option<BeneficialOwnerId>,
) -> Result<BeneficialOwnerId, ApiError> {
    let found = id.map(|id| beneficial_owners::find(tx, context.platform, id)).transpose()?.flatten();
    let owner = found.filter(|owner| owner.customer == customer);
    owner.map(|owner| owner.id).ok_or_else(ApiError::not_found::<BeneficialOwnerId>)
}

/// Returns a document if its holder is this customer or an owner of it.
fn document_of(
    tx: &mut Tx<'_>,
    context: &Context,
    customer: CustomerId,
    id: Option<DocumentId>,
) -> Result<DocumentRecord, ApiError> {
    let found = id.map(|id| documents::find(tx, context.platform, id)).transpose()?.flatten();
    let record = found.map(|found| found.document).ok_or_else(ApiError::not_found::<DocumentId>)?;
    if is_holder(tx, context, customer, record.holder)? {
        Ok(record)
    } else {
        Err(ApiError::not_found::<DocumentId>())
    }
}

/// Refuses a change of a page that its verification has closed.
fn closed(status: &str) -> ApiError {
    ApiError::new(Code::Conflict, format!("Nothing can be changed while the verification is {status}."))
        .reason("CLOSED")
        .with("status", status)
}
