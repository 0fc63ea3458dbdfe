//! `GET /quotes/{quoteId}` (money 8.5).

use causeway_domain::ids::QuoteId;
use causeway_store::Tx;
use causeway_store::quotes;
use causeway_wire::quotes::Quote;

use super::render;
use crate::runtime::api_error::ApiError;
use crate::runtime::context::Context;

/// Returns a quote in its current state.
///
/// # Errors
/// `QUOTE_NOT_FOUND`.
pub fn apply(tx: &mut Tx<'_>, context: &Context, id: QuoteId) -> Result<Quote, ApiError> {
    let found = quotes::find(tx, context.platform, id)?
        .filter(|(_, payment)| context.principal.sees(payment.terms.agent));
    let (quote, payment) = found.ok_or_else(ApiError::not_found::<QuoteId>)?;
    render::quote(&quote, &payment, context.now)
}
