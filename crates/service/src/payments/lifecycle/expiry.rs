//! The job that expires an open quote (money 8.3), implemented in the quotes module.

use causeway_domain::ids::{Id, JobId, QuoteId};
use causeway_store::Tx;
use causeway_store::quotes::QuoteRecord;

use crate::runtime::api_error::ApiError;
use crate::runtime::context::Context;
use crate::runtime::jobs::{self, Work};

/// Schedules the expiry of an open quote.
pub(crate) fn schedule(tx: &mut Tx<'_>, context: &Context, quote: &QuoteRecord) -> Result<(), ApiError> {
    let work = Work::ExpireQuote { quote: quote.id };
    jobs::schedule_as(tx, context, job_of(quote.id), &work, &quote.id, quote.expires_at)
}

/// Withdraws the expiry of a quote that is no longer open.
pub(in crate::payments) fn withdraw(
    tx: &mut Tx<'_>,
    context: &Context,
    quote: QuoteId,
) -> Result<(), ApiError> {
    jobs::withdraw(tx, context, job_of(quote))
}

/// Returns the id of the expiry job: the quote's UUID, so that it needs no lookup.
fn job_of(quote: QuoteId) -> JobId {
    JobId::from_uuid(quote.uuid())
}
