//! `GET /agents/me/quotes/{quoteId}` (agents A6).

use causeway_domain::ids::QuoteId;
use causeway_store::Tx;
use causeway_wire::quotes::Quote;

use crate::quotes::get_quote_by_id;
use crate::runtime::api_error::ApiError;
use crate::runtime::context::Context;

/// Shows a quote that the agent has made.
///
/// # Errors
/// `QUOTE_NOT_FOUND`, also for a quote that the agent does not know of.
pub fn apply(tx: &mut Tx<'_>, context: &Context, id: QuoteId) -> Result<Quote, ApiError> {
    get_quote_by_id::apply(tx, context, id)
}
