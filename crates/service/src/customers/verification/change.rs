//! A verification changes, and the platform is notified (customers 5.2).

use causeway_domain::ids::{CustomerId, PlatformId};
use causeway_domain::kyc::{
    VerificationEvent, VerificationState, VerificationStatus, next_verification, verification_created,
};
use causeway_store::verifications::{self, VerificationDoc, VerificationFault, VerificationRecord};
use causeway_store::{Error, Tx};
use causeway_wire::webhooks::EventType;

use super::super::{errors, render};
use crate::runtime::api_error::ApiError;
use crate::runtime::context::Context;
use crate::runtime::events;

/// Whether somebody is deciding about what the customer has submitted.
///
/// # Errors
/// Those of the database.
pub fn is_under_way(tx: &mut Tx<'_>, platform: PlatformId, customer: CustomerId) -> Result<bool, Error> {
    let open = verifications::find_open(tx, platform, customer)?;
    Ok(open.is_some_and(|open| open.doc.state.is_being_decided()))
}

/// Whether a verification in this state stands on what was submitted: somebody decides about it, or has decided.
const fn is_submitted(state: VerificationState) -> bool {
    state.is_being_decided() || !state.is_open()
}

/// Begins a verification with a submission.
pub(super) fn begin(
    tx: &mut Tx<'_>,
    context: &Context,
    customer: CustomerId,
    submission: VerificationEvent,
    faults: Vec<VerificationFault>,
) -> Result<VerificationRecord, ApiError> {
    let state = verification_created(submission)
        .ok_or_else(|| Error::Data("a verification that begins without a submission".to_owned()))?;
    let record = VerificationRecord {
        id: context.id(),
        customer,
        doc: VerificationDoc {
            v: VerificationDoc::VERSION,
            state,
            errors: faults,
            submitted_at: is_submitted(state).then_some(context.now),
        },
        created_at: context.now,
        updated_at: context.now,
    };
    verifications::insert(tx, context.platform, &record)?;
    announce(tx, context, &record)?;
    Ok(record)
}

/// Moves a verification whose customer is locked. The platform is notified where the status becomes another one that has an
/// event.
pub(super) fn apply(
    tx: &mut Tx<'_>,
    context: &Context,
    record: &mut VerificationRecord,
    event: VerificationEvent,
    faults: Vec<VerificationFault>,
) -> Result<(), ApiError> {
    let before = record.doc.state;
    let after = next_verification(before, event)
        .map_err(|refused| errors::wrong_verification_state(refused.state.status()))?;
    if is_submitted(after) && !is_submitted(before) {
        record.doc.submitted_at = Some(context.now);
    }
    record.doc.state = after;
    record.doc.errors = faults;
    record.updated_at = context.now;
    verifications::update(tx, context.platform, record)?;
    if before.status() == after.status() { Ok(()) } else { announce(tx, context, record) }
}

/// The customer's open verification takes an outcome that was decided about the customer, if there is one.
pub(in super::super) fn decide_open(
    tx: &mut Tx<'_>,
    context: &Context,
    customer: CustomerId,
    event: VerificationEvent,
    faults: Vec<VerificationFault>,
) -> Result<(), ApiError> {
    match verifications::find_open(tx, context.platform, customer)? {
        Some(mut open) => apply(tx, context, &mut open, event, faults),
        None => Ok(()),
    }
}

fn announce(tx: &mut Tx<'_>, context: &Context, record: &VerificationRecord) -> Result<(), ApiError> {
    match event_type(record.doc.state) {
        Some(event_type) => events::emit(tx, context, event_type, &record.id, &render::verification(record)),
        None => Ok(()),
    }
}

const fn event_type(state: VerificationState) -> Option<EventType> {
    match state.status() {
        VerificationStatus::ResolveErrors => Some(EventType::VerificationResolveErrors),
        VerificationStatus::InProgress => Some(EventType::VerificationInProgress),
        VerificationStatus::PendingManualReview => Some(EventType::VerificationPendingManualReview),
        VerificationStatus::Approved => Some(EventType::VerificationApproved),
        VerificationStatus::Rejected => Some(EventType::VerificationRejected),
        // No event has this name (conventions 11.6).
        VerificationStatus::ReadyForVerification => None,
    }
}
