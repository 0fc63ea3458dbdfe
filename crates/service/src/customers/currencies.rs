//! Changes of a customer's currencies, and of its accounts with them (customers 2.10).

use causeway_domain::customers::{RegionRequest, customer_accounts, resolve};
use causeway_domain::internal_accounts::{InternalAccountEvent, InternalAccountType, Owner, may_close};
use causeway_domain::money::CurrencyCode;
use causeway_store::customers::CustomerRecord;
use causeway_store::internal_accounts::{self, LockedAccount};
use causeway_store::{Tx, payments};
use causeway_wire::{Code, FieldError};

use super::errors::{self, FUNDS_REMAINING, OPEN_TRANSACTIONS};
use super::policy::Policy;
use crate::internal_accounts::{FundingPolicy, InitialState, is_transactable, lifecycle, provision};
use crate::runtime::api_error::ApiError;
use crate::runtime::context::Context;
use crate::runtime::field_errors::FieldErrors;

/// The effect of a new list of currencies on the accounts.
pub(super) struct CurrencyChange {
    /// The new list, each currency once.
    pub(super) currencies: Vec<CurrencyCode>,
    close: Vec<LockedAccount>,
    open: Vec<(CurrencyCode, InternalAccountType)>,
}

/// Adds errors for currencies that the platform does not support.
pub(super) fn check_supported(errors: &mut FieldErrors, policy: &Policy, sent: Option<&[CurrencyCode]>) {
    for (at, code) in sent.unwrap_or_default().iter().enumerate() {
        if policy.supported.iter().all(|supported| supported != code) {
            errors.add(FieldError {
                code: Code::InvalidCurrency,
                value: Some(code.as_str().into()),
                ..FieldError::new(format!("currencies[{at}]"), "is not supported by the platform")
            });
        }
    }
}

/// Plans the change from the customer's row, and locks the customer's accounts. The caller must hold the
/// customer's row lock. Writes nothing yet.
pub(super) fn plan(
    tx: &mut Tx<'_>,
    context: &Context,
    policy: &Policy,
    customer: &CustomerRecord,
    currencies: &[CurrencyCode],
) -> Result<CurrencyChange, ApiError> {
    let region_request =
        RegionRequest { currencies: Some(currencies), region: Some(customer.region), residence: None };
    let resolved =
        resolve(region_request, &policy.offers, policy.default_region).map_err(errors::unresolved)?;
    let owner = Owner::Customer(customer.id);
    let live = internal_accounts::lock_by_owner(tx, context.platform, owner)?;
    let mut open = customer_accounts(&resolved.currencies, &policy.supported);
    open.retain(|(currency, _)| live.iter().all(|locked| locked.account.currency != *currency));
    let is_wallet =
        |locked: &LockedAccount| locked.account.account_type == InternalAccountType::EmbeddedWallet;
    let close: Vec<LockedAccount> = live
        .into_iter()
        .filter(|locked| !is_wallet(locked) && !resolved.currencies.contains(&locked.account.currency))
        .collect();
    check_closable(tx, context, &close)?;
    let change = CurrencyChange { currencies: resolved.currencies, close, open };
    Ok(change)
}

/// Applies the plan and emits every change of an account.
pub(super) fn apply(
    tx: &mut Tx<'_>,
    context: &Context,
    policy: &Policy,
    customer: &CustomerRecord,
    mut change: CurrencyChange,
) -> Result<(), ApiError> {
    for locked in &mut change.close {
        lifecycle::apply(tx, context, locked, InternalAccountEvent::Closed)?;
    }
    if change.open.is_empty() {
        return Ok(());
    }
    let is_ready = is_transactable(&policy.settings, customer)?;
    let start = if is_ready { InitialState::Usable } else { InitialState::Pending };
    let funding = FundingPolicy::of(&policy.settings)?;
    provision(tx, context, &funding, Owner::Customer(customer.id), &change.open, start)?;
    Ok(())
}

fn check_closable(tx: &mut Tx<'_>, context: &Context, close: &[LockedAccount]) -> Result<(), ApiError> {
    let filled = currencies(close.iter().filter(|locked| !may_close(locked.balance.total())));
    if !filled.is_empty() {
        return Err(errors::currencies_in_use(&filled, FUNDS_REMAINING));
    }
    if close.is_empty() {
        return Ok(());
    }
    let mut used = Vec::new();
    for locked in close {
        if payments::is_in_use(tx, context.platform, locked.account.id)? {
            used.push(locked);
        }
    }
    let busy = currencies(used.into_iter());
    if busy.is_empty() { Ok(()) } else { Err(errors::currencies_in_use(&busy, OPEN_TRANSACTIONS)) }
}

/// Returns the currencies of the accounts, each once.
pub(super) fn currencies<'a>(accounts: impl Iterator<Item = &'a LockedAccount>) -> Vec<CurrencyCode> {
    let mut codes = Vec::new();
    for locked in accounts {
        if !codes.contains(&locked.account.currency) {
            codes.push(locked.account.currency);
        }
    }
    codes
}
