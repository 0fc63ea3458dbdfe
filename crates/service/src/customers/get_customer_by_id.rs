//! `GET /customers/{customerId}` (customers 2.8).

use causeway_domain::ids::CustomerId;
use causeway_store::{Tx, customers};
use causeway_wire::customers::Customer;

use super::{errors, owners, uma};
use crate::runtime::api_error::ApiError;
use crate::runtime::context::Context;

/// Shows one customer, also a deleted one.
///
/// # Errors
/// `USER_NOT_FOUND`.
pub fn apply(tx: &mut Tx<'_>, context: &Context, id: CustomerId) -> Result<Customer, ApiError> {
    let found = customers::find_with_domain(tx, context.platform, id)?.ok_or_else(errors::not_found)?;
    let host = &context.app.deployment.uma_service_host;
    let domain = uma::domain(found.uma_domain.as_deref(), found.proxy_uma_subdomain.as_deref(), host);
    owners::show(tx, context.platform, &found.customer, &domain)
}
