//! `GET /stablecoin-provider-accounts` (stablecoins 2).

use causeway_store::Tx;
use causeway_store::listing::Order;
use causeway_store::stablecoins::{self as rows, LinkFilter, LinkRecord};
use causeway_wire::Page;
use causeway_wire::stablecoins::{StablecoinProviderAccount, StablecoinProviderAccountFilter};

use super::render;
use crate::runtime::api_error::ApiError;
use crate::runtime::context::Context;
use crate::runtime::paging::Paging;

/// Lists linked accounts, newest first.
pub fn apply(
    tx: &mut Tx<'_>,
    context: &Context,
    query: &StablecoinProviderAccountFilter,
    paging: &Paging,
) -> Result<Page<StablecoinProviderAccount>, ApiError> {
    let filter = LinkFilter { provider: query.provider, status: query.status };
    let (found, total) = rows::list_links(tx, context.platform, filter, &paging.page(Order::Descending))?;
    paging.finish(found, total, LinkRecord::position, |record| Ok(render::link(context.environment, &record)))
}
