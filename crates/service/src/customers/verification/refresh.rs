//! Updates of an open verification after data was added or removed (customers 5.2).

use causeway_domain::ids::DocumentId;
use causeway_domain::verifications::{VerificationEvent, VerificationState, is_cured_by_file};
use causeway_store::Tx;
use causeway_store::customers::CustomerRecord;
use causeway_store::verifications::{self, VerificationFault, VerificationRecord};

use super::change::apply;
use super::facts::VerificationFile;
use super::reasons::to_stored;
use crate::runtime::api_error::ApiError;
use crate::runtime::context::Context;

/// Updates the open verification of a customer after the customer, a beneficial owner, or a document of
/// either has changed. A verification returned by a provider or an operator waits for a submission, or for
/// the replacement of its documents. The caller must hold the customer's row lock.
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
    let faults = VerificationFile::read(tx, context, customer)?.faults;
    match (was_lacking, faults.is_empty()) {
        (true, true) => apply(tx, context, &mut open, VerificationEvent::Completed, Vec::new()),
        (false, false) => {
            let faults = faults.into_iter().map(to_stored).collect();
            apply(tx, context, &mut open, VerificationEvent::DataRemoved, faults)
        }
        (true, false) | (false, true) => Ok(()),
    }
}

/// Updates the open verification of a customer after a document's file was replaced: errors caused by the
/// former file are cleared. A verification returned for no other errors is ready to be submitted, unless data
/// is missing. The caller must hold the customer's row lock.
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

/// Stores the remaining errors. Errors found by the service itself are determined anew.
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
        VerificationFile::read(tx, context, customer)?.faults.into_iter().map(to_stored).collect();
    let event = if faults.is_empty() { VerificationEvent::Completed } else { VerificationEvent::DataRemoved };
    apply(tx, context, &mut open, event, faults)
}
