//! `GET /customers/external-accounts` (money 4.5).

use causeway_store::Tx;
use causeway_store::external_accounts::{self, ExternalAccountRecord, Filter, Listed};
use causeway_store::listing::Order;
use causeway_wire::Page;
use causeway_wire::external_accounts::ExternalAccount;
use causeway_wire::table::ListCustomerExternalAccounts;

use super::render;
use crate::runtime::api_error::ApiError;
use crate::runtime::http::ReadCall;

/// Lists the live accounts of customers, newest first.
///
/// # Errors
/// None of its own.
pub fn handler(
    tx: &mut Tx<'_>,
    call: &ReadCall<ListCustomerExternalAccounts>,
) -> Result<Page<ExternalAccount>, ApiError> {
    let customer = call.query.customer_id;
    let filter = Filter {
        of: customer.map_or(Listed::Customers, Listed::Customer),
        currency: call.query.currency.as_ref().map(ToString::to_string),
    };
    let page = call.paging.page(Order::Descending);
    let (rows, total) = external_accounts::list(tx, call.platform(), &filter, &page)?;
    call.page(rows, total, ExternalAccountRecord::position, |record| render::external_account(&record))
}
