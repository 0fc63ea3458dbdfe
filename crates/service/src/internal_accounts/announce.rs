//! Events to the platform about its internal accounts (money 3.2).

use causeway_store::Tx;
use causeway_store::internal_accounts::LockedAccount;
use causeway_wire::webhooks::EventType;

use super::render;
use crate::runtime::api_error::ApiError;
use crate::runtime::context::Context;
use crate::runtime::events;

/// Notifies the platform that the account's status has changed.
pub(super) fn status(tx: &mut Tx<'_>, context: &Context, locked: &LockedAccount) -> Result<(), ApiError> {
    let view = render::internal_account(locked)?;
    events::emit(tx, context, EventType::InternalAccountStatusUpdated, &locked.account.id, &view)
}

/// Notifies the platform that an active account has further funding methods (money 3.4).
pub(super) fn funding(tx: &mut Tx<'_>, context: &Context, locked: &LockedAccount) -> Result<(), ApiError> {
    let view = render::internal_account(locked)?;
    let event = EventType::InternalAccountFundingInstructionsUpdated;
    events::emit(tx, context, event, &locked.account.id, &view)
}
