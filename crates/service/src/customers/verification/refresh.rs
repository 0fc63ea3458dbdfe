//! What was missing is there now, or is missing now (customers 5.2).

use causeway_domain::ids::DocumentId;
use causeway_domain::kyc::{VerificationEvent, VerificationState, is_cured_by_file};
use causeway_store::Tx;
use causeway_store::customers::CustomerRecord;
use causeway_store::verifications::{self, VerificationFault, VerificationRecord};

use super::change::apply;
use super::facts::File;
use super::reasons::kept;
use crate::runtime::api_error::ApiError;
use crate::runtime::context::Context;

/// Looks at the open verification of a locked customer after the customer, somebody behind it, or a document of either
/// has changed. What a provider or an operator has returned waits for a submission, or for its documents to be replaced.
///
/// # Errors
/// Those of the database.
pub fn refresh(tx: &mut Tx<'_>, context: &Context, customer: &CustomerRecord) -> Result<(), ApiError> {
    let Some(mut open) = verifications::find_open(tx, context.platform, customer.id)? else { return Ok(()) };
    let was_lacking = match open.doc.state {
        VerificationState::Lacking => true,
        VerificationState::Ready => false,
        VerificationState::Returned
        | VerificationState::InProgress
        | VerificationState::InReview
        | VerificationState::Approved
        | VerificationState::Rejected => return Ok(()),
    };
    let faults = File::read(tx, context, customer)?.faults;
    match (was_lacking, faults.is_empty()) {
        (true, true) => apply(tx, context, &mut open, VerificationEvent::Completed, Vec::new()),
        (false, false) => {
            let faults = faults.into_iter().map(kept).collect();
            apply(tx, context, &mut open, VerificationEvent::DataRemoved, faults)
        }
        (true, false) | (false, true) => Ok(()),
    }
}

/// Looks at the open verification of a locked customer after a document has got another file: errors that the former
/// file has brought are gone. One that was returned for nothing else is ready to be submitted, unless something is
/// missing.
///
/// # Errors
/// Those of the database.
pub fn document_replaced(
    tx: &mut Tx<'_>,
    context: &Context,
    customer: &CustomerRecord,
    document: DocumentId,
) -> Result<(), ApiError> {
    let Some(open) = verifications::find_open(tx, context.platform, customer.id)? else { return Ok(()) };
    let document = document.to_string();
    let is_cured = |fault: &VerificationFault| fault.resource == document && is_cured_by_file(fault.kind);
    if !open.doc.errors.iter().any(is_cured) {
        return refresh(tx, context, customer);
    }
    let left = open.doc.errors.iter().filter(|fault| !is_cured(fault)).cloned().collect();
    correct(tx, context, customer, open, left)
}

/// Takes the errors that are left. Those that the service has found are found anew.
fn correct(
    tx: &mut Tx<'_>,
    context: &Context,
    customer: &CustomerRecord,
    mut open: VerificationRecord,
    left: Vec<VerificationFault>,
) -> Result<(), ApiError> {
    if open.doc.state == VerificationState::Returned && !left.is_empty() {
        return apply(tx, context, &mut open, VerificationEvent::PartlyCorrected, left);
    }
    let faults: Vec<VerificationFault> =
        File::read(tx, context, customer)?.faults.into_iter().map(kept).collect();
    let event = if faults.is_empty() { VerificationEvent::Completed } else { VerificationEvent::DataRemoved };
    apply(tx, context, &mut open, event, faults)
}
