//! `GET /stablecoins/{stablecoinId}/quotes/{stablecoinQuoteId}` (stablecoins 10).

use causeway_domain::ids::{StablecoinId, StablecoinQuoteId};
use causeway_store::{Tx, stablecoins as rows};
use causeway_wire::stablecoins::StablecoinQuote;

use super::{lookup, render};
use crate::runtime::api_error::ApiError;
use crate::runtime::context::Context;

/// Shows one quote of a mint or burn.
///
/// # Errors
/// `REFERENCE_NOT_FOUND` for the token; `QUOTE_NOT_FOUND`.
pub fn apply(
    tx: &mut Tx<'_>,
    context: &Context,
    stablecoin: StablecoinId,
    id: StablecoinQuoteId,
) -> Result<StablecoinQuote, ApiError> {
    lookup::stablecoin(tx, context.platform, stablecoin)?;
    let found = rows::find_quote(tx, context.platform, id)?;
    Ok(render::quote(&lookup::of_token(found, stablecoin)?, context.now))
}
