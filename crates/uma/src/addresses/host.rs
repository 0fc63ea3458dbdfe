//! Hosts of providers.

use std::fmt;

use causeway_vocabulary::letters::{ascii_domain, ends_in_number, is_local_host};

/// A host of a provider, in lower case: a domain, with a port only if it is local.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Host(String);

/// The error for a text that is not a host.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct HostError;

/// The one number that is a host: peers on the same machine use it.
const LOOPBACK: &str = "127.0.0.1";

impl Host {
    /// Reads a host of ASCII letters, digits, hyphens and dots; upper case is folded.
    ///
    /// # Errors
    /// Another form, an IP address other than `127.0.0.1`, or a port at a host that is not local.
    pub fn parse(text: &str) -> Result<Self, HostError> {
        let (name, port) = match text.split_once(':') {
            Some((name, port)) => (name, Some(port)),
            None => (text, None),
        };
        if !name.is_ascii() || (ends_in_number(name) && name != LOOPBACK) {
            return Err(HostError);
        }
        let name = ascii_domain(name).ok_or(HostError)?;
        match port {
            None => Ok(Self(name)),
            Some(port) if is_local_host(&name) && is_port(port) => Ok(Self(format!("{name}:{port}"))),
            Some(_) => Err(HostError),
        }
    }

    #[must_use]
    pub fn as_str(&self) -> &str {
        &self.0
    }

    /// Returns the host without its port.
    #[must_use]
    pub fn name(&self) -> &str {
        self.0.split(':').next().unwrap_or_default()
    }

    /// Returns `true` for hosts that are called without TLS (uma 2).
    #[must_use]
    pub fn is_local(&self) -> bool {
        is_local_host(self.name())
    }

    /// Returns the scheme of URLs at this host.
    #[must_use]
    pub fn scheme(&self) -> &'static str {
        if self.is_local() { "http" } else { "https" }
    }
}

fn is_port(text: &str) -> bool {
    text.bytes().all(|byte| byte.is_ascii_digit())
        && !text.starts_with('0')
        && text.parse::<u16>().is_ok_and(|port| port > 0)
}

impl fmt::Display for Host {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl fmt::Display for HostError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("must be a domain name; only a local host may have a port")
    }
}

impl std::error::Error for HostError {}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn hosts_are_folded_and_know_their_scheme() {
        for (text, folded, scheme) in [
            ("Pay.Example.COM", "pay.example.com", "https"),
            ("localhost", "localhost", "http"),
            ("localhost:8080", "localhost:8080", "http"),
            ("P1.localhost:8080", "p1.localhost:8080", "http"),
            ("127.0.0.1:65535", "127.0.0.1:65535", "http"),
            ("P1.local:80", "p1.local:80", "http"),
            ("a.b.internal", "a.b.internal", "http"),
            ("local", "local", "https"),
            ("mylocalhost", "mylocalhost", "https"),
        ] {
            let host = Host::parse(text).unwrap();
            assert_eq!((host.as_str(), host.scheme()), (folded, scheme), "{text}");
        }
    }

    #[test]
    fn other_texts_are_no_hosts() {
        for text in [
            "",
            ".",
            "a..b",
            "-a.b",
            "a_b.c",
            "pay.example.com:443",
            "localhost:",
            "localhost:0",
            "localhost:080",
            "localhost:65536",
            "localhost:+1",
            "localhost:1:2",
            "10.0.0.1",
            "0x7f000001",
            "[::1]",
            "a b",
            "a/b",
            "pay.ä.de",
            "a@b",
            "127.1",
        ] {
            assert_eq!(Host::parse(text), Err(HostError), "{text}");
        }
        assert!(Host::parse(&"a".repeat(64)).is_err());
    }

    proptest! {
        #[test]
        fn any_text_is_read_or_refused(text: String) {
            if let Ok(host) = Host::parse(&text) {
                prop_assert_eq!(Host::parse(host.as_str()), Ok(host));
            }
        }
    }
}
