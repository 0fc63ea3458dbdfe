//! Addresses of adapters (rails 2, 15.1).

use super::errors::invalid;
use crate::runtime::api_error::ApiError;
use crate::runtime::outbound::{AddressRange, Host, InvalidAddressRange, Reach, Scheme, Target, TargetError};

/// Checks the base URL of an adapter: HTTPS, or HTTP on this machine, and an address that may be connected to.
pub(super) fn check(url: &str, allow: Option<AddressRange>) -> Result<(), ApiError> {
    let target: Target = url.parse().map_err(|error: TargetError| invalid(format!("The URL {error}.")))?;
    if !target.query().is_empty() {
        return Err(invalid("The URL must not have a query."));
    }
    if target.scheme() == Scheme::Http && !target.host().is_loopback() {
        return Err(invalid("The URL must begin with https, unless its host is this machine."));
    }
    let reach = allow.map_or(Reach::Public, Reach::Only);
    let is_reached = match target.host() {
        Host::Address(address) => reach.allows(*address),
        Host::Name(_) => allow.is_some() || !target.host().is_loopback(),
    };
    if is_reached {
        return Ok(());
    }
    Err(invalid(
        "The URL is not on the public internet: allow the range of its address, as in --allow 10.1.0.0/16.",
    ))
}

/// Reads a range of addresses.
pub(super) fn range(name: &str, text: Option<&str>) -> Result<Option<AddressRange>, ApiError> {
    let read =
        |text: &str| text.parse().map_err(|error: InvalidAddressRange| invalid(format!("{name} {error}.")));
    text.map(read).transpose()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Checks that an adapter is reached by TLS, and inside of a network only within an allowed range.
    #[test]
    fn an_address_is_public_or_allowed() {
        let check = |url: &str, allow: Option<&str>| check(url, range("--allow", allow).unwrap()).is_ok();
        assert!(check("https://bank.example.com/rails", None));
        assert!(check("http://127.0.0.1:9100", Some("127.0.0.0/8")));
        assert!(check("https://10.1.2.3", Some("10.1.0.0/16")));
        for (url, allow) in [
            ("https://bank.example.com?x=1", None),
            ("http://bank.example.com", None),
            ("http://10.1.2.3", Some("10.1.0.0/16")),
            ("http://127.0.0.1:9100", None),
            ("http://localhost:9100", None),
            ("https://10.1.2.3", None),
            ("https://10.2.2.3", Some("10.1.0.0/16")),
            ("bank.example.com", None),
        ] {
            assert!(!check(url, allow), "{url}");
        }
        assert!(range("--allow", Some("10.1.2.3")).is_err());
    }
}
