//! UMA addresses of customers (customers 2.4).

use std::fmt;

use causeway_vocabulary::letters::{ascii_domain, ends_in_number, is_local_host};

/// An address `$local@domain`, in lower case.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct UmaAddress {
    local: String,
    domain: String,
}

/// The reason why a text cannot be a customer's address.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum UmaRefusal {
    /// The address does not have the form `$local@domain`.
    Form,
    /// The domain of the address is not the platform's.
    ForeignDomain,
}

/// The maximum length of `$` and the local part of a customer's address.
const MAX_LOCAL_WITH_SIGN: usize = 64;
/// The maximum length of both at another provider: some count without `$`.
const MAX_PEER_LOCAL_WITH_SIGN: usize = 65;
/// The alphabet of generated local parts: Base32 (RFC 4648) in lower case.
const BASE32: &[u8; 32] = b"abcdefghijklmnopqrstuvwxyz234567";

impl UmaAddress {
    /// Reads an address of any domain; upper case is folded.
    ///
    /// # Errors
    /// When the text has another form.
    pub fn parse(text: &str) -> Result<Self, UmaRefusal> {
        let lower = text.to_ascii_lowercase();
        let (local, domain) =
            lower.strip_prefix('$').and_then(|rest| rest.split_once('@')).ok_or(UmaRefusal::Form)?;
        let domain = uma_host(domain).ok_or(UmaRefusal::Form)?;
        Self::with_limit(local, &domain, MAX_PEER_LOCAL_WITH_SIGN).ok_or(UmaRefusal::Form)
    }

    /// Reads an address that must belong to the platform's `domain`.
    ///
    /// # Errors
    /// When the text has another form or another domain.
    pub fn parse_own(text: &str, domain: &str) -> Result<Self, UmaRefusal> {
        let address = Self::parse(text)?;
        if !address.domain.eq_ignore_ascii_case(domain) {
            return Err(UmaRefusal::ForeignDomain);
        }
        if address.local.len() < MAX_LOCAL_WITH_SIGN { Ok(address) } else { Err(UmaRefusal::Form) }
    }

    /// Returns the customer's address with this local part in this domain, or `None` if the local part is not valid.
    #[must_use]
    pub fn from_parts(local: &str, domain: &str) -> Option<Self> {
        Self::with_limit(local, domain, MAX_LOCAL_WITH_SIGN)
    }

    /// Returns an address whose local part with `$` has at most `most` characters.
    fn with_limit(local: &str, domain: &str, most: usize) -> Option<Self> {
        let fits = (1..most).contains(&local.len())
            && local
                .bytes()
                .all(|byte| matches!(byte, b'a'..=b'z' | b'0'..=b'9' | b'-' | b'_' | b'.' | b'+'));
        fits.then(|| Self { local: local.to_owned(), domain: domain.to_ascii_lowercase() })
    }

    /// Returns the part between `$` and `@`.
    #[must_use]
    pub fn local(&self) -> &str {
        &self.local
    }

    /// Returns the part after `@`.
    #[must_use]
    pub fn domain(&self) -> &str {
        &self.domain
    }
}

impl fmt::Display for UmaAddress {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "${}@{}", self.local, self.domain)
    }
}

/// Returns a local part that does not identify its owner: 12 random characters of base 32.
#[must_use]
pub fn generated_local_part(random: [u8; 12]) -> String {
    random.iter().map(|byte| char::from(BASE32[usize::from(byte % 32)])).collect()
}

/// Returns the host name as in DNS, in lower case, or `None` if the text is not a host name.
#[must_use]
pub fn host_name(text: &str) -> Option<String> {
    ascii_domain(text)
}

/// Returns the host of UMA addresses in lower case, or `None` if the text is none: a host name, with a port
/// only if it is local (uma 1). Addresses of the network are none, except that of this machine.
#[must_use]
pub fn uma_host(text: &str) -> Option<String> {
    let (name, port) = text.split_once(':').map_or((text, None), |(name, port)| (name, Some(port)));
    let name = host_name(name).filter(|name| !ends_in_number(name) || is_local_host(name))?;
    match port {
        None => Some(name),
        Some(port) => (is_local_host(&name) && is_port(port)).then(|| format!("{name}:{port}")),
    }
}

/// Returns `true` for a port without leading zeros: one number has one spelling.
fn is_port(text: &str) -> bool {
    let is_number = !text.starts_with('0') && text.bytes().all(|byte| byte.is_ascii_digit());
    is_number && text.parse::<u16>().is_ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_address_is_folded_to_lower_case() {
        let address = UmaAddress::parse_own("$JANE.d+1_x-y@Pay.Example", "pay.example").unwrap();
        assert_eq!(address.to_string(), "$jane.d+1_x-y@pay.example");
        assert_eq!((address.local(), address.domain()), ("jane.d+1_x-y", "pay.example"));
    }

    #[test]
    fn other_forms_and_domains_are_refused() {
        let of_length = |length: usize| format!("${}@a.b", "x".repeat(length));
        assert!(UmaAddress::parse_own(&of_length(63), "a.b").is_ok());
        assert_eq!(UmaAddress::parse_own(&of_length(64), "a.b"), Err(UmaRefusal::Form));
        assert_eq!(UmaAddress::from_parts(&"x".repeat(64), "a.b"), None);
        assert!(UmaAddress::parse(&of_length(64)).is_ok(), "a peer may count without the sign");
        let too_long = of_length(65);
        for text in [
            "jane@a.b",
            "$@a.b",
            "$ja ne@a.b",
            "$jane",
            "$jane@",
            "$jane@a..b",
            "$jäne@a.b",
            "$a@b@c.d",
            "$jane@-a.b",
            &too_long,
        ] {
            assert_eq!(UmaAddress::parse(text), Err(UmaRefusal::Form), "{text}");
        }
        assert_eq!(UmaAddress::parse_own("$jane@other.example", "a.b"), Err(UmaRefusal::ForeignDomain));
    }

    #[test]
    fn generated_local_parts_are_base_32() {
        assert_eq!(generated_local_part([0; 12]), "aaaaaaaaaaaa");
        assert_eq!(generated_local_part([255; 12]), "777777777777");
        assert!(
            UmaAddress::from_parts(&generated_local_part([7, 31, 32, 200, 9, 1, 2, 3, 4, 5, 6, 7]), "a.b")
                .is_some()
        );
    }

    #[test]
    fn local_hosts_may_have_a_port() {
        for (text, host) in [
            ("Pay.Example", "pay.example"),
            ("localhost:8080", "localhost:8080"),
            ("127.0.0.1:1", "127.0.0.1:1"),
            ("P1.localhost:65535", "p1.localhost:65535"),
            ("a.b.local:80", "a.b.local:80"),
            ("uma.internal:80", "uma.internal:80"),
        ] {
            assert_eq!(uma_host(text).as_deref(), Some(host), "{text}");
        }
        for text in [
            "pay.example:443",
            "local:80",
            "localhost:",
            "localhost:0",
            "localhost:080",
            "localhost:65536",
            "localhost:+1",
            "localhost:1:2",
            "10.0.0.1:80",
            "10.0.0.1",
            "0x7f000001",
        ] {
            assert_eq!(uma_host(text), None, "{text}");
        }
        let address = UmaAddress::parse("$Jane@P1.localhost:8080").unwrap();
        assert_eq!(address.to_string(), "$jane@p1.localhost:8080");
        assert_eq!(UmaAddress::parse("$jane@pay.example:8080"), Err(UmaRefusal::Form));
    }

    #[test]
    fn host_names() {
        assert_eq!(host_name("Pay.Example"), Some("pay.example".to_owned()));
        assert_eq!(host_name("pay.ä.de"), Some("pay.xn--4ca.de".to_owned()));
        for text in
            ["", ".", "a.", "a b", "a_b", "😀.de", &"a".repeat(64), &vec!["a".repeat(60); 5].join(".")]
        {
            assert_eq!(host_name(text), None, "{text}");
        }
    }
}
