//! Settled money for an account that can take it (money 2.2 L1, L2).

use causeway_domain::payments::Direction;
use causeway_domain::payments::lifecycle::DepositEvent;
use causeway_store::internal_accounts::LockedAccount;
use causeway_store::payments::PaymentRecord;
use causeway_store::{Error, Tx};
use causeway_wire::internal_accounts::InternalAccount;

use super::record::{DepositTerms, record};
use crate::payments::checks::accounts::is_active;
use crate::payments::errors;
use crate::payments::lifecycle::locked::Books;
use crate::ports::{Funds, IncomingMoney};
use crate::runtime::api_error::ApiError;
use crate::runtime::context::Context;

/// Credits an account with settled money. Returns the account's view for the platform. The caller must hold
/// the account's row lock.
///
/// # Errors
/// `INVALID_INPUT` with `ACCOUNT_NOT_ACTIVE`; `INVALID_CURRENCY` for money in another currency.
pub fn settle(
    tx: &mut Tx<'_>,
    context: &Context,
    money: &IncomingMoney,
    account: &mut LockedAccount,
) -> Result<InternalAccount, ApiError> {
    if !is_active(account) {
        let status = account.account.doc.state.status();
        return Err(errors::account_not_active("receiving", status.as_str()));
    }
    if account.account.currency != money.amount.currency {
        let holds = account.account.currency;
        let is = money.amount.currency;
        return Err(errors::other_currency(holds.as_str(), is.as_str()));
    }
    Ok(credit_account(tx, context, money, account)?.1)
}

/// Credits an account that can take the money. Returns the payment and the account's view.
pub(in crate::payments) fn credit_account(
    tx: &mut Tx<'_>,
    context: &Context,
    money: &IncomingMoney,
    account: &mut LockedAccount,
) -> Result<(PaymentRecord, InternalAccount), ApiError> {
    let deposit_terms = DepositTerms::account(account, money.amount)?;
    let mut locked = record(tx, context, Direction::Credit, money, deposit_terms)?;
    let event = match money.funds {
        Funds::Received => DepositEvent::Settled,
        Funds::Minted => DepositEvent::Funded,
    };
    let views = locked.apply_with(tx, context, event, Books::crediting(account))?;
    let view = views.into_iter().next().ok_or(Error::Missing)?;
    Ok((locked.payment, view))
}
