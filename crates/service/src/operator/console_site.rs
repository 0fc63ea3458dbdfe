//! The host at which browsers reach the console: the relying party of its passkeys (conventions 2.1).

use std::net::IpAddr;

use causeway_wallet_crypto::webauthn::Origin;

/// The host whose plain HTTP browsers trust.
const LOCALHOST: &str = "localhost";

/// A host at which browsers reach the console, and at which they have passkeys.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PasskeySite {
    /// Host name, which is the id of the relying party.
    pub(super) host: String,
    /// Host name and port, as in the origin of a page.
    authority: String,
}

impl PasskeySite {
    /// Returns the site of an authority, such as `console.example.com` or `localhost:8080`; `None` for an IP address,
    /// at which browsers have no passkeys.
    #[must_use]
    pub fn of(authority: &str) -> Option<Self> {
        let authority = authority.to_ascii_lowercase();
        let Some(Origin::Https { host }) = Origin::parse(&format!("https://{authority}")) else {
            return None;
        };
        let is_name = host.parse::<IpAddr>().is_err();
        is_name.then_some(Self { host, authority })
    }

    /// Returns `true` for the origin of a page of this site. Browsers have passkeys over HTTPS and on their own machine
    /// only, whatever a proxy makes of it.
    pub(super) fn is_origin(&self, origin: &str) -> bool {
        match origin.split_once("://") {
            Some(("https", authority)) => authority == self.authority,
            Some(("http", authority)) => self.host == LOCALHOST && authority == self.authority,
            _ => false,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_site_has_a_host_name() {
        for (authority, host) in [
            ("Console.example.com", "console.example.com"),
            ("console.example.com:8443", "console.example.com"),
            ("localhost:8080", "localhost"),
        ] {
            assert_eq!(PasskeySite::of(authority).map(|site| site.host).as_deref(), Some(host));
        }
        for none in
            ["127.0.0.1:8080", "[::1]:8080", "192.0.2.7", "", "a b", "example.com/x", "me@example.com"]
        {
            assert_eq!(PasskeySite::of(none), None, "{none}");
        }
    }

    #[test]
    fn a_page_of_another_host_port_or_scheme_is_of_another_site() {
        let site = |authority| PasskeySite::of(authority).unwrap();
        assert!(site("localhost:8080").is_origin("http://localhost:8080"));
        assert!(site("localhost:8080").is_origin("https://localhost:8080"));
        assert!(site("console.example.com").is_origin("https://console.example.com"));
        for foreign in [
            "http://console.example.com",
            "https://console.example.com:8443",
            "https://example.com",
            "https://console.example.com.example.net",
            "console.example.com",
            "android:apk-key-hash:abc",
        ] {
            assert!(!site("console.example.com").is_origin(foreign), "{foreign}");
        }
    }
}
