//! The platform that a message is for.

use causeway_store::Tx;
use causeway_store::platforms::{self, PlatformRecord};
use causeway_uma::addresses::Host;

use super::message::{Origin, WireError};
use crate::runtime::app::App;

/// Finds the platform at a host: its own domain, or its label under the service's host (uma 2).
///
/// # Errors
/// [`WireError::NoSuchPath`] if there is none that the message may reach.
pub(super) fn platform_at(
    tx: &mut Tx<'_>,
    app: &App,
    origin: Origin,
    host: &str,
) -> Result<PlatformRecord, WireError> {
    let host = host_of(host).ok_or(WireError::NoSuchPath)?;
    let service_host = app.deployment.uma_service_host.as_str();
    let label = host.as_str().strip_suffix(service_host).and_then(|rest| rest.strip_suffix('.'));
    let platform = platforms::find_at_host(tx, host.as_str(), label)?.ok_or(WireError::NoSuchPath)?;
    origin.check_reaches(&platform)?;
    Ok(platform)
}

/// Reads a host. Only a local host keeps its port, because no other host has one in addresses.
fn host_of(text: &str) -> Option<Host> {
    let without_port = || Host::parse(text.split(':').next()?).ok();
    Host::parse(text).ok().or_else(without_port)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_port_counts_only_at_a_local_host() {
        for (text, host) in [
            ("Pay.Example:8443", Some("pay.example")),
            ("pay.example", Some("pay.example")),
            ("p2.local:8080", Some("p2.local:8080")),
            ("", None),
            ("[::1]:80", None),
        ] {
            assert_eq!(host_of(text).as_ref().map(Host::as_str), host, "{text}");
        }
    }
}
