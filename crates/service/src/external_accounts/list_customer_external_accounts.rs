//! `GET /customers/external-accounts` (money 4.5).

use causeway_store::Tx;
use causeway_store::external_accounts::{self, ExternalAccountRecord, Filter, OwnerFilter};
use causeway_store::listing::Order;
use causeway_wire::Page;
use causeway_wire::external_accounts::{ExternalAccount, ExternalAccountFilter};

use super::render;
use crate::runtime::api_error::ApiError;
use crate::runtime::context::Context;
use crate::runtime::paging::Paging;

/// Lists the live accounts of customers, newest first.
pub fn apply(
    tx: &mut Tx<'_>,
    context: &Context,
    query: &ExternalAccountFilter,
    paging: &Paging,
) -> Result<Page<ExternalAccount>, ApiError> {
    let customer = query.customer_id;
    let filter = Filter {
        of: customer.map_or(OwnerFilter::Customers, OwnerFilter::Customer),
        currency: query.currency.as_ref().map(ToString::to_string),
    };
    let page = paging.page(Order::Descending);
    let (rows, total) = external_accounts::list(tx, context.platform, &filter, &page)?;
    paging.finish(rows, total, ExternalAccountRecord::position, |record| render::external_account(&record))
}
