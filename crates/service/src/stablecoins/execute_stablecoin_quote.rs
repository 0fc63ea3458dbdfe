//! `POST /stablecoins/{stablecoinId}/quotes/{stablecoinQuoteId}/execute` (stablecoins 10).

use causeway_domain::ids::{StablecoinId, StablecoinQuoteId};
use causeway_domain::stablecoins::{StablecoinQuoteStatus as Status, quote_at};
use causeway_store::{Tx, stablecoins as rows};
use causeway_wire::table::ExecuteStablecoinQuote;

use super::begin::{Draft, begin};
use super::check::{check, request_of};
use super::{errors, lookup};
use crate::runtime::api_error::ApiError;
use crate::runtime::context::Context;
use crate::runtime::http::{Answer, Call};

/// Begins the mint or burn of a quote.
///
/// # Errors
/// `REFERENCE_NOT_FOUND` for the token; `QUOTE_NOT_FOUND`; `QUOTE_EXPIRED`; `CONFLICT` for a quote that was
/// executed or refused; and as the mint or burn.
pub async fn handler(call: Call<ExecuteStablecoinQuote>) -> Result<Answer, ApiError> {
    let stablecoin: StablecoinId = call.path.id()?;
    let id: StablecoinQuoteId = call.path.second_id()?;
    begin(call, move |tx: &mut Tx<'_>, context: &Context| draft(tx, context, stablecoin, id)).await
}

fn draft(
    tx: &mut Tx<'_>,
    context: &Context,
    stablecoin: StablecoinId,
    id: StablecoinQuoteId,
) -> Result<Draft, ApiError> {
    lookup::stablecoin(tx, context.platform, stablecoin)?;
    let quote = lookup::of_token(rows::lock_quote(tx, context.platform, id)?, stablecoin)?;
    match quote_at(quote.status, quote.expires_at, context.now) {
        Status::Open => {}
        Status::Expired => return Err(errors::quote_expired()),
        Status::Executed => return Err(errors::quote_ended("QUOTE_ALREADY_EXECUTED")),
        Status::Failed => return Err(errors::quote_ended("QUOTE_FAILED")),
    }
    // An execution that the provider has not confirmed yet.
    if rows::find_operation_by_quote(tx, context.platform, id)?.is_some() {
        return Err(errors::quote_ended("QUOTE_ALREADY_EXECUTED"));
    }
    let request = request_of(quote.operation_type, &quote.terms);
    let (record, terms) = check(tx, context, stablecoin, &request)?;
    Ok(Draft { stablecoin: record, operation_type: quote.operation_type, terms, quote: Some(id) })
}
