//! What the network reports about a card transaction that brings money, and its posting (cards 8.6.1).

use causeway_domain::card_transactions::{Credit, CreditInput, CreditState, NotApplied};
use causeway_domain::internal_accounts::InternalAccountStatus;
use causeway_store::Tx;
use causeway_store::card_transactions::CardTransactionRecord;

use super::event::{IssuerEvent, NotTaken, What, store};
use super::locked::Locked;
use super::{books, funding};
use crate::runtime::context::Context;
use crate::runtime::jobs::{self, Work};

/// Applies an event to a locked transaction.
pub(super) fn follow_up(
    tx: &mut Tx<'_>,
    context: &Context,
    event: &IssuerEvent,
    mut locked: Locked,
) -> Result<CardTransactionRecord, NotTaken> {
    let refused =
        |refusal, locked: &Locked| NotTaken::Refused(refusal, Some(Box::new(locked.record.clone())));
    let input = match event.what {
        What::Clearing { amount: 0, .. } | What::Ended => CreditInput::End,
        What::Clearing { amount, .. } => CreditInput::Clearing(amount),
        What::Asked { .. }
        | What::Advice(_)
        | What::ReversedTo(_)
        | What::Return(_)
        | What::ReturnReversal => return Err(refused(NotApplied::State, &locked)),
    };
    let step = locked.credit()?.apply(input).map_err(|refusal| refused(refusal, &locked))?;
    if books::units(&locked.record)?.of_card(step.after.figures.settled_sum()).is_none() {
        return Err(refused(NotApplied::TooLarge, &locked));
    }
    let record = &mut locked.record;
    record.events = record.events.saturating_add(1);
    record.last_event_at = Some(context.now);
    store(tx, context, event, Some((record.id, record.events)))?;
    take(&mut locked.record, &step.after);
    settle(tx, context, &mut locked)?;
    Ok(locked.conclude(tx, context)?)
}

/// Takes over what its rules have made of a credit.
pub(super) fn take(record: &mut CardTransactionRecord, after: &Credit) {
    record.status = after.state.status();
    record.figures = after.figures;
}

/// Posts what was cleared and is not posted yet, now or later, and has it undone where that is decided.
pub(super) fn settle(tx: &mut Tx<'_>, context: &Context, locked: &mut Locked) -> Result<(), NotTaken> {
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

/// Posts clearings up to this sum. An account that is not active does not receive: the money stands in suspense.
pub(super) fn post(
    tx: &mut Tx<'_>,
    context: &Context,
    locked: &mut Locked,
    up_to: i64,
) -> Result<(), NotTaken> {
    let takes = funding::status(&locked.account) == InternalAccountStatus::Active;
    let step = locked.credit()?.apply(CreditInput::Post { up_to, takes });
    let step = step.map_err(|refusal| NotTaken::Refused(refusal, None))?;
    take(&mut locked.record, &step.after);
    locked.move_money(tx, context, step.movement.as_slice(), None)
}
