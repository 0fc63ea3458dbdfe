//! The job that has an open quote expire (money 8.3). What it does stands with the quotes.

use causeway_domain::ids::{Id, JobId, QuoteId};
use causeway_store::Tx;
use causeway_store::quotes::QuoteRecord;

use crate::runtime::api_error::ApiError;
use crate::runtime::context::Context;
use crate::runtime::jobs::{self, Work};

/// Has an open quote expire at its end.
///
/// # Errors
/// Those of the database.
pub(crate) fn schedule(tx: &mut Tx<'_>, context: &Context, quote: &QuoteRecord) -> Result<(), ApiError> {
    let work = Work::ExpireQuote { quote: quote.id };
    jobs::schedule_as(tx, context, job_of(quote.id), &work, &quote.id, quote.expires_at)
}

/// A quote that was open will not expire any more.
///
/// # Errors
/// Those of the database.
pub(in crate::payments) fn withdraw(
    tx: &mut Tx<'_>,
    context: &Context,
    quote: QuoteId,
) -> Result<(), ApiError> {
    jobs::withdraw(tx, context, job_of(quote))
}

/// The job of a quote's expiry has the quote's UUID, so that it is found without being looked for.
fn job_of(quote: QuoteId) -> JobId {
    JobId::from_uuid(quote.uuid())
}
