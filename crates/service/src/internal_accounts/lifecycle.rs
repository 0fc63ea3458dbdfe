//! Status changes of accounts (money 3.2). Callers must hold the row locks of the accounts.

use causeway_domain::internal_accounts::{InternalAccountEvent, InternalAccountState, may_close, next};
use causeway_store::Tx;
use causeway_store::funding_identifiers;
use causeway_store::internal_accounts::{self, LockedAccount};

use super::policy::FundingPolicy;
use super::{announce, errors, funding_methods, provision};
use crate::runtime::api_error::ApiError;
use crate::runtime::context::Context;

/// Activates the accounts that only waited for their customer to become transactable. A frozen account stays
/// frozen and is usable after its release; a failed account does not change. The caller must hold the row
/// locks of the accounts.
pub fn activate(
    tx: &mut Tx<'_>,
    context: &Context,
    funding: &FundingPolicy,
    accounts: &mut [LockedAccount],
) -> Result<(), ApiError> {
    for locked in accounts {
        let Ok(state) = next(locked.account.doc.state, InternalAccountEvent::BecameUsable) else { continue };
        let identifiers = provision::assign_funding(context, funding, &mut locked.account);
        funding_identifiers::record(tx, context.platform, &identifiers)?;
        store(tx, context, locked, state)?;
        funding_methods::schedule(tx, context, funding, &locked.account)?;
    }
    Ok(())
}

/// Changes the status of one account. The caller must hold the account's row lock.
///
/// # Errors
/// `CONFLICT` if its status does not allow the change, or if closing would strand money.
pub fn apply(
    tx: &mut Tx<'_>,
    context: &Context,
    locked: &mut LockedAccount,
    event: InternalAccountEvent,
) -> Result<(), ApiError> {
    if event == InternalAccountEvent::Closed && !may_close(locked.balance.total()) {
        return Err(errors::not_empty());
    }
    let state = next(locked.account.doc.state, event).map_err(|error| errors::wrong_state(error.state))?;
    store(tx, context, locked, state)
}

fn store(
    tx: &mut Tx<'_>,
    context: &Context,
    locked: &mut LockedAccount,
    state: InternalAccountState,
) -> Result<(), ApiError> {
    let is_visible = locked.account.doc.state.status() != state.status();
    locked.account.doc.state = state;
    internal_accounts::update(tx, context.platform, locked, context.now)?;
    if is_visible { announce::status(tx, context, locked) } else { Ok(()) }
}
