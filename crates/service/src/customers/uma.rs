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

/// Returns the domain of a platform's UMA addresses: its own domain, else its label under the service's host
/// name (uma 1).
pub(super) fn domain(own: Option<&str>, label: Option<&str>, service_host: &str) -> String {
    match (own, label) {
        (Some(own), _) => own.to_owned(),
        (None, Some(label)) => format!("{label}.{service_host}"),
        (None, None) => service_host.to_owned(),
    }
}

/// Returns the UMA domain of a platform record.
pub(crate) fn domain_of(platform: &PlatformRecord, service_host: &str) -> String {
    domain(platform.uma_domain.as_deref(), platform.proxy_uma_subdomain.as_deref(), service_host)
}

/// Returns the UMA address of a customer.
pub(crate) fn address_of(customer: &CustomerRecord, platform: &PlatformRecord, service_host: &str) -> String {
    format!("${}@{}", customer.uma_local, domain_of(platform, service_host))
}

/// Parses the local part of the address that a platform requests for a customer; adds an error if the address
/// is invalid.
pub(super) fn local_part(errors: &mut FieldErrors, address: &str, domain: &str) -> Option<String> {
    match UmaAddress::parse_own(address, domain) {
        Ok(address) => Some(address.local().to_owned()),
        Err(error) => {
            let error = FieldError::new("umaAddress", errors::invalid_uma_address(error, domain));
            errors.add(FieldError { code: Code::InvalidUmaAddress, value: Some(address.into()), ..error });
            None
        }
    }
}

/// Refuses an address that is, or once was, another customer's. Returns `true` if it is, or once was, this
/// customer's own.
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

/// Generates a local part that reveals nothing about the customer.
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
