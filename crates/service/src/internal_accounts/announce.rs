//! Events to the platform about its internal accounts (money 3.2).

use causeway_store::Tx;
use causeway_store::internal_accounts::LockedAccount;
use causeway_wire::webhooks::EventType;

use super::render;
use crate::runtime::api_error::ApiError;
use crate::runtime::context::Context;
use crate::runtime::events;

/// Notifies the platform that the account's status has changed.
pub(super) fn status(tx: &mut Tx<'_>, context: &Context, held: &LockedAccount) -> Result<(), ApiError> {
    let shown = render::internal_account(held)?;
    events::emit(tx, context, EventType::InternalAccountStatusUpdated, &held.account.id, &shown)
}

/// Notifies the platform that an active account has further funding methods (money 3.4).
pub(super) fn funding(tx: &mut Tx<'_>, context: &Context, held: &LockedAccount) -> Result<(), ApiError> {
    let shown = render::internal_account(held)?;
    let event = EventType::InternalAccountFundingInstructionsUpdated;
    events::emit(tx, context, event, &held.account.id, &shown)
}
