//! The job that undoes a credit that could not be posted (cards 8.6.1).

use causeway_domain::card_transactions::{CreditInput, CreditState};
use causeway_domain::ids::CardTransactionId;
use causeway_store::{Error, Tx};

use super::locked::LockedTransaction;
use super::{books, credits, errors};
use crate::runtime::api_error::ApiError;
use crate::runtime::context::Context;
use crate::runtime::jobs::{ClaimedJob, Next};

/// Undoes a credit.
pub(crate) async fn run(job: &ClaimedJob, transaction: CardTransactionId) -> Result<(), ApiError> {
    job.conclude(&[], move |tx, context| undo(tx, context, transaction)).await
}

fn undo(tx: &mut Tx<'_>, context: &Context, transaction: CardTransactionId) -> Result<Next, ApiError> {
    let mut locked = LockedTransaction::find(tx, context, transaction)?.ok_or(Error::Missing)?;
    let credit = locked.credit()?;
    if credit.state != CreditState::Settled {
        return Ok(Next::Done);
    }
    let spendable = books::units(&locked.record)?.covers(locked.account.balance.available);
    let step = credit.apply(CreditInput::PostingFailed { spendable }).map_err(ApiError::internal)?;
    credits::apply_outcome(&mut locked.record, &step.after);
    locked.record.last_event_at = Some(context.now);
    locked.move_money(tx, context, step.movement.as_slice(), None).map_err(errors::of)?;
    locked.conclude(tx, context)?;
    Ok(Next::Done)
}
