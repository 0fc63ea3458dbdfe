//! Operator actions on card transactions (conventions 2.1, cards 8.5, 8.6). The commands around these
//! functions open the database transaction and write the audit row.

use causeway_domain::card_transactions::{DebitInput, EventRefused, Movement};
use causeway_domain::ids::{CardTransactionId, InternalAccountId};
use causeway_domain::internal_accounts::InternalAccountStatus;
use causeway_store::Tx;
use causeway_store::card_transactions::CardTransactionRecord;

use super::event::EventError;
use super::locked::LockedTransaction;
use super::{books, errors, funding};
use crate::runtime::api_error::ApiError;
use crate::runtime::context::Context;

/// Collects a card transaction's shortfall, which the service carries, from its funding source
/// (`card-transaction collect`).
///
/// # Errors
/// `TRANSACTION_NOT_FOUND`; `CONFLICT` if there is no shortfall, or the funding source cannot pay it.
pub fn collect(
    tx: &mut Tx<'_>,
    context: &Context,
    id: CardTransactionId,
) -> Result<CardTransactionRecord, ApiError> {
    let mut locked = find(tx, context, id)?;
    if !locked.is_debit() {
        return Err(errors::nothing_to_collect());
    }
    let is_open = locked.record.hold_ends_at.is_some_and(|ends| ends > context.now);
    let later = context.app.ports.of(context.environment).card_scenarios.later_pull(id);
    let funds = locked.funds(tx, context, later.is_some())?;
    let step = match locked.debit().apply(DebitInput::Collect { is_open }, funds) {
        Ok(step) => step,
        Err(EventRefused::NotCovered) => return Err(errors::not_covered()),
        Err(_) => return Err(errors::nothing_to_collect()),
    };
    locked.apply_debit(tx, context, &step.after)?;
    locked.record.last_event_at = Some(context.now);
    let begun = step.begun.zip(later.map(|confirmation| confirmation.after));
    locked.move_money(tx, context, &step.movements, begun).map_err(errors::of)?;
    locked.conclude(tx, context)
}

/// Credits the suspended amount of a card transaction to its own account or another one (`suspense resolve`).
///
/// # Errors
/// `TRANSACTION_NOT_FOUND`; `CONFLICT` if nothing of it is in suspense; `REFERENCE_NOT_FOUND`,
/// `INVALID_INPUT` and `INVALID_CURRENCY` for an account that cannot take it.
pub fn resolve(
    tx: &mut Tx<'_>,
    context: &Context,
    id: CardTransactionId,
    to: Option<InternalAccountId>,
) -> Result<CardTransactionRecord, ApiError> {
    let found = LockedTransaction::find_beside(tx, context, id, to)?;
    let mut locked = found.ok_or_else(ApiError::not_found::<CardTransactionId>)?;
    if locked.record.figures.suspended == 0 {
        return Err(errors::nothing_suspended());
    }
    if let Some(to) = to.filter(|to| *to != locked.account.account.id) {
        let found = causeway_store::internal_accounts::lock(tx, context.platform, to)?;
        locked.account = found.ok_or_else(ApiError::not_found::<InternalAccountId>)?;
    }
    if funding::status(&locked.account) != InternalAccountStatus::Active {
        return Err(errors::account_not_active());
    }
    if locked.account.account.currency != locked.record.funding_currency {
        return Err(errors::other_currency());
    }
    credit_suspended(tx, context, &mut locked).map_err(errors::of)?;
    Ok(locked.record)
}

/// Credits the whole suspended amount of a transaction to the account that is locked with it.
pub(super) fn credit_suspended(
    tx: &mut Tx<'_>,
    context: &Context,
    locked: &mut LockedTransaction,
) -> Result<(), EventError> {
    let amount = std::mem::take(&mut locked.record.figures.suspended);
    locked.move_money(tx, context, &[Movement::SuspenseCredited(amount)], None)?;
    Ok(books::write(tx, context, &mut locked.record)?)
}

fn find(tx: &mut Tx<'_>, context: &Context, id: CardTransactionId) -> Result<LockedTransaction, ApiError> {
    LockedTransaction::find(tx, context, id)?.ok_or_else(ApiError::not_found::<CardTransactionId>)
}
