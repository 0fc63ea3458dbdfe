//! UMA addresses of customers (customers 2.4).

use causeway_domain::customers::{UmaAddress, generated_local_part};
use causeway_domain::ids::{CustomerId, PlatformId};
use causeway_store::Tx;
use causeway_store::customers::{CustomerRecord, uma as rows};
use causeway_store::platforms::PlatformRecord;
use causeway_wire::{Code, FieldError};

use super::errors;
use crate::runtime::api_error::ApiError;
use crate::runtime::context::Context;
use crate::runtime::field_errors::FieldErrors;

/// What follows the `@` in the addresses of a platform: its own domain, else its label under the service's host
/// name (uma 1).
pub(super) fn domain(own: Option<&str>, label: Option<&str>, service_host: &str) -> String {
    match (own, label) {
        (Some(own), _) => own.to_owned(),
        (None, Some(label)) => format!("{label}.{service_host}"),
        (None, None) => service_host.to_owned(),
    }
}

/// The same of a platform that was read.
pub(crate) fn domain_of(platform: &PlatformRecord, service_host: &str) -> String {
    domain(platform.uma_domain.as_deref(), platform.proxy_uma_subdomain.as_deref(), service_host)
}

/// The address of a customer of the platform.
pub(crate) fn address_of(customer: &CustomerRecord, platform: &PlatformRecord, service_host: &str) -> String {
    format!("${}@{}", customer.uma_local, domain_of(platform, service_host))
}

/// The local part of the address that a platform wants for a customer, if it can have it.
pub(super) fn local_part(faults: &mut FieldErrors, address: &str, domain: &str) -> Option<String> {
    match UmaAddress::parse_own(address, domain) {
        Ok(address) => Some(address.local().to_owned()),
        Err(refused) => {
            let fault = FieldError::new("umaAddress", errors::invalid_uma_address(refused, domain));
            faults.add(FieldError { code: Code::InvalidUmaAddress, value: Some(address.into()), ..fault });
            None
        }
    }
}

/// Refuses an address that is, or once was, somebody else's. The customer may have back what was its own;
/// whether it holds the address already is returned.
pub(super) fn check_free(
    tx: &mut Tx<'_>,
    platform: PlatformId,
    local_part: &str,
    customer: CustomerId,
    domain: &str,
) -> Result<bool, ApiError> {
    match rows::find_holder(tx, platform, local_part)? {
        None => Ok(false),
        Some(holder) if holder == customer => Ok(true),
        Some(_) => Err(errors::uma_address_taken(local_part, domain)),
    }
}

/// A local part that says nothing about the customer.
pub(super) fn generated(context: &Context) -> String {
    generated_local_part(context.ids().bytes())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_domain_is_the_platforms_own_or_its_label_under_the_service() {
        assert_eq!(domain(Some("pay.example"), Some("pay"), "uma.example"), "pay.example");
        assert_eq!(domain(None, Some("pay"), "uma.example"), "pay.uma.example");
        assert_eq!(domain(None, None, "uma.example"), "uma.example");
    }
}
