//! An operator decides about a customer (customers 5.1).

use causeway_domain::customers::{CustomerEvent, CustomerState, next};
use causeway_domain::ids::CustomerId;
use causeway_domain::internal_accounts::{InternalAccountEvent, InternalAccountState, Owner};
use causeway_store::customers::{self, CustomerRecord};
use causeway_store::{Tx, internal_accounts};

use super::policy::Policy;
use super::{errors, render, verification};
use crate::internal_accounts::{is_transactable, lifecycle};
use crate::runtime::api_error::ApiError;
use crate::runtime::context::Context;
use crate::runtime::settings::FUNDING_BANK_DETAILS;

/// What an operator says about a customer.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Verdict {
    /// It is who it says: its accounts become usable.
    Approve,
    /// It is not. After an approval this revokes it and freezes the accounts.
    Reject,
    /// Its money stops until the release.
    Hold,
    /// It returns from a hold to what it was.
    Release,
}

/// Carries out a verdict (`customer approve`, `reject`, `hold`, `release`). The platform is told of a status
/// that has an event, and of every account whose status changes with it.
///
/// # Errors
/// `USER_NOT_FOUND` for a customer that is unknown or deleted; `CONFLICT` with `details.status` when its status
/// has no such move.
pub fn decide(
    tx: &mut Tx<'_>,
    context: &Context,
    id: CustomerId,
    verdict: Verdict,
) -> Result<CustomerRecord, ApiError> {
    let found = customers::lock(tx, context.platform, id)?;
    let mut customer = found.filter(|customer| !customer.is_deleted).ok_or_else(errors::not_found)?;
    let before = customer.doc.verification;
    let after = next(before, event(verdict, before)).map_err(|refused| errors::wrong_state(refused.state))?;
    customer.doc.verification = after;
    customer.updated_at = context.now;
    customers::update(tx, context.platform, &customer)?;
    let policy = Policy::load(tx, context)?;
    let shown = render::customer(&customer, &policy.uma_domain)?;
    verification::announce(tx, context, &customer, &shown)?;
    if is_transactable(&policy.settings, &customer)? {
        let mut accounts = internal_accounts::lock_of_owner(tx, context.platform, Owner::Customer(id))?;
        let banks = policy.settings.get(&FUNDING_BANK_DETAILS)?;
        lifecycle::activate(tx, context, &banks, &mut accounts)?;
    } else if (before, after) == (CustomerState::Approved, CustomerState::Rejected) {
        freeze_accounts(tx, context, id)?;
    }
    Ok(customer)
}

const fn event(verdict: Verdict, state: CustomerState) -> CustomerEvent {
    match (verdict, state) {
        (Verdict::Approve, _) => CustomerEvent::Approved,
        (Verdict::Reject, CustomerState::Approved) => CustomerEvent::Revoked,
        (Verdict::Reject, _) => CustomerEvent::Rejected,
        (Verdict::Hold, _) => CustomerEvent::Held,
        (Verdict::Release, _) => CustomerEvent::Released,
    }
}

fn freeze_accounts(tx: &mut Tx<'_>, context: &Context, id: CustomerId) -> Result<(), ApiError> {
    let mut accounts = internal_accounts::lock_of_owner(tx, context.platform, Owner::Customer(id))?;
    let is_active = |state: InternalAccountState| state == InternalAccountState::Active;
    for held in accounts.iter_mut().filter(|held| is_active(held.account.doc.state)) {
        lifecycle::apply(tx, context, held, InternalAccountEvent::Froze)?;
    }
    Ok(())
}
