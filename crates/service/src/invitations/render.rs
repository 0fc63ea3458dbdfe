//! An invitation as an API object (customers 9).

use causeway_domain::invitations::InvitationStatus;
use causeway_store::invitations::InvitationRecord;
use causeway_wire::invitations::UmaInvitation;

use crate::runtime::api_error::ApiError;
use crate::runtime::money::{amount, instant};

/// Renders an invitation with its current status.
pub(super) fn invitation(
    record: &InvitationRecord,
    status: InvitationStatus,
) -> Result<UmaInvitation, ApiError> {
    let doc = &record.doc;
    Ok(UmaInvitation {
        code: record.code.as_str().into(),
        created_at: instant(record.created_at),
        claimed_at: doc.claimed_at.map(instant),
        url: doc.url.as_str().into(),
        expires_at: record.expires_at.map(instant),
        inviter_uma: doc.inviter_uma.as_str().into(),
        invitee_uma: doc.invitee_uma.as_deref().map(Into::into),
        status,
        first_name: doc.first_name.as_deref().map(Into::into),
        amount_to_send: doc.amount.map(|promised| amount(promised.into())).transpose()?,
    })
}
