//! `DELETE /customers/{customerId}` (customers 2.11).

use causeway_domain::ids::{CustomerId, Id, PlatformId};
use causeway_domain::internal_accounts::{InternalAccountEvent, Owner, may_close};
use causeway_store::internal_accounts::{self, LockedAccount};
use causeway_store::{Tx, customers, payments};
use causeway_wire::customers::Customer;

use super::policy::Policy;
use super::{currencies, errors, render};
use crate::internal_accounts::lifecycle;
use crate::runtime::api_error::ApiError;
use crate::runtime::context::Context;

/// Deletes a customer for good and closes its accounts. Its records stay readable by their ids.
///
/// # Errors
/// `USER_NOT_FOUND`; `CUSTOMER_DELETED`; `CONFLICT` while money or a transaction is left.
pub fn apply(tx: &mut Tx<'_>, context: &Context, id: CustomerId) -> Result<Customer, ApiError> {
    let platform = context.platform;
    let mut customer = customers::lock(tx, platform, id)?.ok_or_else(errors::not_found)?;
    if customer.is_deleted {
        return Err(errors::already_deleted());
    }
    let mut accounts = internal_accounts::lock_of_owner(tx, platform, Owner::Customer(id))?;
    let filled = currencies::currencies(accounts.iter().filter(|held| !may_close(held.balance.total())));
    if !filled.is_empty() {
        return Err(errors::funds_remaining(&filled));
    }
    if is_needed(tx, platform, id, &accounts)? {
        return Err(errors::open_transactions());
    }
    for held in &mut accounts {
        lifecycle::apply(tx, context, held, InternalAccountEvent::Closed)?;
    }
    customer.is_deleted = true;
    customer.updated_at = context.now;
    customers::update(tx, platform, &customer)?;
    render::customer(&customer, &Policy::load(tx, context)?.uma_domain)
}

/// Whether a payment that is under way is made on the customer's behalf, or needs one of its accounts: to be paid to,
/// or to get its money back.
fn is_needed(
    tx: &mut Tx<'_>,
    platform: PlatformId,
    id: CustomerId,
    accounts: &[LockedAccount],
) -> Result<bool, ApiError> {
    if payments::has_open(tx, platform, id.uuid())? {
        return Ok(true);
    }
    for held in accounts {
        if payments::is_in_use(tx, platform, held.account.id)? {
            return Ok(true);
        }
    }
    Ok(false)
}
