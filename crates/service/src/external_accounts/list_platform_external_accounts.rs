//! `GET /platform/external-accounts` (money 4.5).

use causeway_store::Tx;
use causeway_store::external_accounts::{self, ExternalAccountRecord, Filter, OwnerFilter};
use causeway_store::listing::Order;
use causeway_wire::Page;
use causeway_wire::external_accounts::{ExternalAccount, PlatformExternalAccountFilter};

use super::render;
use crate::runtime::api_error::ApiError;
use crate::runtime::context::Context;
use crate::runtime::paging::Paging;

/// Lists the platform's own live accounts, newest first.
pub fn apply(
    tx: &mut Tx<'_>,
    context: &Context,
    query: &PlatformExternalAccountFilter,
    paging: &Paging,
) -> Result<Page<ExternalAccount>, ApiError> {
    let currency = query.currency.as_ref().map(ToString::to_string);
    let filter = Filter { of: OwnerFilter::Platform, currency };
    let page = paging.page(Order::Descending);
    let (rows, total) = external_accounts::list(tx, context.platform, &filter, &page)?;
    paging.finish(rows, total, ExternalAccountRecord::position, |record| render::external_account(&record))
}
