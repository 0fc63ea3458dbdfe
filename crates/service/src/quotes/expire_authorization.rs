//! The end of the time in which a customer may authorize a payment (agents B3).

use causeway_domain::ids::QuoteId;
use causeway_domain::payments::lifecycle::{OutgoingEvent, OutgoingPhase};
use causeway_store::{Error, Tx};

use super::locked::LockedQuote;
use crate::runtime::api_error::ApiError;
use crate::runtime::context::Context;
use crate::runtime::jobs::{ClaimedJob, Next};

/// Fails a payment that was not authorized in time; no money was moved.
pub async fn run(job: &ClaimedJob, quote: QuoteId) -> Result<(), ApiError> {
    job.conclude(&[], move |tx, context| expire(tx, context, quote)).await
}

fn expire(tx: &mut Tx<'_>, context: &Context, id: QuoteId) -> Result<Next, ApiError> {
    let LockedQuote { mut locked, .. } = LockedQuote::get(tx, context, id)?;
    if locked.payment.phase() != OutgoingPhase::AwaitingAuthorization.into() {
        return Ok(Next::Done);
    }
    let challenge = locked.payment.state().challenge.as_ref().ok_or(Error::Missing)?;
    if context.now < challenge.expires_at {
        return Ok(Next::Again { at: challenge.expires_at });
    }
    locked.apply(tx, context, OutgoingEvent::AuthorizationLapsed)?;
    Ok(Next::Done)
}
