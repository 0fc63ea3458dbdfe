//! `GET /invitations/{invitationCode}` (customers 9).

use causeway_store::Tx;
use causeway_wire::invitations::UmaInvitation;

use super::{find, render};
use crate::runtime::api_error::ApiError;
use crate::runtime::context::Context;

/// Shows an invitation.
///
/// # Errors
/// `INVITATION_NOT_FOUND`.
pub fn apply(tx: &mut Tx<'_>, context: &Context, code: &str) -> Result<UmaInvitation, ApiError> {
    let found = find::find(tx, context, code)?;
    render::invitation(&found.record, found.status)
}
