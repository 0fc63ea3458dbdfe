//! `GET /quotes/{quoteId}` (money 8.5).

use causeway_domain::ids::QuoteId;
use causeway_store::Tx;
use causeway_store::payments::PaymentRecord;
use causeway_store::quotes::{self, QuoteRecord};
use causeway_wire::quotes::Quote;

use super::render;
use crate::runtime::api_error::ApiError;
use crate::runtime::context::Context;

/// Shows a quote in its current state.
///
/// # Errors
/// `QUOTE_NOT_FOUND`.
pub fn apply(tx: &mut Tx<'_>, context: &Context, id: QuoteId) -> Result<Quote, ApiError> {
    let found = quotes::find(tx, context.platform, id)?;
    let (quote, payment) = visible(context, found).ok_or_else(ApiError::not_found::<QuoteId>)?;
    render::quote(&quote, &payment, context.now)
}

/// A quote that whoever acts may see: an agent sees those that it has made itself.
pub(super) fn visible(
    context: &Context,
    found: Option<(QuoteRecord, PaymentRecord)>,
) -> Option<(QuoteRecord, PaymentRecord)> {
    let agent = context.principal.agent();
    found.filter(|(_, payment)| agent.is_none_or(|agent| payment.terms.agent == Some(agent.id)))
}
