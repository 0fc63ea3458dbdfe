//! What the platform hears of its internal accounts (money 3.2).

use causeway_store::Tx;
use causeway_store::internal_accounts::HeldAccount;
use causeway_wire::webhooks::EventType;

use super::render;
use crate::events;
use crate::http::Context;
use crate::refusal::Refusal;

/// Tells the platform that the account's status has changed.
pub(super) fn status(tx: &mut Tx<'_>, context: &Context, held: &HeldAccount) -> Result<(), Refusal> {
    let shown = render::internal_account(held)?;
    events::emit(tx, context, EventType::InternalAccountStatusUpdated, &held.account.id, &shown)
}
