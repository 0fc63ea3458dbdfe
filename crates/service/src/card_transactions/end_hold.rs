//! The job that ends an authorization that was never cleared (cards 8.7).

use causeway_domain::card_transactions::{CreditInput, CreditState, DebitInput, DebitState};
use causeway_domain::ids::CardTransactionId;
use causeway_store::{Error, Tx};

use super::locked::LockedTransaction;
use super::{credits, errors};
use crate::runtime::api_error::ApiError;
use crate::runtime::context::Context;
use crate::runtime::jobs::{ClaimedJob, Next};

/// Ends a hold whose window is over.
pub(crate) async fn run(job: &ClaimedJob, transaction: CardTransactionId) -> Result<(), ApiError> {
    job.conclude(&[], move |tx, context| end(tx, context, transaction).map(|()| Next::Done)).await
}

/// Ends a hold, as the job does.
pub fn end(tx: &mut Tx<'_>, context: &Context, transaction: CardTransactionId) -> Result<(), ApiError> {
    let mut locked = LockedTransaction::find(tx, context, transaction)?.ok_or(Error::Missing)?;
    // This job is concluding, so it need not be withdrawn as well.
    locked.record.hold_job = None;
    if locked.is_debit() { end_debit(tx, context, locked) } else { end_credit(tx, context, locked) }
}

fn end_debit(tx: &mut Tx<'_>, context: &Context, mut locked: LockedTransaction) -> Result<(), ApiError> {
    let input = match locked.debit().state {
        DebitState::Authorized | DebitState::PartiallySettled => DebitInput::End,
        DebitState::Exception => DebitInput::WindowEnds,
        // The hold has ended already.
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
    locked.apply_debit(tx, context, &step.after)?;
    locked.record.last_event_at = Some(context.now);
    locked.move_money(tx, context, &step.movements, None).map_err(errors::of)?;
    locked.conclude(tx, context).map(drop)
}

fn end_credit(tx: &mut Tx<'_>, context: &Context, mut locked: LockedTransaction) -> Result<(), ApiError> {
    let credit = locked.credit()?;
    match credit.state {
        CreditState::Authorized | CreditState::PartiallySettled => {
            let step = credit.apply(CreditInput::End).map_err(ApiError::internal)?;
            credits::apply_outcome(&mut locked.record, &step.after);
            locked.record.last_event_at = Some(context.now);
            credits::settle(tx, context, &mut locked).map_err(errors::of)?;
            locked.conclude(tx, context).map(drop)
        }
        CreditState::Settled | CreditState::Exception | CreditState::Declined => {
            super::books::write(tx, context, &mut locked.record)
        }
    }
}
