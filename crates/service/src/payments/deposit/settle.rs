//! Money that has settled, into an account that can take it (money 2.2 L1, L2).

use causeway_domain::Amount;
use causeway_domain::payments::{Direction, TransactionStatus};
use causeway_domain::postings::{self, Deposit};
use causeway_store::internal_accounts::LockedAccount;
use causeway_store::payments::PaymentRecord;
use causeway_store::{Error, Tx, payments};
use causeway_wire::internal_accounts::InternalAccount;

use super::record::{For, record};
use crate::internal_accounts::ledger::{self, Reason};
use crate::payments::accounts::is_active;
use crate::payments::{announce, errors};
use crate::ports::{Funds, IncomingMoney};
use crate::runtime::api_error::ApiError;
use crate::runtime::context::Context;

/// Credits an account, which is locked, with money that has settled. Gives the account as the platform is shown it.
///
/// # Errors
/// `INVALID_INPUT` with `ACCOUNT_NOT_ACTIVE`; `INVALID_CURRENCY` for money in another currency.
pub fn settle(
    tx: &mut Tx<'_>,
    context: &Context,
    money: &IncomingMoney,
    held: &mut LockedAccount,
) -> Result<InternalAccount, ApiError> {
    if !is_active(held) {
        let status = held.account.doc.state.status();
        return Err(errors::account_not_active("receiving", status.as_str()));
    }
    if held.account.currency != money.amount.currency {
        let (holds, is) = (held.account.currency, money.amount.currency);
        return Err(errors::other_currency(holds.as_str(), is.as_str()));
    }
    Ok(settled(tx, context, money, held)?.1)
}

/// The same for an account that takes it. Gives the payment, too.
pub(in crate::payments) fn settled(
    tx: &mut Tx<'_>,
    context: &Context,
    money: &IncomingMoney,
    held: &mut LockedAccount,
) -> Result<(PaymentRecord, InternalAccount), ApiError> {
    let whose = For::account(held, money.amount)?;
    let payment = record(tx, context, (Direction::Credit, TransactionStatus::Completed), money, whose)?;
    payments::insert(tx, context.platform, &payment)?;
    announce::status(tx, context, &payment)?;
    let posting = posting(money.funds, held, money.amount);
    let shown = ledger::book(tx, context, posting, Reason::of(&payment), std::slice::from_mut(held))?;
    let shown = shown.into_iter().next().ok_or(Error::Missing)?;
    Ok((payment, shown))
}

fn posting(
    funds: Funds,
    held: &LockedAccount,
    amount: Amount,
) -> Result<postings::Posting, postings::PostingRefused> {
    match funds {
        Funds::Received => {
            postings::deposit_settled(held.account.id, &Deposit { arrived: amount, credited: amount })
        }
        Funds::Minted => postings::sandbox_funded(held.account.id, amount),
    }
}
