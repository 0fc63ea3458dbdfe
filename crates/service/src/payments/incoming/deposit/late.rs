//! Money for a quote that no longer takes any, because it has expired or was already funded (money 8.4).
//!
//! Crypto is a deposit into the payer's account (L6b). Money from a bank is refunded to its payer (L6c): the
//! payment that shows it has failed from the start, since it is credited to no account.

use causeway_domain::payments::lifecycle::DepositEvent;
use causeway_domain::payments::{Direction, RefundReason};
use causeway_store::payments::PaymentRecord;
use causeway_store::{Error, Tx, internal_accounts};

use super::push::credit_or_wait;
use super::record::{DepositTerms, record};
use crate::payments::checks::accounts::crypto_account;
use crate::payments::lifecycle::refund;
use crate::ports::IncomingMoney;
use crate::runtime::api_error::ApiError;
use crate::runtime::context::Context;

/// Records money for the quote of this payment. Returns the payment that shows it. The caller must hold the
/// payment's row lock, or its quote's.
pub(crate) fn late(
    tx: &mut Tx<'_>,
    context: &Context,
    paid_for: &PaymentRecord,
    money: &IncomingMoney,
) -> Result<PaymentRecord, ApiError> {
    if let Some(account) = crypto_account(&paid_for.terms) {
        let mut locked_account =
            internal_accounts::lock(tx, context.platform, account)?.ok_or(Error::Missing)?;
        let deposit_terms = DepositTerms::account(&locked_account, money.amount)?;
        let locked = record(tx, context, Direction::Credit, money, deposit_terms)?;
        return credit_or_wait(tx, context, locked, &mut locked_account);
    }
    let destination = paid_for.terms.destination.clone();
    let deposit_terms =
        DepositTerms { customer: paid_for.customer, destination, credited: money.amount, settles_at: None };
    let mut locked = record(tx, context, Direction::Credit, money, deposit_terms)?;
    locked.apply(tx, context, DepositEvent::CameTooLate)?;
    refund::open(tx, context, &mut locked, RefundReason::TransactionFailed)?;
    Ok(locked.payment)
}
