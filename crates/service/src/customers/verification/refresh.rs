//! What was missing is there now, or is missing now (customers 5.2).

use causeway_domain::kyc::{VerificationEvent, VerificationState};
use causeway_store::customers::CustomerRecord;
use causeway_store::{Tx, verifications};

use super::change::apply;
use super::facts::File;
use super::reasons::kept;
use crate::runtime::api_error::ApiError;
use crate::runtime::context::Context;

/// Looks at the open verification of a locked customer after the customer, somebody behind it, or a document of either
/// has changed. What a provider or an operator has returned waits for a submission, whatever changes.
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
