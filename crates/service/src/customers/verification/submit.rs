//! Submission of a customer for verification (customers 5.3 to 5.5).

use causeway_domain::contact::ContactChannel;
use causeway_domain::customers::{CustomerEvent, CustomerState, CustomerStatus};
use causeway_domain::ids::CustomerId;
use causeway_domain::verifications::{
    Finding, FindingResource, PERSON_DOCUMENTS, VerificationErrorType, VerificationEvent,
    newest_identity_document,
};
use causeway_store::beneficial_owners;
use causeway_store::customers::{CustomerRecord, Profile};
use causeway_store::verifications::{self, VerificationFault, VerificationRecord};
use causeway_store::{Error, Tx};

use super::super::{errors, live, owners, status};
use super::change::{apply, begin};
use super::facts::VerificationFile;
use super::reasons::to_stored;
use crate::ports::{Applicant, SubmissionOutcome};
use crate::runtime::api_error::ApiError;
use crate::runtime::context::Context;

/// Submits a customer. An open verification is submitted again; one that is being decided is left as it is.
///
/// # Errors
/// `USER_NOT_FOUND`; `INVALID_INPUT` for a customer that is decided, on hold, or has contact data to confirm
/// first.
pub fn submit(tx: &mut Tx<'_>, context: &Context, id: CustomerId) -> Result<VerificationRecord, ApiError> {
    let mut customer = live::lock_live(tx, context.platform, id)?;
    match customer.doc.verification.status() {
        status @ (CustomerStatus::Approved | CustomerStatus::Rejected) => {
            return Err(errors::already_decided(status));
        }
        CustomerStatus::Hold => return Err(errors::on_hold()),
        CustomerStatus::Unverified | CustomerStatus::Pending => {}
    }
    let pending = pending_contact(&customer);
    if !pending.is_empty() {
        return Err(errors::contact_not_verified(&pending));
    }
    match verifications::find_open(tx, context.platform, id)? {
        Some(open) if open.doc.state.is_being_decided() => Ok(open),
        open => {
            let file = VerificationFile::read(tx, context, &customer)?;
            evaluate(tx, context, &mut customer, open, &file)
        }
    }
}

/// Checks that a customer can be given a page to complete its verification (customers 6).
///
/// # Errors
/// `CONFLICT` while contact data is to be confirmed.
pub fn check_contact_for_page(customer: &CustomerRecord) -> Result<(), ApiError> {
    let pending = pending_contact(customer);
    if pending.is_empty() { Ok(()) } else { Err(errors::contact_not_verified_for_page(&pending)) }
}

/// Returns the errors that prevent the approval of a customer. The caller must hold the customer's row lock.
pub fn missing(
    tx: &mut Tx<'_>,
    context: &Context,
    customer: &CustomerRecord,
) -> Result<Vec<VerificationFault>, ApiError> {
    Ok(VerificationFile::read(tx, context, customer)?.faults.into_iter().map(to_stored).collect())
}

/// Submits a customer whose page is finished (customers 6). A customer that is being decided, or is decided,
/// is left unchanged. The caller must hold the customer's row lock.
///
/// # Errors
/// `CONFLICT` while contact data is to be confirmed, and for missing data unless the provider passes finished
/// pages.
pub fn submit_from_page(
    tx: &mut Tx<'_>,
    context: &Context,
    customer: &mut CustomerRecord,
) -> Result<(), ApiError> {
    match customer.doc.verification.status() {
        CustomerStatus::Approved | CustomerStatus::Rejected | CustomerStatus::Hold => return Ok(()),
        CustomerStatus::Unverified | CustomerStatus::Pending => {}
    }
    check_contact_for_page(customer)?;
    let open = verifications::find_open(tx, context.platform, customer.id)?;
    if open.as_ref().is_some_and(|open| open.doc.state.is_being_decided()) {
        return Ok(());
    }
    let mut file = VerificationFile::read(tx, context, customer)?;
    if context.app.ports.of(context.environment).verification.passes_finished_pages() {
        file.faults.clear();
    }
    if !file.faults.is_empty() {
        return Err(errors::page_incomplete(customer.doc.verification.status()));
    }
    evaluate(tx, context, customer, open, &file).map(drop)
}

fn pending_contact(customer: &CustomerRecord) -> Vec<ContactChannel> {
    customer.doc.contact_verification.map(|channels| channels.pending()).unwrap_or_default()
}

/// The outcome of a submission.
struct Plan {
    verification: VerificationEvent,
    customer: Option<CustomerEvent>,
    faults: Vec<Finding>,
    /// `true` if an operator must decide, because the provider does not.
    is_left_to_operator: bool,
}

fn evaluate(
    tx: &mut Tx<'_>,
    context: &Context,
    customer: &mut CustomerRecord,
    open: Option<VerificationRecord>,
    file: &VerificationFile,
) -> Result<VerificationRecord, ApiError> {
    let plan = plan(context, customer, file);
    let is_complete = plan.verification != VerificationEvent::SubmittedLacking;
    let faults = plan.faults.into_iter().map(to_stored).collect();
    let mut record = match open {
        Some(mut open) => {
            apply(tx, context, &mut open, plan.verification, faults)?;
            open
        }
        None => begin(tx, context, customer.id, plan.verification, faults)?,
    };
    if plan.is_left_to_operator {
        apply(tx, context, &mut record, VerificationEvent::ReviewNeeded, Vec::new())?;
    }
    let have_owners_changed = is_complete && resolve_owners(tx, context, file)?;
    if let Some(event) = plan.customer {
        status::apply_event(tx, context, customer, event)?;
    } else if have_owners_changed {
        owners::touch(tx, context, customer)?;
    }
    Ok(record)
}

fn plan(context: &Context, customer: &CustomerRecord, file: &VerificationFile) -> Plan {
    let policy = &context.app.ports.of(context.environment).verification;
    let outcome = policy.submission(&applicant(customer));
    let is_lacking = !file.faults.is_empty();
    let is_unverified = customer.doc.verification == CustomerState::Unverified;
    let submitted = is_unverified.then_some(CustomerEvent::Submitted);
    let plan = |verification, customer, faults| Plan {
        verification,
        customer,
        faults,
        is_left_to_operator: verification == VerificationEvent::SubmittedComplete,
    };
    let one = |resource, kind| vec![Finding { resource, kind, field: None, accepted: Vec::new() }];
    let itself = FindingResource::Customer(customer.id);
    match outcome {
        SubmissionOutcome::Approved => {
            plan(VerificationEvent::SubmittedApproved, Some(CustomerEvent::ApprovedAtOnce), Vec::new())
        }
        SubmissionOutcome::Rejected => plan(
            VerificationEvent::SubmittedRejected,
            Some(CustomerEvent::RejectedAtOnce),
            one(itself, VerificationErrorType::ApplicantRejected),
        ),
        SubmissionOutcome::Reviewed => {
            // Pending from the first submission on, even while data is missing.
            if is_lacking {
                plan(VerificationEvent::SubmittedLacking, submitted, file.faults.clone())
            } else {
                plan(VerificationEvent::SubmittedForReview, submitted, Vec::new())
            }
        }
        SubmissionOutcome::LeftToOperator | SubmissionOutcome::PoorDocument if is_lacking => {
            plan(VerificationEvent::SubmittedLacking, None, file.faults.clone())
        }
        SubmissionOutcome::LeftToOperator => {
            plan(VerificationEvent::SubmittedComplete, submitted, Vec::new())
        }
        SubmissionOutcome::PoorDocument => {
            let document = newest_identity_document(&file.documents).map(FindingResource::Document);
            let faults = vec![Finding {
                resource: document.unwrap_or(itself),
                kind: VerificationErrorType::PoorQualityDocument,
                field: None,
                accepted: PERSON_DOCUMENTS.to_vec(),
            }];
            plan(VerificationEvent::SubmittedCorrectable, None, faults)
        }
    }
}

fn applicant(customer: &CustomerRecord) -> Applicant<'_> {
    match &customer.doc.profile {
        Profile::Individual(_) => {
            Applicant::Person { name_at_creation: customer.doc.name_at_creation.as_deref() }
        }
        Profile::Business(company) => {
            Applicant::Business { registration_number: company.registration_number.as_deref() }
        }
    }
}

/// Decides about a company's beneficial owners with its first complete submission; returns `true` if one of
/// them changes.
fn resolve_owners(tx: &mut Tx<'_>, context: &Context, file: &VerificationFile) -> Result<bool, Error> {
    let mut is_any_changed = false;
    for owner in &file.owners {
        let status = owners::resolved(context, owner.status, &owner.doc.personal.last_name);
        if status != owner.status {
            let mut after = owner.clone();
            after.status = status;
            after.updated_at.advance(context.now);
            beneficial_owners::update(tx, context.platform, &after)?;
            is_any_changed = true;
        }
    }
    Ok(is_any_changed)
}
