//! Money is paid in for a payment (money 2.2 L6, 8.4), which is executed, or has failed and is refunded.

use causeway_domain::payments::lifecycle::{OutgoingEvent, RefundEvent};
use causeway_domain::payments::{OutgoingFailure, RefundReason};
use causeway_store::internal_accounts::LockedAccount;
use causeway_store::payments::{Funding, PaymentFact};
use causeway_store::{Error, Tx};

use super::start;
use crate::payments::checks::accounts::{crypto_account, is_active};
use crate::payments::checks::invoice;
use crate::payments::lifecycle::locked::{Books, LockedPayment};
use crate::payments::lifecycle::refund;
use crate::ports::IncomingMoney;
use crate::runtime::api_error::ApiError;
use crate::runtime::context::Context;

/// Books L6a, or L6b and L5a, then L5b: the exact amount of the quote is paid in, and all parties can take
/// part. `held` are the row-locked accounts whose balances change.
pub(crate) fn start(
    tx: &mut Tx<'_>,
    context: &Context,
    locked: &mut LockedPayment,
    money: &IncomingMoney,
    accounts: &mut [LockedAccount],
) -> Result<(), ApiError> {
    invoice::claim(tx, context, &locked.payment)?;
    note(context, locked, money)?;
    locked.apply_with(tx, context, OutgoingEvent::PaidIn, Books::of(accounts))?;
    start::deliver_internally(tx, context, locked, accounts)
}

/// Books L6b or L6c: the money paid in does not execute the payment, for this reason. Crypto stays in the
/// account they came into; money from a bank is refunded to its payer.
pub(crate) fn fail(
    tx: &mut Tx<'_>,
    context: &Context,
    locked: &mut LockedPayment,
    money: &IncomingMoney,
    failure: OutgoingFailure,
    accounts: &mut [LockedAccount],
) -> Result<(), ApiError> {
    note(context, locked, money)?;
    let reason = RefundReason::TransactionFailed;
    let Some(account) = crypto_account(&locked.payment.terms) else {
        locked.apply(tx, context, OutgoingEvent::PaidInToSuspense(failure))?;
        return refund::open(tx, context, locked, reason);
    };
    if accounts.iter().any(|locked_account| locked_account.account.id == account && is_active(locked_account))
    {
        locked.apply_with(tx, context, OutgoingEvent::PaidInToAccount(failure), Books::of(accounts))?;
        refund::open(tx, context, locked, reason)?;
        return locked.apply(tx, context, RefundEvent::Returned);
    }
    locked.apply(tx, context, OutgoingEvent::PaidInToSuspense(failure))?;
    refund::open(tx, context, locked, reason)?;
    refund::suspend(tx, context, locked, Books::default())
}

fn note(context: &Context, locked: &mut LockedPayment, money: &IncomingMoney) -> Result<(), Error> {
    let funding = Funding { amount: money.amount, on_chain: money.on_chain.clone() };
    locked.payment.note(PaymentFact::PaidIn(funding), context.now)
}
