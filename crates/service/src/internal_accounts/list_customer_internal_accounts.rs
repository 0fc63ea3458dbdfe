//! `GET /customers/internal-accounts` (money 3.3).

use causeway_store::Tx;
use causeway_store::internal_accounts::{self, Filter, LockedAccount};
use causeway_store::listing::Order;
use causeway_wire::Page;
use causeway_wire::internal_accounts::InternalAccount;
use causeway_wire::table::ListCustomerInternalAccounts;

use super::render;
use crate::runtime::api_error::ApiError;
use crate::runtime::http::ReadCall;

/// Lists the accounts of customers, oldest first; never those of the platform.
///
/// # Errors
/// None of its own.
pub fn handler(
    tx: &mut Tx<'_>,
    call: &ReadCall<ListCustomerInternalAccounts>,
) -> Result<Page<InternalAccount>, ApiError> {
    let query = &call.query;
    let filter = Filter {
        currency: query.currency.as_ref().map(|code| code.as_str()),
        account_type: query.kind.map(|kind| kind.as_str()),
        customer: query.customer_id,
    };
    let page = call.paging.page(Order::Ascending);
    let (rows, total) = internal_accounts::list_of_customers(tx, call.platform(), filter, &page)?;
    call.page(rows, total, LockedAccount::position, |held| render::internal_account(&held))
}
