//! What comes of a direct debit that goes into an account as it is (money 2.2 L3, 10.2).

use causeway_domain::ids::{AccountRef, InternalAccountId};
use causeway_domain::payments::lifecycle::{DepositEvent, DepositPhase};
use causeway_store::payments::PaymentRecord;
use causeway_store::{Error, Tx};
use serde_json::json;

use crate::payments::lifecycle::alert::call_operator;
use crate::payments::lifecycle::locked::{Books, LockedPayment};
use crate::runtime::api_error::ApiError;
use crate::runtime::context::Context;

/// The rail works on it.
pub(in crate::payments) fn set_off(
    tx: &mut Tx<'_>,
    context: &Context,
    locked: &mut LockedPayment,
) -> Result<(), ApiError> {
    if locked.payment.phase() == DepositPhase::Accepted.into() {
        locked.apply(tx, context, DepositEvent::Submitted)?;
    }
    Ok(())
}

/// L3d: the debited bank has taken back what had settled. Who owes it now, an operator finds out.
pub(in crate::payments) fn send_back(
    tx: &mut Tx<'_>,
    context: &Context,
    locked: &mut LockedPayment,
) -> Result<(), ApiError> {
    let shown = locked.apply_with(tx, context, DepositEvent::DebitReturned, Books::default())?;
    let left = shown.first().map(|account| account.balance.amount);
    let known = json!({ "account": account(&locked.payment)?.to_string(), "balance": left });
    call_operator(tx, context, "DEBIT_RETURNED", &locked.payment, known)
}

/// The account that it goes into.
fn account(payment: &PaymentRecord) -> Result<InternalAccountId, Error> {
    match payment.terms.destination.account() {
        Some(AccountRef::Internal(account)) => Ok(account),
        Some(AccountRef::External(_)) | None => Err(Error::Missing),
    }
}
