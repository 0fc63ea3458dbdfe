//! Status changes of a verification, reported to the platform (customers 5.2).

use causeway_domain::Revision;
use causeway_domain::ids::{CustomerId, PlatformId};
use causeway_domain::verifications::{
    VerificationEvent, VerificationState, VerificationStatus, next_verification, verification_created,
};
use causeway_store::verifications::{self, VerificationDoc, VerificationFault, VerificationRecord};
use causeway_store::{Error, Tx};
use causeway_wire::webhooks::EventType;

use super::super::{errors, render};
use super::submitted;
use crate::runtime::api_error::ApiError;
use crate::runtime::context::Context;
use crate::runtime::events;

/// Returns the status of a customer's verification while a submission is being decided; else `None`.
pub fn under_way(
    tx: &mut Tx<'_>,
    platform: PlatformId,
    customer: CustomerId,
) -> Result<Option<VerificationStatus>, Error> {
    let open = verifications::find_open(tx, platform, customer)?;
    Ok(open
        .map(|open| open.doc.state)
        .filter(|state| state.is_being_decided())
        .map(VerificationState::status))
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
            submitted_at: state.keeps_submission().then_some(context.now),
            times_returned: 0,
        },
        created_at: context.now,
        updated_at: Revision::created(context.now),
    };
    verifications::insert(tx, context.platform, &record)?;
    if state.keeps_submission() {
        submitted::keep(tx, context.platform, &record)?;
    }
    announce(tx, context, &record)?;
    Ok(record)
}

/// Returns the state of a verification after an event.
///
/// # Errors
/// `CONFLICT` with `details.status` if the transition is invalid.
pub(super) fn check(
    record: &VerificationRecord,
    event: VerificationEvent,
) -> Result<VerificationState, ApiError> {
    next_verification(record.doc.state, event)
        .map_err(|error| errors::wrong_verification_state(error.state.status()))
}

/// Moves a verification. The platform is notified if the status changes to one that has an event. The caller
/// must hold the customer's row lock.
pub(super) fn apply(
    tx: &mut Tx<'_>,
    context: &Context,
    record: &mut VerificationRecord,
    event: VerificationEvent,
    faults: Vec<VerificationFault>,
) -> Result<(), ApiError> {
    let before = record.doc.state;
    let after = check(record, event)?;
    match (before.keeps_submission(), after.keeps_submission()) {
        (false, true) => {
            // A decision about the customer decides what was returned, too, and is no submission.
            if verification_created(event).is_some() {
                record.doc.submitted_at = Some(context.now);
            }
            submitted::keep(tx, context.platform, record)?;
        }
        (true, false) => submitted::release(tx, context.platform, record)?,
        (true, true) | (false, false) => {}
    }
    if event == VerificationEvent::CorrectionsAsked {
        record.doc.times_returned = record.doc.times_returned.saturating_add(1);
    }
    record.doc.state = after;
    record.doc.errors = faults;
    record.updated_at.advance(context.now);
    verifications::update(tx, context.platform, record)?;
    if before.status() == after.status() { Ok(()) } else { announce(tx, context, record) }
}

/// Applies a decision about the customer to its open verification, if there is one.
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
