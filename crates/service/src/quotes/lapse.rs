//! The end of the time in which a customer may authorize a payment (agents B3).

use causeway_domain::ids::QuoteId;
use causeway_domain::quotes::QuoteStatus;
use causeway_store::{Error, Tx, quotes};

use crate::payments::{LockedPayment, PaymentEvent};
use crate::runtime::api_error::ApiError;
use crate::runtime::context::Context;
use crate::runtime::jobs::{Claimed, Next};

/// Writes that a payment which nobody has authorized in time has failed; nothing was moved.
///
/// # Errors
/// Those of the database.
pub async fn run(job: &Claimed, quote: QuoteId) -> Result<(), ApiError> {
    job.conclude(&[], move |tx, context| lapse(tx, context, quote)).await
}

fn lapse(tx: &mut Tx<'_>, context: &Context, id: QuoteId) -> Result<Next, ApiError> {
    let (quote, payment) = quotes::lock(tx, context.platform, id)?.ok_or(Error::Missing)?;
    let Some(challenge) = quote.challenge.as_ref().filter(|_| is_waiting(quote.status)) else {
        return Ok(Next::Done);
    };
    if context.now < challenge.expires_at {
        return Ok(Next::Again { at: challenge.expires_at });
    }
    let mut locked = LockedPayment { payment, quote: Some(quote) };
    locked.apply(tx, context, PaymentEvent::AuthorizationLapsed)?;
    Ok(Next::Done)
}

const fn is_waiting(status: QuoteStatus) -> bool {
    matches!(status, QuoteStatus::PendingAuthorization)
}
