//! The end of a quote that nobody has executed (money 8.3, 8.7).

use causeway_domain::ids::QuoteId;
use causeway_store::{Error, Tx, quotes};

use crate::payments::{LockedPayment, PaymentEvent, expiry, waiting};
use crate::runtime::api_error::ApiError;
use crate::runtime::context::Context;
use crate::runtime::jobs::{Claimed, Next};

/// Writes the expiry of a quote that is still open at its end, and notifies the platform.
///
/// # Errors
/// Those of the database.
pub async fn run(job: &Claimed, quote: QuoteId) -> Result<(), ApiError> {
    job.conclude(&[], move |tx, context| expire(tx, context, quote)).await
}

fn expire(tx: &mut Tx<'_>, context: &Context, id: QuoteId) -> Result<Next, ApiError> {
    let (quote, payment) = quotes::lock(tx, context.platform, id)?.ok_or(Error::Missing)?;
    if !expiry::is_open(&quote) {
        return Ok(Next::Done);
    }
    if context.now < quote.expires_at {
        return Ok(Next::Again { at: quote.expires_at });
    }
    let mut locked = LockedPayment { payment, quote: Some(quote) };
    if locked.payment.state.awaits_approval {
        waiting::time_out(tx, context, locked.payment.id)?;
    }
    locked.apply(tx, context, PaymentEvent::Expired)?;
    Ok(Next::Done)
}
