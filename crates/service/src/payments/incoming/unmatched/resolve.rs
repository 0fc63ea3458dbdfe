//! `suspense resolve` of unmatched money: an operator attributes it to an account, or returns it.

use causeway_domain::ids::{InternalAccountId, TransactionId};
use causeway_domain::payments::{UnmatchedEvent, UnmatchedStatus};
use causeway_domain::postings;
use causeway_store::unmatched_deposits::UnmatchedRecord;
use causeway_store::{Tx, internal_accounts, ledger as entries};

use super::hold::{apply, check_is, lock, reason};
use crate::internal_accounts::ledger;
use crate::payments::checks::accounts::check_can_take;
use crate::payments::errors;
use crate::payments::incoming::deposit;
use crate::ports::{Funds, IncomingMoney};
use crate::runtime::api_error::ApiError;
use crate::runtime::context::Context;
use crate::runtime::jobs::{self, Work};

/// Attributes the money to an account as a deposit, and notifies its platform; `None` if there is no such
/// money.
///
/// # Errors
/// `CONFLICT` if it is not in suspense or is on its way back; `INVALID_INPUT` if no account is named, or with
/// `ACCOUNT_NOT_ACTIVE`; `REFERENCE_NOT_FOUND`; `INVALID_CURRENCY`.
pub fn attribute(
    tx: &mut Tx<'_>,
    context: &Context,
    id: TransactionId,
    to: Option<InternalAccountId>,
) -> Result<Option<UnmatchedRecord>, ApiError> {
    let Some(mut record) = lock_suspended(tx, context, id)? else { return Ok(None) };
    let to = to.ok_or_else(errors::account_required)?;
    let found = internal_accounts::lock(tx, context.platform, to)?;
    let mut account = found.ok_or_else(errors::account_not_found)?;
    check_can_take(&account, false, record.doc.amount)?;
    let amount = record.doc.amount;
    ledger::book(tx, context, postings::deposit_attributed(amount), reason(&record), &mut [])?;
    let (payment, _) = deposit::credit_account(tx, context, &incoming(&record), &mut account)?;
    record.payment = Some(payment.id);
    apply(tx, context, &mut record, UnmatchedEvent::Attributed)?;
    Ok(Some(record))
}

/// Returns the money to its payer, by the job that instructs its rail; `None` if there is no such money.
///
/// # Errors
/// `CONFLICT` if it is not in suspense or is on its way back.
pub fn return_to_payer(
    tx: &mut Tx<'_>,
    context: &Context,
    id: TransactionId,
) -> Result<Option<UnmatchedRecord>, ApiError> {
    let Some(mut record) = lock_suspended(tx, context, id)? else { return Ok(None) };
    apply(tx, context, &mut record, UnmatchedEvent::SentBack)?;
    jobs::schedule(tx, context, &Work::ReturnDeposit { transaction: id }, &id, context.now)?;
    Ok(Some(record))
}

/// Locks money that waits for a decision, and checks that the ledger holds it in suspense.
fn lock_suspended(
    tx: &mut Tx<'_>,
    context: &Context,
    id: TransactionId,
) -> Result<Option<UnmatchedRecord>, ApiError> {
    let Some(record) = lock(tx, context, id)? else { return Ok(None) };
    check_is(&record, UnmatchedStatus::Held)?;
    if entries::suspended(tx, context.platform, id)? != [record.doc.amount] {
        return Err(errors::nothing_suspended());
    }
    Ok(Some(record))
}

/// Restores the money as it was reported.
fn incoming(record: &UnmatchedRecord) -> IncomingMoney {
    let doc = record.doc.clone();
    IncomingMoney {
        amount: doc.amount,
        funds: Funds::Received,
        originator: doc.originator,
        reference: Some(doc.reference),
        description: None,
        on_chain: doc.on_chain,
    }
}
