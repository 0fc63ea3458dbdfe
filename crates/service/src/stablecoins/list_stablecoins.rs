//! `GET /stablecoins` (stablecoins 3).

use causeway_store::Tx;
use causeway_store::listing::Order;
use causeway_store::stablecoins::{self as rows, StablecoinRecord};
use causeway_wire::Page;
use causeway_wire::stablecoins::{Stablecoin, StablecoinFilter};

use super::render;
use crate::runtime::api_error::ApiError;
use crate::runtime::context::Context;
use crate::runtime::paging::Paging;

/// Lists registered tokens, newest first.
pub fn apply(
    tx: &mut Tx<'_>,
    context: &Context,
    query: &StablecoinFilter,
    paging: &Paging,
) -> Result<Page<Stablecoin>, ApiError> {
    let filter = rows::StablecoinFilter {
        provider: query.provider,
        issuance_status: query.issuance_status,
        service_status: query.svc_operations_status,
    };
    let (found, total) = rows::list(tx, context.platform, filter, &paging.page(Order::Descending))?;
    let show = |record| Ok(render::stablecoin(context.environment, &record));
    paging.finish(found, total, StablecoinRecord::position, show)
}
