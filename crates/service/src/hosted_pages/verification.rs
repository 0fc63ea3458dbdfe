//! The page that completes a verification, in its current state (customers 6).

use std::sync::Arc;

use causeway_domain::Country;
use causeway_domain::customers::{CustomerStatus, CustomerType, DueDiligenceField};
use causeway_domain::ids::{CustomerId, DocumentHolder, DocumentId, PlatformId};
use causeway_domain::verifications::{
    DocumentSide, DocumentType, LinkStatus, OwnerStatus, VerificationState, VerificationStatus,
};
use causeway_store::beneficial_owners::{self, OwnerRecord};
use causeway_store::customers::CustomerRecord;
use causeway_store::documents::{self, DocumentRecord};
use causeway_store::verifications::{self, VerificationFault};
use causeway_store::{Error, Tx, platforms, submitted_documents};
use serde_json::Value;

use crate::customers::{self, peek_live, uma_domain, verification as rules};
use crate::runtime::api_error::ApiError;
use crate::runtime::app::App;
use crate::runtime::context::Context;
use crate::runtime::settings::{DUE_DILIGENCE_FIELDS, Settings};
use crate::verifications::link::{self, KycLink};

/// The content of the page.
#[derive(Debug, Clone)]
pub struct VerificationPage {
    /// The operator's name of the platform.
    pub platform: String,
    /// The customer as the API object.
    pub customer: Value,
    pub customer_type: CustomerType,
    /// The status of the customer's verification.
    pub status: CustomerStatus,
    /// `false` if the verification is being decided, or is decided.
    pub is_editable: bool,
    /// The fields about people that the operator requires in addition to those of every verification.
    pub due_diligence_fields: Vec<DueDiligenceField>,
    /// The beneficial owners of a company.
    pub people: Vec<PagePerson>,
    /// The documents of all, newest first.
    pub documents: Vec<PageDocument>,
    /// The errors that prevent an approval.
    pub missing: Vec<VerificationFault>,
    /// Errors that a provider or an operator has returned for correction.
    pub returned: Vec<VerificationFault>,
    /// The URL to which the browser is redirected at the end.
    pub redirect_uri: Option<String>,
}

/// A beneficial owner of a company.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PagePerson {
    pub id: String,
    /// First and last name.
    pub name: String,
    /// `false` once the person was submitted.
    pub is_removable: bool,
}

/// A document that was uploaded.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PageDocument {
    pub id: String,
    pub document_type: DocumentType,
    pub side: Option<DocumentSide>,
    /// The country that issued it.
    pub country: Country,
    /// The issuer, if the document has a number.
    pub issuing_authority: Option<String>,
    /// The name of the uploaded file.
    pub file_name: String,
    /// The id of the customer or of the beneficial owner that the document belongs to.
    pub holder: String,
    /// `false` once the document was submitted.
    pub is_removable: bool,
}

/// The reason why a page is not shown, or a change on it is refused.
#[derive(Debug, Clone)]
pub enum PageError {
    /// No link has this code.
    Unknown,
    /// The link was used or has expired.
    Gone,
    /// The error that the API operation would return.
    Refused(ApiError),
}

impl From<ApiError> for PageError {
    fn from(refusal: ApiError) -> Self {
        Self::Refused(refusal)
    }
}

impl From<Error> for PageError {
    fn from(error: Error) -> Self {
        Self::Refused(error.into())
    }
}

/// Returns the page of a link.
///
/// # Errors
/// [`PageError::Unknown`], [`PageError::Gone`].
pub async fn verification(app: &Arc<App>, code: &str) -> Result<VerificationPage, PageError> {
    let _permit = app.request_permits.take()?;
    let shared = Arc::clone(app);
    let code = code.to_owned();
    app.store.read(move |tx| read(tx, &shared, &code)).await
}

fn read(tx: &mut Tx<'_>, app: &Arc<App>, code: &str) -> Result<VerificationPage, PageError> {
    let KycLink { context, record, .. } = open(tx, app, code)?;
    let platform = platforms::get(tx, context.platform)?;
    let customer = peek_live(tx, context.platform, record.customer).map_err(|_| PageError::Gone)?;
    let owners = match customer.customer_type() {
        CustomerType::Individual => Vec::new(),
        CustomerType::Business => beneficial_owners::of_customer(tx, context.platform, customer.id)?,
    };
    let mut holders = vec![DocumentHolder::Customer(customer.id)];
    holders.extend(owners.iter().map(|owner| DocumentHolder::BeneficialOwner(owner.id)));
    let documents = documents::of_holders(tx, context.platform, &holders)?;
    let domain = uma_domain(&platform, &app.deployment.uma_service_host);
    let view = customers::render::customer(&customer, &owners, &domain)?;
    let is_editable = closing_status(tx, &customer, record.platform)?.is_none();
    let returned =
        if is_editable { find_returned_errors(tx, &context, customer.id, &documents)? } else { Vec::new() };
    let documents = documents.into_iter().map(|record| document(tx, &context, record));
    let documents = documents.collect::<Result<_, Error>>()?;
    Ok(VerificationPage {
        platform: platform.name,
        customer: serde_json::to_value(&view).map_err(ApiError::internal)?,
        customer_type: customer.customer_type(),
        status: customer.doc.verification.status(),
        is_editable,
        due_diligence_fields: Settings::of(tx, &context)?
            .get(&DUE_DILIGENCE_FIELDS)
            .map_err(ApiError::from)?,
        people: owners.iter().map(person).collect(),
        documents,
        missing: if is_editable { rules::missing(tx, &context, &customer)? } else { Vec::new() },
        returned,
        redirect_uri: record.doc.redirect_uri,
    })
}

/// Returns the link with this code, if it can be used.
pub(super) fn open(tx: &mut Tx<'_>, app: &Arc<App>, code: &str) -> Result<KycLink, PageError> {
    let found = link::find(tx, app, code)?.ok_or(PageError::Unknown)?;
    match found.status {
        LinkStatus::Open => Ok(found),
        LinkStatus::Used | LinkStatus::Expired => Err(PageError::Gone),
    }
}

/// Returns the status that closes a page to changes: that of a customer that is decided or on hold, or of a
/// verification that is being decided. `None` while the page can be changed.
pub(super) fn closing_status(
    tx: &mut Tx<'_>,
    customer: &CustomerRecord,
    platform: PlatformId,
) -> Result<Option<&'static str>, Error> {
    let status = customer.doc.verification.status();
    Ok(match status {
        CustomerStatus::Approved | CustomerStatus::Rejected | CustomerStatus::Hold => Some(status.as_str()),
        CustomerStatus::Unverified | CustomerStatus::Pending => {
            rules::under_way(tx, platform, customer.id)?.map(VerificationStatus::as_str)
        }
    })
}

/// Returns the errors of a verification that waits for corrections, except those of documents removed since.
fn find_returned_errors(
    tx: &mut Tx<'_>,
    context: &Context,
    customer: CustomerId,
    documents: &[DocumentRecord],
) -> Result<Vec<VerificationFault>, Error> {
    let open = verifications::find_open(tx, context.platform, customer)?;
    let Some(open) = open.filter(|open| open.doc.state == VerificationState::Returned) else {
        return Ok(Vec::new());
    };
    let is_open = |fault: &VerificationFault| {
        let is_document = fault.resource.parse::<DocumentId>().is_ok();
        !is_document || documents.iter().any(|record| record.id.to_string() == fault.resource)
    };
    Ok(open.doc.errors.iter().filter(|error| is_open(error)).cloned().collect())
}

fn person(owner: &OwnerRecord) -> PagePerson {
    let personal = &owner.doc.personal;
    PagePerson {
        id: owner.id.to_string(),
        name: format!("{} {}", personal.first_name, personal.last_name),
        is_removable: owner.status == OwnerStatus::Unverified,
    }
}

fn document(tx: &mut Tx<'_>, context: &Context, record: DocumentRecord) -> Result<PageDocument, Error> {
    let submitted_with = submitted_documents::verification_of(tx, context.platform, record.id)?;
    Ok(PageDocument {
        id: record.id.to_string(),
        document_type: record.document_type,
        side: record.doc.side,
        country: record.doc.country,
        issuing_authority: record.doc.issuing_authority,
        file_name: record.doc.file_name,
        holder: record.holder.to_string(),
        is_removable: submitted_with.is_none(),
    })
}
