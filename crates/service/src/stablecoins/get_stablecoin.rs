//! `GET /stablecoins/{stablecoinId}` (stablecoins 3).

use causeway_domain::ids::StablecoinId;
use causeway_store::Tx;
use causeway_wire::stablecoins::Stablecoin;

use super::{lookup, render};
use crate::runtime::api_error::ApiError;
use crate::runtime::context::Context;

/// Shows one registered token.
///
/// # Errors
/// `REFERENCE_NOT_FOUND`.
pub fn apply(tx: &mut Tx<'_>, context: &Context, id: StablecoinId) -> Result<Stablecoin, ApiError> {
    Ok(render::stablecoin(context.environment, &lookup::stablecoin(tx, context.platform, id)?))
}
