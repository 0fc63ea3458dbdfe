//! Network events of card debits (cards 8.6).

use causeway_domain::card_transactions::{DebitInput, DebitStep, EventRefused};
use causeway_store::Tx;
use causeway_store::card_transactions::{self as rows, CardTransactionRecord, ReturnRecord};

use super::books;
use super::event::{EventError, IssuerEvent, IssuerEventKind, store};
use super::locked::LockedTransaction;
use crate::runtime::context::Context;

/// Applies an event to a card transaction. The caller must hold the card transaction's row lock.
pub(super) fn follow_up(
    tx: &mut Tx<'_>,
    context: &Context,
    event: &IssuerEvent,
    mut locked: LockedTransaction,
) -> Result<CardTransactionRecord, EventError> {
    let latest = match event.what {
        IssuerEventKind::ReturnReversal => rows::lock_latest_return(tx, context.platform, locked.record.id)?,
        _ => None,
    };
    let step = step(tx, context, event, &locked, latest.as_ref())?;
    let record = &mut locked.record;
    record.events = record.events.saturating_add(1);
    record.last_event_at = Some(context.now);
    store(tx, context, event, Some((record.id, record.events)))?;
    match (&event.what, latest) {
        (IssuerEventKind::Return(amount), _) => {
            let new = ReturnRecord {
                id: context.id(),
                transaction: record.id,
                number: record.events,
                amount: *amount,
                reversed_at: None,
                created_at: context.now,
            };
            rows::insert_return(tx, context.platform, &new)?;
        }
        (IssuerEventKind::ReturnReversal, Some(latest)) => {
            let reversed = ReturnRecord { reversed_at: Some(context.now), ..latest };
            rows::reverse_return(tx, context.platform, &reversed)?;
        }
        _ => {}
    }
    locked.apply_debit(tx, context, &step.after)?;
    let later = context.app.ports.of(context.environment).card_scenarios.later_pull(locked.record.id);
    let begun = step.begun.zip(later.map(|confirmation| confirmation.after));
    locked.move_money(tx, context, &step.movements, begun)?;
    Ok(locked.conclude(tx, context)?)
}

/// Returns the step that the event makes of the transaction.
fn step(
    tx: &mut Tx<'_>,
    context: &Context,
    event: &IssuerEvent,
    locked: &LockedTransaction,
    latest: Option<&ReturnRecord>,
) -> Result<DebitStep, EventError> {
    let refuse = |refusal| EventError::Refused(refusal, Some(Box::new(locked.record.clone())));
    let input = match &event.what {
        IssuerEventKind::Clearing { amount: 0, .. }
        | IssuerEventKind::Ended
        | IssuerEventKind::ReversedTo(0) => DebitInput::End,
        // The total left by a reversal is less than the authorized one.
        IssuerEventKind::ReversedTo(total) if *total > locked.record.figures.authorized => {
            return Err(refuse(EventRefused::State));
        }
        IssuerEventKind::Advice(total) | IssuerEventKind::ReversedTo(total) => DebitInput::Advice(*total),
        IssuerEventKind::Clearing { amount, .. } => DebitInput::Clearing(*amount),
        IssuerEventKind::Return(amount) => DebitInput::Return(*amount),
        IssuerEventKind::ReturnReversal => match latest {
            Some(latest) => DebitInput::ReturnReversal(latest.amount),
            None => return Err(refuse(EventRefused::State)),
        },
        IssuerEventKind::Request { .. } => return Err(refuse(EventRefused::State)),
    };
    let units = books::units(&locked.record)?;
    let world = context.app.ports.of(context.environment);
    let may_pull = world.card_scenarios.later_pull(locked.record.id).is_some();
    let funds = locked.funds(tx, context, may_pull)?;
    let step = locked.debit().apply(input, funds).map_err(refuse)?;
    let figures = &step.after.figures;
    let fits = [figures.authorized, figures.settled_sum(), figures.shortfall]
        .iter()
        .all(|minor| units.of_card(*minor).is_some());
    if fits { Ok(step) } else { Err(refuse(EventRefused::TooLarge)) }
}
