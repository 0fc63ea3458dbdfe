//! `GET /quotes/{quoteId}` (money 8.5).

use causeway_domain::ids::QuoteId;
use causeway_store::{Tx, quotes};
use causeway_wire::Code;
use causeway_wire::quotes::Quote;
use causeway_wire::table::GetQuoteById;

use super::{errors, render};
use crate::runtime::api_error::ApiError;
use crate::runtime::http::ReadCall;

/// Shows a quote in its current state.
///
/// # Errors
/// `QUOTE_NOT_FOUND`.
pub fn handler(tx: &mut Tx<'_>, call: &ReadCall<GetQuoteById>) -> Result<Quote, ApiError> {
    let id: QuoteId = call.path_id(Code::QuoteNotFound)?;
    let (quote, payment) = quotes::find(tx, call.platform(), id)?.ok_or_else(errors::quote_not_found)?;
    render::quote(&quote, &payment, call.now)
}
