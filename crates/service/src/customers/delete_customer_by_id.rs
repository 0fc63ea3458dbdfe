//! `DELETE /customers/{customerId}` (customers 2.11).

use causeway_domain::ids::{CustomerId, Id, PlatformId};
use causeway_domain::internal_accounts::{InternalAccountEvent, Owner, may_close};
use causeway_store::internal_accounts::{self, LockedAccount};
use causeway_store::{Tx, agents, cards as card_rows, customers, payments, sca};
use causeway_wire::customers::Customer;

use super::policy::Policy;
use super::{currencies, errors, invitations, owners};
use crate::internal_accounts::lifecycle;
use crate::runtime::api_error::ApiError;
use crate::runtime::context::Context;
use crate::{cards, wallets};

/// Deletes a customer permanently, closes its cards and accounts, and cancels its open invitations. Its
/// records stay readable by their ids.
///
/// # Errors
/// `USER_NOT_FOUND`; `CUSTOMER_DELETED`; `CONFLICT` while money or a transaction is left.
pub fn apply(tx: &mut Tx<'_>, context: &Context, id: CustomerId) -> Result<Customer, ApiError> {
    let platform = context.platform;
    // Lock order: agents before the customer, as everywhere. Creating another agent waits for the customer's
    // lock.
    agents::lock_by_customer(tx, platform, id)?;
    let mut customer = customers::lock(tx, platform, id)?.ok_or_else(errors::not_found)?;
    if customer.is_deleted {
        return Err(errors::already_deleted());
    }
    let held_cards = card_rows::lock_by_customer(tx, platform, id)?;
    wallets::lock(tx, platform, id)?;
    let mut accounts = internal_accounts::lock_by_owner(tx, platform, Owner::Customer(id))?;
    let filled = currencies::currencies(accounts.iter().filter(|locked| !may_close(locked.balance.total())));
    if !filled.is_empty() {
        return Err(errors::funds_remaining(&filled));
    }
    if is_needed(tx, platform, id, &accounts)? {
        return Err(errors::open_transactions());
    }
    cards::close_all(tx, context, &held_cards)?;
    wallets::close(tx, context, id)?;
    sca::remove(tx, platform, id)?;
    for locked in &mut accounts {
        lifecycle::apply(tx, context, locked, InternalAccountEvent::Closed)?;
    }
    invitations::cancel_all(tx, context, id)?;
    delete_agents(tx, context, id)?;
    customer.is_deleted = true;
    customer.updated_at.advance(context.now);
    customers::update(tx, platform, &customer)?;
    customers::remove_terms(tx, platform, &customer)?;
    let domain = Policy::load(tx, context)?.uma_domain;
    owners::show(tx, platform, &customer, &domain)
}

/// Deletes the customer's agents. A pending action is an open payment, which prevents the deletion, so none
/// is left undecided.
fn delete_agents(tx: &mut Tx<'_>, context: &Context, id: CustomerId) -> Result<(), ApiError> {
    for mut agent in agents::lock_by_customer(tx, context.platform, id)? {
        agent.token_hash = None;
        agent.deleted_at = Some(context.now);
        agent.updated_at.advance(context.now);
        agents::update(tx, context.platform, &agent)?;
    }
    Ok(())
}

/// Returns `true` if an open payment is made on the customer's behalf, or needs one of its accounts, as its
/// destination or for its return.
fn is_needed(
    tx: &mut Tx<'_>,
    platform: PlatformId,
    id: CustomerId,
    accounts: &[LockedAccount],
) -> Result<bool, ApiError> {
    if payments::has_open(tx, platform, id.uuid())? {
        return Ok(true);
    }
    for locked in accounts {
        if payments::is_in_use(tx, platform, locked.account.id)? {
            return Ok(true);
        }
    }
    Ok(false)
}
