//! Errors of invitations (customers 9).

use causeway_domain::Amount;
use causeway_domain::invitations::InvitationStatus;
use causeway_store::invitations::InvitationRecord;
use causeway_wire::Code;

use crate::runtime::api_error::ApiError;

/// Refuses a code that no invitation of the environment has.
pub(super) fn not_found() -> ApiError {
    ApiError::new(Code::InvitationNotFound, "There is no such invitation.")
}

/// Refuses an invitation by a platform without settings for them.
pub(super) fn not_configured() -> ApiError {
    ApiError::new(Code::InvitationsNotConfigured, "Invitations are not configured for this platform.")
}

/// Refuses an address that is not one of an active customer of the calling platform.
pub(super) fn no_customer(field: &str, address: &str) -> ApiError {
    let message = format!("{address} is not the UMA address of an active customer of this platform.");
    ApiError::new(Code::InvalidUmaAddress, message).with("field", field).with("value", address)
}

/// Refuses a promised amount outside of the platform's limits for its currency.
pub(super) fn amount_out_of_range(amount: Amount, min: i64, max: i64) -> ApiError {
    let message = format!("The amount must be between {min} and {max} {}.", amount.currency);
    ApiError::new(Code::AmountOutOfRange, message).with("field", "amountToSend").with("value", amount.minor)
}

/// Refuses a claim by the inviting customer itself.
pub(super) fn of_oneself() -> ApiError {
    ApiError::field("inviteeUma", "must be another address than the one that invites")
}

/// Refuses to cancel another platform's invitation.
pub(super) fn not_yours() -> ApiError {
    ApiError::new(Code::Forbidden, "Another platform created this invitation.")
}

/// Returns the error for a claim or cancellation in this status; `None` if the invitation is open.
pub(super) fn not_open(record: &InvitationRecord, status: InvitationStatus) -> Option<ApiError> {
    let (code, message) = match status {
        InvitationStatus::Pending => return None,
        InvitationStatus::Claimed => (Code::InvitationAlreadyClaimed, "The invitation was claimed before."),
        InvitationStatus::Cancelled => (Code::InvitationCancelled, "The invitation was cancelled."),
        InvitationStatus::Expired => (Code::InvalidInput, "The invitation has expired."),
    };
    let mut refusal = ApiError::new(code, message).with("status", status.as_str());
    if let (InvitationStatus::Claimed, Some(invitee)) = (status, &record.doc.invitee_uma) {
        refusal = refusal.with("inviteeUma", invitee.as_str());
    }
    if let (InvitationStatus::Expired, Some(expiry)) = (status, record.expires_at) {
        refusal = refusal.with("expiresAt", expiry.to_string());
    }
    Some(refusal)
}
