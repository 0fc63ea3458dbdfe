//! `deposit debit`: a third party debits an account by its deposit coordinates (money 3.5).

use causeway_domain::Amount;
use causeway_domain::external_accounts::PaymentRail;
use causeway_domain::ids::InternalAccountId;
use causeway_domain::payments::Direction;
use causeway_domain::payments::lifecycle::DepositEvent;
use causeway_store::payments::{Originator, PaymentRecord};
use causeway_store::{Tx, internal_accounts};

use super::push::rails;
use super::record::{DepositTerms, record};
use crate::payments::checks::accounts::is_active;
use crate::payments::errors;
use crate::payments::lifecycle::locked::Books;
use crate::ports::{Funds, IncomingMoney};
use crate::runtime::api_error::ApiError;
use crate::runtime::context::Context;

/// Debits an account for a third party. The debit fails without a posting if the account does not hold enough
/// or is not active.
///
/// # Errors
/// `REFERENCE_NOT_FOUND`; `INVALID_INPUT` for an amount that is not positive, or an account that ACH does not
/// reach.
pub fn debit(
    tx: &mut Tx<'_>,
    context: &Context,
    account: InternalAccountId,
    minor: i64,
) -> Result<PaymentRecord, ApiError> {
    let found = internal_accounts::lock(tx, context.platform, account)?;
    let mut account = found.ok_or_else(errors::account_not_found)?;
    if minor < 1 {
        return Err(ApiError::field("amount", "must be positive"));
    }
    if !rails(&account.account).contains(&PaymentRail::Ach) {
        return Err(ApiError::field("account", "cannot be debited: it has no coordinates for ACH"));
    }
    let amount = Amount::new(minor, account.account.currency);
    let is_covered = is_active(&account) && account.balance.available >= minor;
    let event = if is_covered { DepositEvent::Debited } else { DepositEvent::NotDebited };
    let deposit_terms = DepositTerms::account(&account, amount)?;
    let mut locked = record(tx, context, Direction::Debit, &money(amount), deposit_terms)?;
    locked.apply_with(tx, context, event, Books::of(std::slice::from_mut(&mut account)))?;
    Ok(locked.payment)
}

fn money(amount: Amount) -> IncomingMoney {
    IncomingMoney {
        amount,
        funds: Funds::Received,
        originator: Originator { rail: Some(PaymentRail::Ach), ..Originator::default() },
        reference: None,
        description: None,
        on_chain: None,
    }
}
