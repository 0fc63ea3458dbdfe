//! `GET /tokens` (customers 10).

use causeway_store::Tx;
use causeway_store::listing::Order;
use causeway_store::tokens::{self, Filter, TokenRecord};
use causeway_wire::DateTime;
use causeway_wire::Page;
use causeway_wire::tokens::{ApiToken, TokenFilter};

use super::render;
use crate::runtime::api_error::ApiError;
use crate::runtime::context::Context;
use crate::runtime::money::{sent_instant, sent_start};
use crate::runtime::paging::Paging;

/// Lists the platform's tokens, newest first, the calling one included.
pub fn apply(
    tx: &mut Tx<'_>,
    context: &Context,
    query: &TokenFilter,
    paging: &Paging,
) -> Result<Page<ApiToken>, ApiError> {
    let platform = context.platform;
    let filter = filter(query)?;
    let rows = tokens::list(tx, platform, &filter, &paging.page(Order::Descending))?;
    let total = tokens::count(tx, platform, &filter)?;
    paging.finish(rows, total, TokenRecord::position, render::token)
}

/// Builds the filter. Tokens never change, so both ranges refer to their creation.
fn filter(query: &TokenFilter) -> Result<Filter<'_>, ApiError> {
    let start = |sent: &Option<DateTime>| sent_start(sent.as_ref());
    let end = |sent: &Option<DateTime>| sent_instant(sent.as_ref());
    let later = [start(&query.created_after)?, start(&query.updated_after)?];
    let earlier = [end(&query.created_before)?, end(&query.updated_before)?];
    Ok(Filter {
        name: query.name.as_ref().map(AsRef::as_ref),
        created_after: later.into_iter().flatten().max(),
        created_before: earlier.into_iter().flatten().min(),
    })
}
