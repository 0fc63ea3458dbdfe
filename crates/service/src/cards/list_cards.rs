//! `GET /cards` (cards 3).

use causeway_store::Tx;
use causeway_store::cards::{self as rows, CardRecord, Filter};
use causeway_store::listing::Order;
use causeway_wire::cards::{Card, CardFilter};
use causeway_wire::{Page, SortOrder};

use super::render;
use crate::runtime::api_error::ApiError;
use crate::runtime::context::Context;
use crate::runtime::paging::Paging;

/// Lists cards by their creation.
pub fn apply(
    tx: &mut Tx<'_>,
    context: &Context,
    query: &CardFilter,
    paging: &Paging,
) -> Result<Page<Card>, ApiError> {
    let filter = Filter {
        customer: query.cardholder_id,
        account: query.account_id,
        platform_card_id: query.platform_card_id.as_ref().map(|id| id.as_str()),
        state: query.state,
    };
    let order = match query.sort_order {
        SortOrder::Ascending => Order::Ascending,
        SortOrder::Descending => Order::Descending,
    };
    let (found, total) = rows::list(tx, context.platform, &filter, &paging.page(order))?;
    paging.finish(found, total, CardRecord::position, |record| Ok(render::card(&record)))
}
