//! Actions of operators on accounts (conventions 2.1, money 3.2). The commands around these functions open
//! the transaction and write the audit row.

use causeway_domain::currency;
use causeway_domain::ids::InternalAccountId;
use causeway_domain::internal_accounts::{InternalAccountEvent, Owner, may_close, next};
use causeway_domain::money::CurrencyCode;
use causeway_store::internal_accounts::{self, LockedAccount};
use causeway_store::{Tx, payments};

use super::policy::FundingPolicy;
use super::provision::provision_numbered;
use super::usable::is_owner_ready;
use super::{InitialState, errors, funding_methods, lifecycle};
use crate::runtime::api_error::ApiError;
use crate::runtime::context::Context;
use crate::runtime::jobs::{self, Work};
use crate::runtime::settings::Settings;

/// Freezes an account: stops all its debits and credits (`account freeze`).
///
/// # Errors
/// `REFERENCE_NOT_FOUND`; `CONFLICT` for one that is frozen or closed.
pub fn freeze(tx: &mut Tx<'_>, context: &Context, id: InternalAccountId) -> Result<LockedAccount, ApiError> {
    apply(tx, context, id, InternalAccountEvent::Frozen)
}

/// Returns a frozen account to its earlier status (`account release`).
///
/// # Errors
/// `REFERENCE_NOT_FOUND`; `CONFLICT` for one that is not frozen.
pub fn release(tx: &mut Tx<'_>, context: &Context, id: InternalAccountId) -> Result<LockedAccount, ApiError> {
    let locked = apply(tx, context, id, InternalAccountEvent::Released)?;
    // Money of its cards from the meantime is in suspense. Card rows are locked before accounts: by a job.
    let work = Work::ReleaseSuspendedCards { account: id };
    jobs::schedule(tx, context, &work, &id, context.now)?;
    Ok(locked)
}

/// Returns the verbs of the decisions about an account that its state and its balance allow.
#[must_use]
pub fn decisions(locked: &LockedAccount) -> Vec<&'static str> {
    let events = [
        ("freeze", InternalAccountEvent::Frozen),
        ("release", InternalAccountEvent::Released),
        ("retry", InternalAccountEvent::Retried),
        ("close", InternalAccountEvent::Closed),
    ];
    let is_allowed = |event| {
        next(locked.account.doc.state, event).is_ok()
            && (event != InternalAccountEvent::Closed || may_close(locked.balance.total()))
    };
    events.into_iter().filter(|(_, event)| is_allowed(*event)).map(|(verb, _)| verb).collect()
}

/// Closes an empty account permanently (`account close`).
///
/// # Errors
/// `REFERENCE_NOT_FOUND`; `CONFLICT` for one that is closed, holds money, or is needed by any transaction
/// under way.
pub fn close(tx: &mut Tx<'_>, context: &Context, id: InternalAccountId) -> Result<LockedAccount, ApiError> {
    let mut locked = lock(tx, context, id)?;
    if payments::is_in_use(tx, context.platform, id)? {
        return Err(errors::in_use());
    }
    lifecycle::apply(tx, context, &mut locked, InternalAccountEvent::Closed)?;
    Ok(locked)
}

/// Retries the provisioning of a failed account (`account retry`): it becomes usable at once if its owner is
/// ready.
///
/// # Errors
/// `REFERENCE_NOT_FOUND`; `CONFLICT` for one that has not failed.
pub fn retry(tx: &mut Tx<'_>, context: &Context, id: InternalAccountId) -> Result<LockedAccount, ApiError> {
    let found = internal_accounts::find(tx, context.platform, id)?.ok_or_else(errors::not_found)?;
    let settings = Settings::of(tx, context)?;
    // The customer is locked before its accounts, as everywhere.
    let is_ready = is_owner_ready(tx, context, &settings, found.account.owner(context.platform))?;
    let mut locked = apply(tx, context, id, InternalAccountEvent::Retried)?;
    if is_ready {
        let funding = FundingPolicy::of(&settings)?;
        lifecycle::activate(tx, context, &funding, std::slice::from_mut(&mut locked))?;
    }
    Ok(locked)
}

/// Adds the funding methods that the settings now ask for (`account instruct`).
///
/// # Errors
/// `REFERENCE_NOT_FOUND`; `CONFLICT` for an account without funding methods: it is not usable yet, or closed.
pub fn instruct(
    tx: &mut Tx<'_>,
    context: &Context,
    id: InternalAccountId,
) -> Result<LockedAccount, ApiError> {
    let mut locked = lock(tx, context, id)?;
    if !funding_methods::has_any(&locked.account) {
        return Err(errors::wrong_state(locked.account.doc.state));
    }
    let funding = FundingPolicy::of(&Settings::of(tx, context)?)?;
    funding_methods::complete(tx, context, &funding, &mut locked)?;
    Ok(locked)
}

/// Adds an account in a currency in which the owner already has one (`account add`).
///
/// # Errors
/// `USER_NOT_FOUND` for a customer that is unknown or deleted; `CONFLICT` if there is no first account.
pub fn add(
    tx: &mut Tx<'_>,
    context: &Context,
    owner: Owner,
    currency: CurrencyCode,
) -> Result<LockedAccount, ApiError> {
    let settings = Settings::of(tx, context)?;
    let is_ready = is_owner_ready(tx, context, &settings, owner)?;
    let live = internal_accounts::lock_by_owner(tx, context.platform, owner)?;
    let ordinals =
        live.iter().filter(|locked| locked.account.currency == currency).map(|locked| locked.account.ordinal);
    let last = ordinals.max().ok_or_else(|| errors::no_first_account(currency.as_str()))?;
    let info = currency::find(currency).ok_or_else(|| errors::no_first_account(currency.as_str()))?;
    let start = if is_ready { InitialState::Usable } else { InitialState::Pending };
    let funding = FundingPolicy::of(&settings)?;
    let accounts = std::iter::once((currency, info.internal_account_type(), last + 1));
    let mut created = provision_numbered(tx, context, &funding, owner, accounts, start)?;
    created.pop().ok_or_else(errors::not_found)
}

fn apply(
    tx: &mut Tx<'_>,
    context: &Context,
    id: InternalAccountId,
    event: InternalAccountEvent,
) -> Result<LockedAccount, ApiError> {
    let mut locked = lock(tx, context, id)?;
    lifecycle::apply(tx, context, &mut locked, event)?;
    Ok(locked)
}

fn lock(tx: &mut Tx<'_>, context: &Context, id: InternalAccountId) -> Result<LockedAccount, ApiError> {
    internal_accounts::lock(tx, context.platform, id)?.ok_or_else(errors::not_found)
}
