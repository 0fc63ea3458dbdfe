//! `POST /stablecoins/{stablecoinId}/quotes` (stablecoins 10).

use causeway_domain::Revision;
use causeway_domain::ids::StablecoinId;
use causeway_domain::stablecoins::{QUOTE_WINDOW, quote_created};
use causeway_store::Tx;
use causeway_store::stablecoins::{self as rows, StablecoinQuoteRecord};
use causeway_wire::stablecoins::{StablecoinQuote, StablecoinQuoteRequest};

use super::check::check;
use super::operation_request::OperationRequest;
use super::render;
use crate::runtime::api_error::ApiError;
use crate::runtime::context::Context;

/// Checks a mint or burn without beginning it.
///
/// # Errors
/// The same as the mint or burn, except for the provider's own refusals.
pub fn apply(
    tx: &mut Tx<'_>,
    context: &Context,
    id: StablecoinId,
    body: &StablecoinQuoteRequest,
) -> Result<StablecoinQuote, ApiError> {
    let request = OperationRequest::from(body);
    let (stablecoin, terms) = check(tx, context, id, &request)?;
    let record = StablecoinQuoteRecord {
        id: context.id(),
        stablecoin: stablecoin.id,
        operation_type: request.operation_type,
        status: quote_created(),
        operation: None,
        terms,
        expires_at: context.now.plus(QUOTE_WINDOW),
        created_at: context.now,
        updated_at: Revision::created(context.now),
    };
    rows::insert_quote(tx, context.platform, &record)?;
    Ok(render::quote(&record, context.now))
}
