//! Cancellation of the invitations of a deleted customer (customers 2.11, 9).

use causeway_domain::ids::CustomerId;
use causeway_domain::invitations::{InvitationEvent, at, next};
use causeway_store::{Tx, invitations as rows};

use crate::runtime::api_error::ApiError;
use crate::runtime::context::Context;

/// Cancels the open invitations of a customer. The caller must hold the customer's row lock, so that the
/// customer creates no others.
pub(super) fn cancel_all(tx: &mut Tx<'_>, context: &Context, inviter: CustomerId) -> Result<(), ApiError> {
    for mut record in rows::lock_open_by_inviter(tx, context.platform, inviter)? {
        let status = at(record.status, record.expires_at, context.now);
        // An expired invitation stays expired.
        if let Ok(cancelled) = next(status, InvitationEvent::InviterDeleted) {
            record.status = cancelled;
            record.updated_at.advance(context.now);
            rows::update(tx, &record)?;
        }
    }
    Ok(())
}
