//! Money that comes in (money 3.5): recorded, posted and announced, whoever has told of it.

use causeway_domain::Amount;
use causeway_domain::ids::{AccountRef, TransactionId};
use causeway_domain::payments::{Direction, TransactionStatus, TransactionType, reference_of};
use causeway_domain::postings;
use causeway_store::internal_accounts::LockedAccount;
use causeway_store::payments::{self, PaymentRecord, PaymentState, PaymentTerms, Side};
use causeway_store::{Error, Tx, customers};
use causeway_wire::internal_accounts::InternalAccount;

use super::accounts::is_active;
use super::{announce, books, errors};
use crate::internal_accounts::ledger;
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
    let payment = payment(tx, context, money, held)?;
    payments::insert(tx, context.platform, &payment)?;
    announce::status(tx, context, &payment)?;
    let posting = posting(money.funds, held, money.amount);
    let shown = ledger::book(tx, context, posting, books::reason(&payment), std::slice::from_mut(held))?;
    Ok(shown.into_iter().next().ok_or(Error::Missing)?)
}

fn posting(
    funds: Funds,
    held: &LockedAccount,
    amount: Amount,
) -> Result<postings::Posting, postings::PostingRefused> {
    match funds {
        Funds::Received => postings::deposit_settled(held.account.id, amount),
        Funds::Minted => postings::sandbox_funded(held.account.id, amount),
    }
}

fn payment(
    tx: &mut Tx<'_>,
    context: &Context,
    money: &IncomingMoney,
    held: &LockedAccount,
) -> Result<PaymentRecord, ApiError> {
    let customer = held.account.customer;
    let own_id = match customer {
        // Not held: the account is, and a customer that is being deleted needs it.
        Some(id) => customers::own_id(tx, context.platform, id)?.ok_or(Error::Missing)?,
        None => context.platform.to_string(),
    };
    let id: TransactionId = context.id();
    let currency = money.amount.currency;
    let source = Side::Funding { customer, currency, originator: money.originator.clone() };
    let destination = Side::Account { account: AccountRef::Internal(held.account.id), currency };
    Ok(PaymentRecord {
        id,
        kind: TransactionType::Incoming,
        status: TransactionStatus::Completed,
        customer,
        platform_customer_id: own_id,
        recipient: None,
        quote: None,
        reference: Some(money.reference.clone().unwrap_or_else(|| reference_of(id))),
        terms: PaymentTerms {
            received: Some(money.amount),
            description: money.description.clone(),
            on_chain: money.on_chain.clone(),
            ..PaymentTerms::between(Direction::Credit, source, destination)
        },
        state: PaymentState::settled(context.now),
        created_at: context.now,
        updated_at: context.now,
    })
}
