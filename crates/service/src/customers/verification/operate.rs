//! Operator decisions about verifications (conventions 2.1; customers 5.2).

use causeway_domain::customers::{CustomerEvent, CustomerState};
use causeway_domain::ids::{CustomerId, VerificationId};
use causeway_domain::verifications::{OwnerEvent, VerificationErrorType, VerificationEvent, next_owner};
use causeway_store::customers::CustomerRecord;
use causeway_store::verifications::{self, VerificationFault, VerificationRecord};
use causeway_store::{Tx, beneficial_owners};
use causeway_wire::Code;

use super::super::{errors, live, status};
use super::change::{apply, check};
use super::corrections;
use super::reasons::reason_text;
use crate::runtime::api_error::ApiError;
use crate::runtime::context::Context;

/// An operator's decision about a verification.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Ruling {
    /// Approves the customer's identity.
    Approve,
    /// Rejects it for this reason.
    Reject(VerificationErrorType),
}

/// Decides a verification, and its customer with it. What was returned is decided after a new submission only.
///
/// # Errors
/// `REFERENCE_NOT_FOUND`; `USER_NOT_FOUND` for a deleted customer; `CONFLICT` if no submission is being decided, or
/// the customer has no such move.
pub fn conclude(
    tx: &mut Tx<'_>,
    context: &Context,
    id: VerificationId,
    ruling: Ruling,
) -> Result<VerificationRecord, ApiError> {
    let (mut record, mut customer) = lock(tx, context, id)?;
    let verification_before = record.doc.state.status();
    if !record.doc.state.is_being_decided() {
        return Err(errors::wrong_verification_state(verification_before));
    }
    let customer_event = match ruling {
        Ruling::Approve => {
            apply(tx, context, &mut record, VerificationEvent::Approved, Vec::new())?;
            approve_owners(tx, context, customer.id)?;
            CustomerEvent::Approved
        }
        Ruling::Reject(kind) => {
            let faults = vec![rejection(customer.id, kind)];
            apply(tx, context, &mut record, VerificationEvent::Rejected, faults)?;
            CustomerEvent::Rejected
        }
    };
    let before = customer.doc.verification;
    let applied = status::apply_event(tx, context, &mut customer, customer_event);
    applied.map_err(|refusal| match refusal.code {
        Code::Conflict if before == customer.doc.verification => {
            errors::customer_prevents_ruling(verification_before, before)
        }
        _ => refusal,
    })?;
    Ok(record)
}

/// Moves a verification to manual review.
///
/// # Errors
/// The same as [`conclude`].
pub fn review(
    tx: &mut Tx<'_>,
    context: &Context,
    id: VerificationId,
) -> Result<VerificationRecord, ApiError> {
    let (mut record, _) = lock(tx, context, id)?;
    apply(tx, context, &mut record, VerificationEvent::ReviewNeeded, Vec::new())?;
    Ok(record)
}

/// Returns a verification for corrections: the customer must submit again. The errors refer to the
/// submission, even if a document has another file by now.
///
/// # Errors
/// The same as [`conclude`]; `REFERENCE_NOT_FOUND` for an error about a resource that was not submitted;
/// `INVALID_INPUT` for an error about a file that names no document.
pub fn return_for_corrections(
    tx: &mut Tx<'_>,
    context: &Context,
    id: VerificationId,
    faults: Vec<VerificationFault>,
) -> Result<VerificationRecord, ApiError> {
    let (mut record, mut customer) = lock(tx, context, id)?;
    check(&record, VerificationEvent::CorrectionsAsked)?;
    let faults = corrections::complete(tx, context, &customer, id, faults)?;
    apply(tx, context, &mut record, VerificationEvent::CorrectionsAsked, faults)?;
    let policy = &context.app.ports.of(context.environment).verification;
    if policy.reopens_for_corrections() && customer.doc.verification == CustomerState::Pending {
        status::apply_event(tx, context, &mut customer, CustomerEvent::CorrectionsAsked)?;
    }
    Ok(record)
}

/// Builds the error of a rejected customer.
pub(in super::super) fn rejection(customer: CustomerId, kind: VerificationErrorType) -> VerificationFault {
    VerificationFault {
        resource: customer.to_string(),
        kind,
        field: None,
        accepted: Vec::new(),
        reason: reason_text(kind, None),
    }
}

/// Approves the company's pending beneficial owners with it, unless they are reviewed separately.
pub(in super::super) fn approve_owners(
    tx: &mut Tx<'_>,
    context: &Context,
    customer: CustomerId,
) -> Result<(), ApiError> {
    if !context.app.ports.of(context.environment).verification.approves_owners_with_company() {
        return Ok(());
    }
    for mut owner in beneficial_owners::of_customer(tx, context.platform, customer)? {
        if let Ok(status) = next_owner(owner.status, OwnerEvent::Approved) {
            owner.status = status;
            owner.updated_at.advance(context.now);
            beneficial_owners::update(tx, context.platform, &owner)?;
        }
    }
    Ok(())
}

/// Locks the customer of a verification, and so the verification.
fn lock(
    tx: &mut Tx<'_>,
    context: &Context,
    id: VerificationId,
) -> Result<(VerificationRecord, CustomerRecord), ApiError> {
    let not_found = ApiError::not_found::<VerificationId>;
    let found = verifications::find(tx, context.platform, id)?.ok_or_else(not_found)?;
    let customer = live::lock_live(tx, context.platform, found.customer)?;
    let record = verifications::find(tx, context.platform, id)?.ok_or_else(errors::not_found)?;
    Ok((record, customer))
}
