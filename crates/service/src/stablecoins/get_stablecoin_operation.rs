//! `GET /stablecoin-operations/{stablecoinOperationId}` (stablecoins 7).

use causeway_domain::ids::StablecoinOperationId;
use causeway_store::Tx;
use causeway_wire::stablecoins::StablecoinOperation;

use super::{lookup, render};
use crate::runtime::api_error::ApiError;
use crate::runtime::context::Context;

/// Shows one mint or burn.
///
/// # Errors
/// `REFERENCE_NOT_FOUND`.
pub fn apply(
    tx: &mut Tx<'_>,
    context: &Context,
    id: StablecoinOperationId,
) -> Result<StablecoinOperation, ApiError> {
    Ok(render::operation(context.environment, &lookup::operation(tx, context.platform, id)?))
}
