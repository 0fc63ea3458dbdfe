//! `GET /beneficial-owners` (customers 7).

use causeway_store::Tx;
use causeway_store::beneficial_owners::{self, OwnerRecord};
use causeway_store::listing::Order;
use causeway_wire::Page;
use causeway_wire::verifications::{BeneficialOwner, BeneficialOwnerFilter};

use crate::customers::render;
use crate::runtime::api_error::ApiError;
use crate::runtime::context::Context;
use crate::runtime::paging::Paging;

/// Lists the beneficial owners of a business customer, newest first.
pub fn apply(
    tx: &mut Tx<'_>,
    context: &Context,
    query: &BeneficialOwnerFilter,
    paging: &Paging,
) -> Result<Page<BeneficialOwner>, ApiError> {
    let page = paging.page(Order::Descending);
    let (rows, total) = beneficial_owners::list(tx, context.platform, query.customer_id, &page)?;
    paging.finish(rows, total, OwnerRecord::position, |owner| Ok(render::owner(&owner)))
}
