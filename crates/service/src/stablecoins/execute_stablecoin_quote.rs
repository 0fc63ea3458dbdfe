//! `POST /stablecoins/{stablecoinId}/quotes/{stablecoinQuoteId}/execute` (stablecoins 10).

use causeway_domain::ids::{StablecoinId, StablecoinQuoteId};
use causeway_domain::stablecoins::{StablecoinQuoteStatus as Status, shown_at};
use causeway_store::{Tx, stablecoins as rows};
use causeway_wire::table::ExecuteStablecoinQuote;

use super::begin::{Draft, begin};
use super::check::{check, wanted_again};
use super::{errors, filed};
use crate::runtime::api_error::ApiError;
use crate::runtime::context::Context;
use crate::runtime::http::{Answer, Call};

/// Begins a mint or burn that was checked.
///
/// # Errors
/// `REFERENCE_NOT_FOUND` for the token; `QUOTE_NOT_FOUND`; `QUOTE_EXPIRED`; `CONFLICT` for a quote that was executed or
/// refused; and those of the mint or burn.
pub async fn handler(call: Call<ExecuteStablecoinQuote>) -> Result<Answer, ApiError> {
    let (stablecoin, id): (StablecoinId, StablecoinQuoteId) = call.path.ids()?;
    begin(call, move |tx: &mut Tx<'_>, context: &Context| draft(tx, context, stablecoin, id)).await
}

fn draft(
    tx: &mut Tx<'_>,
    context: &Context,
    stablecoin: StablecoinId,
    id: StablecoinQuoteId,
) -> Result<Draft, ApiError> {
    filed::stablecoin(tx, context.platform, stablecoin)?;
    let quote = filed::of_token(rows::lock_quote(tx, context.platform, id)?, stablecoin)?;
    match shown_at(quote.status, quote.expires_at, context.now) {
        Status::Open => {}
        Status::Expired => return Err(errors::quote_expired()),
        Status::Executed => return Err(errors::quote_ended("QUOTE_ALREADY_EXECUTED")),
        Status::Failed => return Err(errors::quote_ended("QUOTE_FAILED")),
    }
    // An execution that the provider has yet to confirm.
    if rows::find_operation_of_quote(tx, context.platform, id)?.is_some() {
        return Err(errors::quote_ended("QUOTE_ALREADY_EXECUTED"));
    }
    let wanted = wanted_again(quote.operation_type, &quote.terms);
    let (coin, terms) = check(tx, context, stablecoin, &wanted)?;
    Ok(Draft { coin, operation_type: quote.operation_type, terms, quote: Some(id) })
}
