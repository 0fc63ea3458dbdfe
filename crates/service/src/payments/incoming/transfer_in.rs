//! The outcome of a direct debit that is credited to an account unconverted (money 2.2 L3, 10.2).

use causeway_domain::alerts::AlertKind;
use causeway_domain::ids::{AccountRef, InternalAccountId};
use causeway_domain::payments::lifecycle::{DepositEvent, DepositPhase};
use causeway_store::payments::PaymentRecord;
use causeway_store::{Error, Tx};
use serde_json::json;

use crate::payments::lifecycle::alert::call_operator;
use crate::payments::lifecycle::locked::{Books, LockedPayment};
use crate::runtime::api_error::ApiError;
use crate::runtime::context::Context;

/// Records that the rail works on the debit.
pub(in crate::payments) fn mark_submitted(
    tx: &mut Tx<'_>,
    context: &Context,
    locked: &mut LockedPayment,
) -> Result<(), ApiError> {
    if locked.payment.phase() == DepositPhase::Accepted.into() {
        locked.apply(tx, context, DepositEvent::Submitted)?;
    }
    Ok(())
}

/// Books L3d: the debited bank has taken a settled debit back. An operator finds out who owes it now.
pub(in crate::payments) fn reverse(
    tx: &mut Tx<'_>,
    context: &Context,
    locked: &mut LockedPayment,
) -> Result<(), ApiError> {
    let views = locked.apply_with(tx, context, DepositEvent::DebitReturned, Books::default())?;
    let left = views.first().map(|account| account.balance.amount);
    let known = json!({ "account": account(&locked.payment)?.to_string(), "balance": left });
    call_operator(tx, context, AlertKind::DebitReturned, &locked.payment, known)
}

/// Returns the account to be credited.
fn account(payment: &PaymentRecord) -> Result<InternalAccountId, Error> {
    match payment.terms.destination.account() {
        Some(AccountRef::Internal(account)) => Ok(account),
        Some(AccountRef::External(_)) | None => Err(Error::Missing),
    }
}
