//! Network events of card credits, and their posting (cards 8.6.1).

use causeway_domain::card_transactions::{Credit, CreditInput, CreditState, EventRefused};
use causeway_domain::internal_accounts::InternalAccountStatus;
use causeway_store::Tx;
use causeway_store::card_transactions::CardTransactionRecord;

use super::event::{EventError, IssuerEvent, IssuerEventKind, store};
use super::locked::LockedTransaction;
use super::{books, funding};
use crate::runtime::context::Context;
use crate::runtime::jobs::{self, Work};

/// Applies an event to a card transaction. The caller must hold the card transaction's row lock.
pub(super) fn follow_up(
    tx: &mut Tx<'_>,
    context: &Context,
    event: &IssuerEvent,
    mut locked: LockedTransaction,
) -> Result<CardTransactionRecord, EventError> {
    let refuse = |refusal, locked: &LockedTransaction| {
        EventError::Refused(refusal, Some(Box::new(locked.record.clone())))
    };
    let input = match event.what {
        IssuerEventKind::Clearing { amount: 0, .. } | IssuerEventKind::Ended => CreditInput::End,
        IssuerEventKind::Clearing { amount, .. } => CreditInput::Clearing(amount),
        IssuerEventKind::Request { .. }
        | IssuerEventKind::Advice(_)
        | IssuerEventKind::ReversedTo(_)
        | IssuerEventKind::Return(_)
        | IssuerEventKind::ReturnReversal => return Err(refuse(EventRefused::State, &locked)),
    };
    let step = locked.credit()?.apply(input).map_err(|refusal| refuse(refusal, &locked))?;
    if books::units(&locked.record)?.of_card(step.after.figures.settled_sum()).is_none() {
        return Err(refuse(EventRefused::TooLarge, &locked));
    }
    let record = &mut locked.record;
    record.events = record.events.saturating_add(1);
    record.last_event_at = Some(context.now);
    store(tx, context, event, Some((record.id, record.events)))?;
    apply_outcome(&mut locked.record, &step.after);
    settle(tx, context, &mut locked)?;
    Ok(locked.conclude(tx, context)?)
}

/// Copies the outcome of a credit's rules into the transaction.
pub(super) fn apply_outcome(record: &mut CardTransactionRecord, after: &Credit) {
    record.status = after.state.status();
    record.figures = after.figures;
}

/// Posts the cleared amount that is not posted yet, now or later, and schedules the undoing of a credit that
/// the sandbox scenario fails.
pub(super) fn settle(
    tx: &mut Tx<'_>,
    context: &Context,
    locked: &mut LockedTransaction,
) -> Result<(), EventError> {
    let id = locked.record.id;
    let settled = locked.record.figures.settled_sum();
    let world = context.app.ports.of(context.environment);
    let confirmation = world.card_scenarios.credit(&locked.record.merchant.descriptor);
    if settled > locked.record.figures.credited {
        if confirmation.after.is_zero() {
            post(tx, context, locked, settled)?;
        } else {
            let work = Work::PostCardCredit { transaction: id, up_to: settled };
            jobs::schedule(tx, context, &work, &id, context.now.plus(confirmation.after))?;
        }
    }
    if settled > 0 && !confirmation.succeeds && locked.credit()?.state == CreditState::Settled {
        let work = Work::UndoCardCredit { transaction: id };
        jobs::schedule(tx, context, &work, &id, context.now.plus(confirmation.after))?;
    }
    Ok(())
}

/// Posts clearings up to this sum. An account that is not active does not receive money: the amount goes into
/// suspense.
pub(super) fn post(
    tx: &mut Tx<'_>,
    context: &Context,
    locked: &mut LockedTransaction,
    up_to: i64,
) -> Result<(), EventError> {
    let accepts_credit = funding::status(&locked.account) == InternalAccountStatus::Active;
    let step = locked.credit()?.apply(CreditInput::Post { up_to, accepts_credit });
    let step = step.map_err(|refusal| EventError::Refused(refusal, None))?;
    apply_outcome(&mut locked.record, &step.after);
    locked.move_money(tx, context, step.movement.as_slice(), None)
}
