//! The job that ends an authorization that nothing has come of (cards 8.7).

use causeway_domain::card_transactions::{CreditInput, CreditState, DebitInput, DebitState};
use causeway_domain::ids::CardTransactionId;
use causeway_store::{Error, Tx};

use super::locked::Locked;
use super::{credits, errors};
use crate::runtime::api_error::ApiError;
use crate::runtime::context::Context;
use crate::runtime::jobs::{Claimed, Next};

/// Ends a hold whose window is over.
///
/// # Errors
/// Those of the database.
pub(crate) async fn run(job: &Claimed, transaction: CardTransactionId) -> Result<(), ApiError> {
    job.conclude(&[], move |tx, context| end(tx, context, transaction).map(|()| Next::Done)).await
}

/// Ends it, as the job does.
///
/// # Errors
/// Those of the database.
pub fn end(tx: &mut Tx<'_>, context: &Context, transaction: CardTransactionId) -> Result<(), ApiError> {
    let mut locked = Locked::find(tx, context, transaction)?.ok_or(Error::Missing)?;
    // This work is done; it is not taken back as well.
    locked.record.hold_job = None;
    if locked.is_debit() { end_debit(tx, context, locked) } else { end_credit(tx, context, locked) }
}

fn end_debit(tx: &mut Tx<'_>, context: &Context, mut locked: Locked) -> Result<(), ApiError> {
    let input = match locked.debit().state {
        DebitState::Authorized | DebitState::PartiallySettled => DebitInput::End,
        DebitState::Exception => DebitInput::WindowEnds,
        // It has ended already.
        DebitState::Settled | DebitState::Refunded | DebitState::Declined => {
            return super::books::write(tx, context, &mut locked.record);
        }
    };
    let funds = locked.funds(tx, context, false)?;
    let before = locked.debit();
    let step = before.apply(input, funds).map_err(ApiError::internal)?;
    if step.after == before {
        return super::books::write(tx, context, &mut locked.record);
    }
    locked.take_debit(tx, context, &step.after)?;
    locked.record.last_event_at = Some(context.now);
    locked.move_money(tx, context, &step.movements, None).map_err(errors::of)?;
    locked.conclude(tx, context).map(drop)
}

fn end_credit(tx: &mut Tx<'_>, context: &Context, mut locked: Locked) -> Result<(), ApiError> {
    let credit = locked.credit()?;
    match credit.state {
        CreditState::Authorized | CreditState::PartiallySettled => {
            let step = credit.apply(CreditInput::End).map_err(ApiError::internal)?;
            credits::take(&mut locked.record, &step.after);
            locked.record.last_event_at = Some(context.now);
            credits::settle(tx, context, &mut locked).map_err(errors::of)?;
            locked.conclude(tx, context).map(drop)
        }
        CreditState::Settled | CreditState::Exception | CreditState::Declined => {
            super::books::write(tx, context, &mut locked.record)
        }
    }
}
