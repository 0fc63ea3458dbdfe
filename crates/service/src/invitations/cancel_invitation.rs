//! `POST /invitations/{invitationCode}/cancel` (customers 9).

use causeway_domain::invitations::{InvitationEvent, next};
use causeway_store::{Tx, invitations};
use causeway_wire::invitations::UmaInvitation;

use super::find::CurrentInvitation;
use super::{errors, find, render};
use crate::runtime::api_error::ApiError;
use crate::runtime::context::Context;

/// Cancels an invitation that the calling platform created.
///
/// # Errors
/// `INVITATION_NOT_FOUND`; `FORBIDDEN` for another platform's; `INVITATION_ALREADY_CLAIMED`,
/// `INVITATION_CANCELLED`, `INVALID_INPUT` for an expired one.
pub fn apply(tx: &mut Tx<'_>, context: &Context, code: &str) -> Result<UmaInvitation, ApiError> {
    let CurrentInvitation { mut record, status, creator } = find::lock(tx, context, code)?;
    if record.platform != context.platform {
        return Err(errors::not_yours());
    }
    record.status = match next(status, InvitationEvent::Cancelled) {
        Ok(cancelled) => cancelled,
        Err(error) => {
            return Err(errors::not_open(&record, error.state).unwrap_or_else(errors::not_found));
        }
    };
    record.updated_at.advance(creator.now);
    invitations::update(tx, &record)?;
    render::invitation(&record, record.status)
}
