//! Changes made on the page of a verification (customers 6): the platform's own operations with the same
//! checks, restricted to the customer of the link.

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

use super::verification::{PageError, closing_status, open};
use crate::customers::{lock_live, update_customer_by_id, verification};
use crate::documents::{delete_document, replace_document, upload_document};
use crate::runtime::api_error::ApiError;
use crate::runtime::app::App;
use crate::runtime::context::Context;
use crate::runtime::http::{PageForm, check_page_body};
use crate::verifications::link::KycLink;
use crate::verifications::{create_beneficial_owner, remove_beneficial_owner, update_beneficial_owner};

/// Returns the platform and the customer of a usable page.
///
/// # Errors
/// [`PageError::Unknown`], [`PageError::Gone`].
pub async fn customer_of(app: &Arc<App>, code: &str) -> Result<(PlatformId, CustomerId), PageError> {
    let _permit = app.request_permits.take()?;
    let shared = Arc::clone(app);
    let code = code.to_owned();
    let of = |link: KycLink| (link.record.platform, link.record.customer);
    app.store.read(move |tx| open(tx, &shared, &code).map(of)).await
}

/// Changes the customer's details. Absent fields stay as they are.
///
/// # Errors
/// [`PageError`]; as `PATCH /customers/{customerId}`.
pub async fn change_details(app: &Arc<App>, code: &str, body: Value) -> Result<(), PageError> {
    let apply = move |tx: &mut Tx<'_>, context: &Context, customer: &mut CustomerRecord| {
        let (request, mut errors) = check_page_body::<UpdateCustomerById>(context, body.clone(), Vec::new())?;
        update_customer_by_id::apply(tx, context, customer.id, &request, &mut errors).map(drop)
    };
    change(app, code, apply).await
}

/// Adds a beneficial owner of the company.
///
/// # Errors
/// [`PageError`]; as `POST /beneficial-owners`.
pub async fn add_owner(app: &Arc<App>, code: &str, body: Value) -> Result<(), PageError> {
    let apply = move |tx: &mut Tx<'_>, context: &Context, customer: &mut CustomerRecord| {
        let mut body = body.clone();
        body["customerId"] = customer.id.to_string().into();
        let (request, mut errors) = check_page_body::<CreateBeneficialOwner>(context, body, Vec::new())?;
        create_beneficial_owner::apply(tx, context, &request, &mut errors).map(drop)
    };
    change(app, code, apply).await
}

/// Changes the details of a beneficial owner. Absent fields stay as they are.
///
/// # Errors
/// [`PageError`]; as `PATCH /beneficial-owners/{beneficialOwnerId}`.
pub async fn change_owner(app: &Arc<App>, code: &str, owner: &str, body: Value) -> Result<(), PageError> {
    let id = owner.parse::<BeneficialOwnerId>().ok();
    let apply = move |tx: &mut Tx<'_>, context: &Context, customer: &mut CustomerRecord| {
        let id = owner_of(tx, context, customer.id, id)?;
        let (request, mut errors) =
            check_page_body::<UpdateBeneficialOwner>(context, body.clone(), Vec::new())?;
        update_beneficial_owner::apply(tx, context, id, &request, &mut errors).map(drop)
    };
    change(app, code, apply).await
}

/// Removes a beneficial owner with the person's documents, unless the person was submitted.
///
/// # Errors
/// [`PageError`]; as [`remove_beneficial_owner::apply`].
pub async fn remove_owner(app: &Arc<App>, code: &str, owner: &str) -> Result<(), PageError> {
    let id = owner.parse::<BeneficialOwnerId>().ok();
    let apply = move |tx: &mut Tx<'_>, context: &Context, customer: &mut CustomerRecord| {
        let id = owner_of(tx, context, customer.id, id)?;
        remove_beneficial_owner::apply(tx, context, customer, id)
    };
    change(app, code, apply).await
}

/// Stores a document of the customer or of one of its beneficial owners.
///
/// # Errors
/// [`PageError`]; as `POST /documents`.
pub async fn add_document(app: &Arc<App>, code: &str, form: PageForm) -> Result<(), PageError> {
    let apply = move |tx: &mut Tx<'_>, context: &Context, customer: &mut CustomerRecord| {
        let PageForm { parts, errors, file } = form.clone();
        let (request, mut errors) = check_page_body::<UploadDocument>(context, parts.into(), errors)?;
        if errors.has_no_error("documentHolder")
            && !is_holder(tx, context, customer.id, request.document_holder)?
        {
            errors.push("documentHolder", "must be the customer or one of its beneficial owners");
        }
        upload_document::apply(tx, context, &request, file.as_ref(), &mut errors).map(drop)
    };
    change(app, code, apply).await
}

/// Replaces the file and the details of a document, except its type and its side.
///
/// # Errors
/// [`PageError`]; as `PUT /documents/{documentId}`.
pub async fn replace_document(
    app: &Arc<App>,
    code: &str,
    document: &str,
    form: PageForm,
) -> Result<(), PageError> {
    let id = document.parse::<DocumentId>().ok();
    let apply = move |tx: &mut Tx<'_>, context: &Context, customer: &mut CustomerRecord| {
        let PageForm { mut parts, errors, file } = form.clone();
        let record = document_of(tx, context, customer.id, id)?;
        parts.insert("documentType".to_owned(), record.document_type.as_str().into());
        parts.extend(record.doc.side.map(|side| ("side".to_owned(), side.as_str().into())));
        let (request, mut errors) = check_page_body::<ReplaceDocument>(context, parts.into(), errors)?;
        replace_document::apply(tx, context, record.id, &request, file.as_ref(), &mut errors).map(drop)
    };
    change(app, code, apply).await
}

/// Removes a document, unless it was submitted.
///
/// # Errors
/// [`PageError`]; as `DELETE /documents/{documentId}`.
pub async fn remove_document(app: &Arc<App>, code: &str, document: &str) -> Result<(), PageError> {
    let id = document.parse::<DocumentId>().ok();
    let apply = move |tx: &mut Tx<'_>, context: &Context, customer: &mut CustomerRecord| {
        let record = document_of(tx, context, customer.id, id)?;
        delete_document::apply(tx, context, record.id).map(drop)
    };
    change(app, code, apply).await
}

/// Finishes the page: the customer is submitted, and the link is used up. Returns the redirect URL, if
/// any.
///
/// # Errors
/// [`PageError`]; `CONFLICT` for missing data, unless the provider passes finished pages.
pub async fn finish(app: &Arc<App>, code: &str) -> Result<Option<String>, PageError> {
    let submit = |tx: &mut Tx<'_>, link: &KycLink, customer: &mut CustomerRecord| {
        verification::submit_from_page(tx, &link.context, customer)?;
        kyc_links::mark_used(tx, link.record.platform, &link.record.code_hash, link.context.now)?;
        Ok(link.record.doc.redirect_uri.clone())
    };
    on_open_page(app, code, submit).await
}

/// Applies a change to the customer, unless its verification is being decided or is decided.
async fn change<F>(app: &Arc<App>, code: &str, mut apply: F) -> Result<(), PageError>
where
    F: FnMut(&mut Tx<'_>, &Context, &mut CustomerRecord) -> Result<(), ApiError> + Send + 'static,
{
    let guarded = move |tx: &mut Tx<'_>, link: &KycLink, customer: &mut CustomerRecord| {
        if let Some(status) = closing_status(tx, customer, link.record.platform)? {
            return Err(closed(status));
        }
        apply(tx, &link.context, customer)
    };
    on_open_page(app, code, guarded).await
}

/// Runs a write for a usable page, under the customer's row lock, so that a page is finished once.
async fn on_open_page<T, F>(app: &Arc<App>, code: &str, mut apply: F) -> Result<T, PageError>
where
    T: Send + 'static,
    F: FnMut(&mut Tx<'_>, &KycLink, &mut CustomerRecord) -> Result<T, ApiError> + Send + 'static,
{
    let _permit = app.request_permits.take()?;
    let shared = Arc::clone(app);
    let code = code.to_owned();
    let run = move |tx: &mut Tx<'_>| {
        let link = open(tx, &shared, &code)?;
        let locked = lock_live(tx, link.record.platform, link.record.customer);
        let mut customer = locked.map_err(|_| PageError::Gone)?;
        let link = open(tx, &shared, &code)?;
        Ok(apply(tx, &link, &mut customer)?)
    };
    app.store.write(&[], run).await
}

/// Returns `true` if the holder is the page's customer or one of its beneficial owners.
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

/// Returns the id of a beneficial owner of this customer.
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

/// Returns a document if its holder is this customer or one of its beneficial owners.
fn document_of(
    tx: &mut Tx<'_>,
    context: &Context,
    customer: CustomerId,
    id: Option<DocumentId>,
) -> Result<DocumentRecord, ApiError> {
    let found = id.map(|id| documents::find(tx, context.platform, id)).transpose()?.flatten();
    let record = found.map(|stored| stored.document).ok_or_else(ApiError::not_found::<DocumentId>)?;
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
