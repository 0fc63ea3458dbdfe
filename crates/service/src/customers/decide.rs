//! An operator decides about a customer (customers 5.1).

use causeway_domain::customers::{CustomerEvent, CustomerState};
use causeway_domain::ids::CustomerId;
use causeway_domain::kyc::{VerificationErrorType, VerificationEvent};
use causeway_store::Tx;
use causeway_store::customers::CustomerRecord;

use super::live::lock_live;
use super::status;
use super::verification::{approve_owners, decide_open, rejection};
use crate::runtime::api_error::ApiError;
use crate::runtime::context::Context;

/// What an operator says about a customer.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Verdict {
    /// It is who it says: its accounts become usable.
    Approve,
    /// It is not. After an approval this revokes it and freezes the accounts.
    Reject,
    /// Its money stops until the release.
    Hold,
    /// It returns from a hold to what it was.
    Release,
}

/// Carries out a verdict (`customer approve`, `reject`, `hold`, `release`). The platform is notified of a status
/// that has an event, and of every account whose status changes with it.
///
/// # Errors
/// `USER_NOT_FOUND` for a customer that is unknown or deleted; `CONFLICT` with `details.status` when its status
/// has no such move.
pub fn decide(
    tx: &mut Tx<'_>,
    context: &Context,
    id: CustomerId,
    verdict: Verdict,
) -> Result<CustomerRecord, ApiError> {
    let mut customer = lock_live(tx, context.platform, id)?;
    let event = event(verdict, customer.doc.verification);
    match event {
        CustomerEvent::Approved => {
            decide_open(tx, context, id, VerificationEvent::Approved, Vec::new())?;
            approve_owners(tx, context, id)?;
        }
        CustomerEvent::Rejected => {
            let faults = vec![rejection(id, VerificationErrorType::ApplicantRejected)];
            decide_open(tx, context, id, VerificationEvent::Rejected, faults)?;
        }
        // Neither a hold nor a revocation has to do with what is under way.
        _ => {}
    }
    status::change(tx, context, &mut customer, event)?;
    Ok(customer)
}

const fn event(verdict: Verdict, state: CustomerState) -> CustomerEvent {
    match (verdict, state) {
        (Verdict::Approve, _) => CustomerEvent::Approved,
        (Verdict::Reject, CustomerState::Approved) => CustomerEvent::Revoked,
        (Verdict::Reject, _) => CustomerEvent::Rejected,
        (Verdict::Hold, _) => CustomerEvent::Held,
        (Verdict::Release, _) => CustomerEvent::Released,
    }
}
