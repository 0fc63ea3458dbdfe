//! `GET /customers/{customerId}` (customers 2.8).

use causeway_domain::ids::CustomerId;
use causeway_store::{Tx, customers};
use causeway_wire::Code;
use causeway_wire::customers::Customer;
use causeway_wire::table::GetCustomerById;

use super::{errors, render, uma};
use crate::runtime::api_error::ApiError;
use crate::runtime::http::ReadCall;

/// Shows one customer, also a deleted one.
///
/// # Errors
/// `USER_NOT_FOUND`.
pub fn handler(tx: &mut Tx<'_>, call: &ReadCall<GetCustomerById>) -> Result<Customer, ApiError> {
    let id: CustomerId = call.path_id(Code::UserNotFound)?;
    let found = customers::find_with_domain(tx, call.platform(), id)?.ok_or_else(errors::not_found)?;
    let host = &call.app.deployment.uma_service_host;
    let domain = uma::domain(found.uma_domain.as_deref(), found.proxy_uma_subdomain.as_deref(), host);
    render::customer(&found.customer, &domain)
}
