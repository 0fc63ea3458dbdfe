//! The expiry of a quote that was not executed (money 8.3, 8.7).

use causeway_domain::ids::QuoteId;
use causeway_domain::payments::lifecycle::{OutgoingEvent, Phase};
use causeway_store::Tx;

use super::locked::LockedQuote;
use crate::payments::lifecycle::waiting;
use crate::runtime::api_error::ApiError;
use crate::runtime::context::Context;
use crate::runtime::jobs::{ClaimedJob, Next};

/// Expires a quote that is still open at its end, and notifies the platform.
pub async fn run(job: &ClaimedJob, quote: QuoteId) -> Result<(), ApiError> {
    job.conclude(&[], move |tx, context| expire(tx, context, quote)).await
}

fn expire(tx: &mut Tx<'_>, context: &Context, id: QuoteId) -> Result<Next, ApiError> {
    let LockedQuote { quote, mut locked } = LockedQuote::get(tx, context, id)?;
    if !matches!(locked.payment.phase(), Phase::Outgoing(phase) if phase.is_open()) {
        return Ok(Next::Done);
    }
    if context.now < quote.expires_at {
        return Ok(Next::Again { at: quote.expires_at });
    }
    if locked.payment.phase().awaits_approval() {
        waiting::time_out(tx, context, locked.payment.id)?;
    }
    locked.apply(tx, context, OutgoingEvent::ExpiryReached)?;
    Ok(Next::Done)
}
