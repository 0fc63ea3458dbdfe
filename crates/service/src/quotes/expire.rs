//! The end of a quote that nobody has executed (money 8.3, 8.7).

use causeway_domain::ids::{Id, JobId, QuoteId};
use causeway_store::quotes::{self, QuoteRecord};
use causeway_store::{Error, Tx, transactions};

use super::steps::{Step, is_open, move_to};
use crate::http::Context;
use crate::jobs::{self, Claimed, Next, Work};
use crate::refusal::Refusal;

/// Has an open quote expire at its end.
///
/// # Errors
/// Those of the database.
pub(super) fn schedule(tx: &mut Tx<'_>, context: &Context, quote: &QuoteRecord) -> Result<(), Refusal> {
    let work = Work::ExpireQuote { quote: quote.id };
    jobs::schedule_as(tx, context, job_of(quote.id), &work, &quote.id, quote.expires_at)
}

/// A quote that was open will not expire any more.
///
/// # Errors
/// Those of the database.
pub(super) fn withdraw(tx: &mut Tx<'_>, context: &Context, quote: QuoteId) -> Result<(), Refusal> {
    jobs::withdraw(tx, context, job_of(quote))
}

/// The job of a quote's expiry has the quote's UUID, so that it is found without being looked for.
fn job_of(quote: QuoteId) -> JobId {
    JobId::from_uuid(quote.uuid())
}

/// Writes the expiry of a quote that is still open at its end, and tells the platform.
///
/// # Errors
/// Those of the database.
pub async fn run(job: &Claimed, quote: QuoteId) -> Result<(), Refusal> {
    job.conclude(&[], move |tx, context| expire(tx, context, quote)).await
}

fn expire(tx: &mut Tx<'_>, context: &Context, id: QuoteId) -> Result<Next, Refusal> {
    let platform = context.platform;
    let mut quote = quotes::lock(tx, platform, id)?.ok_or(Error::Missing)?;
    if !is_open(&quote) {
        return Ok(Next::Done);
    }
    if context.now < quote.expires_at {
        return Ok(Next::Again { at: quote.expires_at });
    }
    let mut payment = transactions::find(tx, platform, quote.transaction)?.ok_or(Error::Missing)?;
    move_to(tx, context, &mut quote, &mut payment, Step::Expired)?;
    Ok(Next::Done)
}
