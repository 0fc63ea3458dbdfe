//! The page that completes a verification, as it stands now (customers 6).

use std::sync::Arc;

use causeway_domain::Country;
use causeway_domain::customers::{CustomerStatus, CustomerType, DueDiligenceField};
use causeway_domain::ids::{CustomerId, DocumentHolder, DocumentId, PlatformId};
use causeway_domain::kyc::{
    DocumentSide, DocumentType, LinkStatus, OwnerStatus, VerificationState, VerificationStatus,
};
use causeway_store::beneficial_owners::{self, OwnerRecord};
use causeway_store::customers::CustomerRecord;
use causeway_store::documents::{self, DocumentRecord};
use causeway_store::verifications::{self, VerificationFault};
use causeway_store::{Error, Tx, platforms, submitted_documents};
use serde_json::Value;

use crate::customers::{self, peek_live, uma_domain, verification as rules};
use crate::kyc::link::{self, Found};
use crate::runtime::api_error::ApiError;
use crate::runtime::app::App;
use crate::runtime::context::Context;
use crate::runtime::settings::{DUE_DILIGENCE_FIELDS, Settings};

/// What the page shows.
#[derive(Debug, Clone)]
pub struct VerificationPage {
    /// What the operator calls the platform.
    pub platform: String,
    /// The customer as the interface shows it.
    pub customer: Value,
    /// Person or company.
    pub customer_type: CustomerType,
    /// Where its verification stands.
    pub status: CustomerStatus,
    /// Whether anything can be changed: nobody decides about it, or has decided.
    pub is_editable: bool,
    /// What the operator asks about people beyond what every verification asks.
    pub asked: Vec<DueDiligenceField>,
    /// The people behind a company.
    pub people: Vec<PagePerson>,
    /// The documents of all, newest first.
    pub documents: Vec<PageDocument>,
    /// What lies in the way.
    pub missing: Vec<VerificationFault>,
    /// Errors that a provider or an operator has returned for correction.
    pub returned: Vec<VerificationFault>,
    /// Where the browser is sent at the end.
    pub redirect_uri: Option<String>,
}

/// Somebody behind a company.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PagePerson {
    /// The id.
    pub id: String,
    /// First and last name.
    pub name: String,
    /// False once the person was submitted.
    pub is_removable: bool,
}

/// A document that was uploaded.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PageDocument {
    /// The id.
    pub id: String,
    /// What it is.
    pub document_type: DocumentType,
    /// Which side of it.
    pub side: Option<DocumentSide>,
    /// The country that issued it.
    pub country: Country,
    /// The issuer, if the document has a number.
    pub issuing_authority: Option<String>,
    /// What its file was called.
    pub file_name: String,
    /// Whose it is: the id of the customer or of somebody behind it.
    pub holder: String,
    /// False once the document was submitted.
    pub is_removable: bool,
}

/// Why a page is not shown, or something on it not done.
#[derive(Debug, Clone)]
pub enum PageFault {
    /// No link has this code.
    Unknown,
    /// The link was used or has expired.
    Gone,
    /// What the operation of the interface would answer.
    Refused(ApiError),
}

impl From<ApiError> for PageFault {
    fn from(refusal: ApiError) -> Self {
        Self::Refused(refusal)
    }
}

impl From<Error> for PageFault {
    fn from(error: Error) -> Self {
        Self::Refused(error.into())
    }
}

/// The page behind a link.
///
/// # Errors
/// [`PageFault::Unknown`], [`PageFault::Gone`]; those of the database.
pub async fn verification(app: &Arc<App>, code: &str) -> Result<VerificationPage, PageFault> {
    let _place = app.places.take()?;
    let (shared, code) = (Arc::clone(app), code.to_owned());
    app.store.read(move |tx| read(tx, &shared, &code)).await
}

fn read(tx: &mut Tx<'_>, app: &Arc<App>, code: &str) -> Result<VerificationPage, PageFault> {
    let Found { context, record, .. } = open(tx, app, code)?;
    let platform = platforms::get(tx, context.platform)?;
    let customer = peek_live(tx, context.platform, record.customer).map_err(|_| PageFault::Gone)?;
    let owners = match customer.customer_type() {
        CustomerType::Individual => Vec::new(),
        CustomerType::Business => beneficial_owners::of_customer(tx, context.platform, customer.id)?,
    };
    let mut holders = vec![DocumentHolder::Customer(customer.id)];
    holders.extend(owners.iter().map(|owner| DocumentHolder::BeneficialOwner(owner.id)));
    let documents = documents::of_holders(tx, context.platform, &holders)?;
    let domain = uma_domain(&platform, &app.deployment.uma_service_host);
    let shown = customers::render::customer(&customer, &owners, &domain)?;
    let is_editable = closing_status(tx, &customer, record.platform)?.is_none();
    let returned = if is_editable { returned(tx, &context, customer.id, &documents)? } else { Vec::new() };
    let documents = documents.into_iter().map(|record| document(tx, &context, record));
    let documents = documents.collect::<Result<_, Error>>()?;
    Ok(VerificationPage {
        platform: platform.name,
        customer: serde_json::to_value(&shown).map_err(ApiError::internal)?,
        customer_type: customer.customer_type(),
        status: customer.doc.verification.status(),
        is_editable,
        asked: Settings::of(tx, &context)?.get(&DUE_DILIGENCE_FIELDS).map_err(ApiError::from)?,
        people: owners.iter().map(person).collect(),
        documents,
        missing: if is_editable { rules::missing(tx, &context, &customer)? } else { Vec::new() },
        returned,
        redirect_uri: record.doc.redirect_uri,
    })
}

/// The link with this code, if it can be used.
pub(super) fn open(tx: &mut Tx<'_>, app: &Arc<App>, code: &str) -> Result<Found, PageFault> {
    let found = link::find(tx, app, code)?.ok_or(PageFault::Unknown)?;
    match found.status {
        LinkStatus::Open => Ok(found),
        LinkStatus::Used | LinkStatus::Expired => Err(PageFault::Gone),
    }
}

/// Returns the status that closes a page to changes: that of a customer who is decided or held, or of a verification
/// that is being decided. `None` while the page can be changed.
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

/// Returns the errors of a verification that waits for corrections, without those of documents that were removed since.
fn returned(
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
    Ok(open.doc.errors.iter().filter(|fault| is_open(fault)).cloned().collect())
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
