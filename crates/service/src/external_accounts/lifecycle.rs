//! Status changes of external accounts (money 4.1).

use causeway_domain::external_accounts::{ExternalAccountEvent, ExternalAccountStatus, network_of, next};
use causeway_store::Tx;
use causeway_store::external_accounts::{self, ExternalAccountRecord};
use causeway_wire::webhooks::EventType;

use super::{errors, render};
use crate::payments::incoming::deposit;
use crate::runtime::api_error::ApiError;
use crate::runtime::context::Context;
use crate::runtime::events;

/// Moves one account, and notifies the platform if its status changes. The caller must hold the account's row
/// lock.
///
/// # Errors
/// `CONFLICT` if the transition is invalid in its status.
pub(super) fn apply(
    tx: &mut Tx<'_>,
    context: &Context,
    record: &mut ExternalAccountRecord,
    event: ExternalAccountEvent,
) -> Result<(), ApiError> {
    let status = next(record.status, event).map_err(|error| errors::wrong_state(error.state))?;
    if status == record.status {
        return Ok(());
    }
    record.status = status;
    record.updated_at.advance(context.now);
    external_accounts::update(tx, context.platform, record)?;
    if status == ExternalAccountStatus::Active && network_of(&record.account_type).is_some() {
        deposit::reconsider(tx, context, record.customer)?;
    }
    let view = render::external_account(record)?;
    events::emit(tx, context, EventType::ExternalAccountStatusUpdated, &record.id, &view)
}
