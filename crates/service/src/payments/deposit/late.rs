//! Money for a quote that takes none any more: it has expired, or was paid in for before (money 8.4).
//!
//! Coins are a deposit into the account of whoever pays (L6b). What a bank brings goes back to its payer (L6c): the payment
//! that shows it has failed from the beginning, since nobody here gets it.

use causeway_domain::payments::{DepositEvent, Direction, RefundReason, TransactionStatus};
use causeway_domain::postings;
use causeway_store::payments::PaymentRecord;
use causeway_store::{Error, Tx, internal_accounts, payments};

use super::push::take_in;
use super::record::{For, record};
use crate::internal_accounts::ledger::{self, Reason};
use crate::payments::accounts::coins_account;
use crate::payments::{LockedPayment, refund};
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
    let begins = (Direction::Credit, TransactionStatus::Pending);
    if let Some(account) = coins_account(&paid_for.terms) {
        let mut held = internal_accounts::lock(tx, context.platform, account)?.ok_or(Error::Missing)?;
        let whose = For::account(&held, money.amount)?;
        let payment = record(tx, context, begins, money, whose)?;
        payments::insert(tx, context.platform, &payment)?;
        return take_in(tx, context, payment, &mut held);
    }
    let destination = paid_for.terms.destination.clone();
    let whose = For { customer: paid_for.customer, destination, credited: money.amount };
    let payment = record(tx, context, begins, money, whose)?;
    payments::insert(tx, context.platform, &payment)?;
    let suspended = postings::deposit_suspended(money.amount);
    ledger::book(tx, context, suspended, Reason::of(&payment), &mut [])?;
    let mut locked = LockedPayment { payment, quote: None };
    locked.come_in(tx, context, DepositEvent::CameTooLate)?;
    refund::open(tx, context, &mut locked, RefundReason::TransactionFailed)?;
    Ok(locked.payment)
}
