//! The job that expires an agent's transfer if the platform has not decided about it in time (agents A5.1).
//! Quotes expire without it.

use causeway_domain::ids::TransactionId;
use causeway_store::{Error, Tx, agent_actions};

use crate::payments::lifecycle::locked::LockedPayment;
use crate::payments::lifecycle::waiting;
use crate::runtime::api_error::ApiError;
use crate::runtime::context::Context;
use crate::runtime::jobs::{ClaimedJob, Next};

/// Expires an undecided transfer.
pub async fn run(job: &ClaimedJob, transaction: TransactionId) -> Result<(), ApiError> {
    job.conclude(&[], move |tx, context| expire(tx, context, transaction)).await
}

fn expire(tx: &mut Tx<'_>, context: &Context, id: TransactionId) -> Result<Next, ApiError> {
    let mut locked = LockedPayment::find(tx, context.platform, id)?.ok_or(Error::Missing)?;
    if !locked.payment.phase().awaits_approval() {
        return Ok(Next::Done);
    }
    let action = agent_actions::find_by_payment(tx, context.platform, id)?.ok_or(Error::Missing)?;
    if context.now < action.expires_at {
        return Ok(Next::Again { at: action.expires_at });
    }
    waiting::time_out(tx, context, id)?;
    locked.end_unapproved(tx, context)?;
    Ok(Next::Done)
}
