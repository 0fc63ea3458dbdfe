//! `GET /stablecoins/{stablecoinId}/operations` (stablecoins 7).

use causeway_domain::ids::StablecoinId;
use causeway_store::Tx;
use causeway_store::listing::Order;
use causeway_store::stablecoins::{self as rows, OperationFilter, OperationRecord};
use causeway_wire::Page;
use causeway_wire::stablecoins::{StablecoinOperation, StablecoinOperationFilter};

use super::{lookup, render};
use crate::runtime::api_error::ApiError;
use crate::runtime::context::Context;
use crate::runtime::paging::Paging;

/// Lists the mints and burns of a token, newest first.
///
/// # Errors
/// `REFERENCE_NOT_FOUND`.
pub fn apply(
    tx: &mut Tx<'_>,
    context: &Context,
    id: StablecoinId,
    query: &StablecoinOperationFilter,
    paging: &Paging,
) -> Result<Page<StablecoinOperation>, ApiError> {
    let stablecoin = lookup::stablecoin(tx, context.platform, id)?.id;
    let filter = OperationFilter { stablecoin, operation_type: query.operation_type };
    let (found, total) =
        rows::list_operations(tx, context.platform, filter, &paging.page(Order::Descending))?;
    let show = |record| Ok(render::operation(context.environment, &record));
    paging.finish(found, total, OperationRecord::position, show)
}
