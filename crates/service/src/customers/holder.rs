//! The customer that holds a UMA address of the platform.

use causeway_domain::customers::UmaAddress;
use causeway_domain::ids::CustomerId;
use causeway_store::customers::{self, CustomerRecord, uma as rows};
use causeway_store::{Tx, platforms};

use super::{errors, uma};
use crate::runtime::api_error::ApiError;
use crate::runtime::context::Context;

/// Returns the customer that holds, or once held, this address; `None` if the address is not one of the
/// platform.
pub fn holder_of(tx: &mut Tx<'_>, context: &Context, address: &str) -> Result<Option<CustomerId>, ApiError> {
    let platform = platforms::get(tx, context.platform)?;
    let domain = uma::domain(
        platform.uma_domain.as_deref(),
        platform.proxy_uma_subdomain.as_deref(),
        &context.app.deployment.uma_service_host,
    );
    let Ok(address) = UmaAddress::parse_own(address, &domain) else { return Ok(None) };
    Ok(rows::find_holder(tx, context.platform, address.local())?)
}

/// Returns the customer of the platform that holds this address now.
///
/// # Errors
/// `USER_NOT_FOUND` if there is none.
pub fn find_at_own_address(
    tx: &mut Tx<'_>,
    context: &Context,
    address: &str,
) -> Result<CustomerRecord, ApiError> {
    let platform = platforms::get(tx, context.platform)?;
    let domain = uma::domain_of(&platform, &context.app.deployment.uma_service_host);
    let address = UmaAddress::parse_own(address, &domain).map_err(|_| errors::not_found())?;
    let found = customers::find_by_uma(tx, context.platform, address.local())?;
    found.ok_or_else(errors::not_found)
}
