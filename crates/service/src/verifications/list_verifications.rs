//! `GET /verifications` (customers 5.3).

use causeway_store::Tx;
use causeway_store::listing::Order;
use causeway_store::verifications::{self, VerificationRecord};
use causeway_wire::Page;
use causeway_wire::verifications::{Verification, VerificationFilter};

use crate::customers::render;
use crate::runtime::api_error::ApiError;
use crate::runtime::context::Context;
use crate::runtime::paging::Paging;

/// Lists verifications, newest first.
pub fn apply(
    tx: &mut Tx<'_>,
    context: &Context,
    query: &VerificationFilter,
    paging: &Paging,
) -> Result<Page<Verification>, ApiError> {
    let customer = query.customer_id;
    let status = query.verification_status;
    let page = paging.page(Order::Descending);
    let (rows, total) = verifications::list(tx, context.platform, customer, status, &page)?;
    paging.finish(rows, total, VerificationRecord::position, |record| Ok(render::verification(&record)))
}
