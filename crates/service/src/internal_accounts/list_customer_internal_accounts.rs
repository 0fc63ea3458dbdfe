//! `GET /customers/internal-accounts` (money 3.3).

use causeway_store::Tx;
use causeway_store::internal_accounts::{self, Filter, LockedAccount};
use causeway_store::listing::Order;
use causeway_wire::Page;
use causeway_wire::internal_accounts::{InternalAccount, InternalAccountFilter};

use super::render;
use crate::runtime::api_error::ApiError;
use crate::runtime::context::Context;
use crate::runtime::paging::Paging;

/// Lists the accounts of customers, oldest first; never those of the platform.
pub fn apply(
    tx: &mut Tx<'_>,
    context: &Context,
    query: &InternalAccountFilter,
    paging: &Paging,
) -> Result<Page<InternalAccount>, ApiError> {
    let filter = Filter {
        currency: query.currency.as_ref().map(|code| code.as_str()),
        account_type: query.kind.map(|kind| kind.as_str()),
        customer: query.customer_id,
        among: None,
    };
    list(tx, context, filter, paging)
}

/// Lists accounts of customers, oldest first.
pub(crate) fn list(
    tx: &mut Tx<'_>,
    context: &Context,
    filter: Filter<'_>,
    paging: &Paging,
) -> Result<Page<InternalAccount>, ApiError> {
    let page = paging.page(Order::Ascending);
    let (rows, total) = internal_accounts::list_for_customers(tx, context.platform, filter, &page)?;
    paging.finish(rows, total, LockedAccount::position, |locked| render::internal_account(&locked))
}
