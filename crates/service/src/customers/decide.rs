//! Operator decisions about customers (customers 5.1).

use causeway_domain::customers::{CustomerEvent, CustomerState, next};
use causeway_domain::ids::CustomerId;
use causeway_domain::verifications::{VerificationErrorType, VerificationEvent};
use causeway_store::Tx;
use causeway_store::customers::CustomerRecord;

use super::live::lock_live;
use super::status;
use super::verification::{approve_owners, decide_open, rejection};
use crate::runtime::api_error::ApiError;
use crate::runtime::context::Context;

/// An operator's decision about a customer.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Verdict {
    /// Approves the customer's identity: its accounts become usable.
    Approve,
    /// Rejects it; after an approval this revokes the approval and freezes the accounts.
    Reject,
    /// Blocks its payments until it is released.
    Hold,
    /// Returns it from a hold to its previous status.
    Release,
}

/// Applies a verdict (`customer approve`, `reject`, `hold`, `release`). The platform is notified of a status
/// that has an event, and of every account whose status changes with it.
///
/// # Errors
/// `USER_NOT_FOUND` for a customer that is unknown or deleted; `CONFLICT` with `details.status` if the
/// transition is invalid in its status.
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
            let errors = vec![rejection(id, VerificationErrorType::ApplicantRejected)];
            decide_open(tx, context, id, VerificationEvent::Rejected, errors)?;
        }
        // Holds, releases and revocations do not affect an open verification.
        _ => {}
    }
    status::apply_event(tx, context, &mut customer, event)?;
    Ok(customer)
}

/// Returns the verbs of the decisions about a customer that its state allows, that with the most effect last.
#[must_use]
pub fn decisions(customer: &CustomerRecord) -> Vec<&'static str> {
    let state = customer.doc.verification;
    let verdicts = [
        ("release", Verdict::Release),
        ("approve", Verdict::Approve),
        ("hold", Verdict::Hold),
        ("reject", Verdict::Reject),
    ];
    let is_allowed = |verdict| !customer.is_deleted && next(state, event(verdict, state)).is_ok();
    verdicts.into_iter().filter(|(_, verdict)| is_allowed(*verdict)).map(|(verb, _)| verb).collect()
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
