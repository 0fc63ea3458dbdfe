//! Money for a quote that takes none any more: it has expired, or was paid in for before (money 8.4).
//!
//! Coins are a deposit into the account of whoever pays (L6b). What a bank brings goes back to its payer (L6c): the payment
//! that shows it has failed from the beginning, since nobody here gets it.

use causeway_domain::payments::lifecycle::DepositEvent;
use causeway_domain::payments::{Direction, RefundReason};
use causeway_store::payments::PaymentRecord;
use causeway_store::{Error, Tx, internal_accounts};

use super::push::take_in;
use super::record::{For, record};
use crate::payments::checks::accounts::coins_account;
use crate::payments::lifecycle::refund;
use crate::ports::IncomingMoney;
use crate::runtime::api_error::ApiError;
use crate::runtime::context::Context;

/// Takes in money for the quote of this payment, which is locked. Gives the payment that shows it.
pub(crate) fn late(
    tx: &mut Tx<'_>,
    context: &Context,
    paid_for: &PaymentRecord,
    money: &IncomingMoney,
) -> Result<PaymentRecord, ApiError> {
    if let Some(account) = coins_account(&paid_for.terms) {
        let mut held = internal_accounts::lock(tx, context.platform, account)?.ok_or(Error::Missing)?;
        let whose = For::account(&held, money.amount)?;
        let locked = record(tx, context, Direction::Credit, money, whose)?;
        return take_in(tx, context, locked, &mut held);
    }
    let destination = paid_for.terms.destination.clone();
    let whose = For { customer: paid_for.customer, destination, credited: money.amount, settles_at: None };
    let mut locked = record(tx, context, Direction::Credit, money, whose)?;
    locked.apply(tx, context, DepositEvent::CameTooLate)?;
    refund::open(tx, context, &mut locked, RefundReason::TransactionFailed)?;
    Ok(locked.payment)
}
