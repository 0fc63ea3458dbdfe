//! `POST /invitations/{invitationCode}/claim` (customers 9).

use causeway_domain::invitations::{InvitationEvent, next};
use causeway_store::{Tx, invitations};
use causeway_wire::invitations::{UmaInvitation, UmaInvitationClaimRequest};
use causeway_wire::webhooks::EventType;

use super::find::CurrentInvitation;
use super::{errors, find, render};
use crate::runtime::api_error::ApiError;
use crate::runtime::context::Context;
use crate::runtime::events;
use crate::runtime::field_errors::FieldChecks;

impl FieldChecks for UmaInvitationClaimRequest {}

/// Claims an invitation for a customer of the calling platform, and notifies the platform that created it.
///
/// # Errors
/// `INVITATION_NOT_FOUND`, `INVALID_UMA_ADDRESS`, `INVALID_INPUT`, `INVITATION_ALREADY_CLAIMED`,
/// `INVITATION_CANCELLED`.
pub fn apply(
    tx: &mut Tx<'_>,
    context: &Context,
    code: &str,
    body: &UmaInvitationClaimRequest,
) -> Result<UmaInvitation, ApiError> {
    find::find(tx, context, code)?;
    let (_, invitee_uma) = find::customer(tx, context, "inviteeUma", body.invitee_uma.as_str())?;
    let CurrentInvitation { mut record, status, creator } = find::lock(tx, context, code)?;
    if record.doc.inviter_uma == invitee_uma {
        return Err(errors::of_oneself());
    }
    record.status = match next(status, InvitationEvent::Claimed) {
        Ok(claimed) => claimed,
        Err(error) => {
            return Err(errors::not_open(&record, error.state).unwrap_or_else(errors::not_found));
        }
    };
    record.doc.invitee_uma = Some(invitee_uma);
    record.doc.claimed_at = Some(creator.now);
    record.updated_at.advance(creator.now);
    invitations::update(tx, &record)?;
    let view = render::invitation(&record, record.status)?;
    events::emit(tx, &creator, EventType::InvitationClaimed, &record.code, &view)?;
    Ok(view)
}
