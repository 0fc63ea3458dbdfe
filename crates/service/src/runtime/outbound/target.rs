//! Where an exchange goes: an absolute URL, taken apart once.

use std::fmt;
use std::net::{IpAddr, Ipv4Addr, Ipv6Addr};
use std::str::FromStr;

use axum::http::Uri;
use axum::http::uri::PathAndQuery;

/// An absolute `http` or `https` URL without user info and fragment, at most 2048 characters (conventions 11.1).
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Target {
    text: String,
    scheme: Scheme,
    host: Host,
    port: u16,
    path_and_query: PathAndQuery,
}

/// With or without TLS.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Scheme {
    /// Plain text.
    Http,
    /// Over TLS.
    Https,
}

/// Whom to connect to.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub enum Host {
    /// A name, to be resolved at each connect.
    Name(String),
    Address(IpAddr),
}

/// Why a text is not such a URL.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum TargetError {
    /// Longer than 2048 characters.
    TooLong,
    /// Not an absolute `http` or `https` URL.
    NotAbsolute,
    /// It carries a user name or password.
    UserInfo,
    /// It carries a fragment.
    Fragment,
    /// Its host is neither a name nor an address.
    BadHost,
    /// Its port is not a number from 1 to 65535.
    BadPort,
}

const LENGTH_MAX: usize = 2048;
const NAME_LENGTH_MAX: usize = 253;

impl Target {
    /// With or without TLS.
    #[must_use]
    pub const fn scheme(&self) -> Scheme {
        self.scheme
    }

    /// Whom to connect to.
    #[must_use]
    pub const fn host(&self) -> &Host {
        &self.host
    }

    /// The port, given or the scheme's own.
    #[must_use]
    pub const fn port(&self) -> u16 {
        self.port
    }

    /// The URL as it was given.
    #[must_use]
    pub fn as_str(&self) -> &str {
        &self.text
    }

    pub(super) const fn path_and_query(&self) -> &PathAndQuery {
        &self.path_and_query
    }

    /// The value of the `Host` header: without the port where it is the scheme's own.
    pub(super) fn authority(&self) -> String {
        let host = &self.host;
        if self.port == self.scheme.default_port() {
            host.to_string()
        } else {
            format!("{host}:{}", self.port)
        }
    }
}

impl Scheme {
    const fn default_port(self) -> u16 {
        match self {
            Self::Http => 80,
            Self::Https => 443,
        }
    }
}

impl FromStr for Target {
    type Err = TargetError;

    fn from_str(text: &str) -> Result<Self, TargetError> {
        if text.len() > LENGTH_MAX {
            return Err(TargetError::TooLong);
        }
        // The parser of URIs drops fragments silently.
        if text.contains('#') {
            return Err(TargetError::Fragment);
        }
        let uri: Uri = text.parse().map_err(|_| TargetError::NotAbsolute)?;
        let scheme = match uri.scheme_str() {
            Some("http") => Scheme::Http,
            Some("https") => Scheme::Https,
            _ => return Err(TargetError::NotAbsolute),
        };
        let authority = uri.authority().ok_or(TargetError::NotAbsolute)?.as_str();
        if authority.contains('@') {
            return Err(TargetError::UserInfo);
        }
        let (host, port) = split_port(authority)?;
        let path_and_query = uri.path_and_query().cloned().unwrap_or(PathAndQuery::from_static("/"));
        let port = port.unwrap_or(scheme.default_port());
        Ok(Self { text: text.to_owned(), scheme, host: host.parse()?, port, path_and_query })
    }
}

impl Host {
    /// Whether this is the machine itself.
    #[must_use]
    pub fn is_loopback(&self) -> bool {
        match self {
            Self::Name(name) => name == "localhost",
            Self::Address(address) => address.is_loopback(),
        }
    }
}

fn split_port(authority: &str) -> Result<(&str, Option<u16>), TargetError> {
    // The colons within the brackets of an IPv6 address are not the port's.
    let end_of_host = authority.rfind(']').map_or(0, |bracket| bracket + 1);
    let Some(colon) = authority[end_of_host..].find(':') else { return Ok((authority, None)) };
    let (host, port) = authority.split_at(end_of_host + colon);
    match port[1..].parse() {
        Ok(0) | Err(_) => Err(TargetError::BadPort),
        Ok(port) => Ok((host, Some(port))),
    }
}

impl FromStr for Host {
    type Err = TargetError;

    fn from_str(text: &str) -> Result<Self, TargetError> {
        if let Some(inner) = text.strip_prefix('[').and_then(|rest| rest.strip_suffix(']')) {
            let address: Ipv6Addr = inner.parse().map_err(|_| TargetError::BadHost)?;
            return Ok(Self::Address(address.into()));
        }
        if let Ok(address) = text.parse::<Ipv4Addr>() {
            return Ok(Self::Address(address.into()));
        }
        let name = text.strip_suffix('.').unwrap_or(text);
        let good = name.len() <= NAME_LENGTH_MAX && name.split('.').all(is_label) && !ends_in_number(name);
        if good { Ok(Self::Name(text.to_ascii_lowercase())) } else { Err(TargetError::BadHost) }
    }
}

fn is_label(label: &str) -> bool {
    let inner = |byte: u8| byte.is_ascii_alphanumeric() || byte == b'-' || byte == b'_';
    (1..=63).contains(&label.len())
        && label.bytes().all(inner)
        && !label.starts_with('-')
        && !label.ends_with('-')
}

/// Such a host is an IPv4 address in one of its old spellings (`127.1`, `0x7f000001`): nobody means it well.
fn ends_in_number(name: &str) -> bool {
    let last = name.rsplit('.').next().unwrap_or_default();
    let digits = last.strip_prefix("0x").or_else(|| last.strip_prefix("0X"));
    match digits {
        Some(hex) => hex.bytes().all(|byte| byte.is_ascii_hexdigit()),
        None => last.bytes().all(|byte| byte.is_ascii_digit()),
    }
}

impl fmt::Display for Host {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Name(name) => f.write_str(name),
            Self::Address(IpAddr::V4(address)) => write!(f, "{address}"),
            Self::Address(IpAddr::V6(address)) => write!(f, "[{address}]"),
        }
    }
}

impl fmt::Display for TargetError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::TooLong => "must have at most 2048 characters",
            Self::NotAbsolute => "must be an absolute http or https URL",
            Self::UserInfo => "must not carry a user name or password",
            Self::Fragment => "must not carry a fragment",
            Self::BadHost => "must name a host by its DNS name or IP address",
            Self::BadPort => "must have a port from 1 to 65535, if any",
        })
    }
}

impl std::error::Error for TargetError {}

#[cfg(test)]
mod tests {
    use super::*;

    fn parse(text: &str) -> Result<(Scheme, String, u16, String), TargetError> {
        let target: Target = text.parse()?;
        let path = target.path_and_query().to_string();
        Ok((target.scheme(), target.host().to_string(), target.port(), path))
    }

    #[test]
    fn takes_urls_apart() {
        let parts =
            |scheme, host: &str, port, path: &str| Ok((scheme, host.to_owned(), port, path.to_owned()));
        assert_eq!(parse("https://Example.com"), parts(Scheme::Https, "example.com", 443, "/"));
        assert_eq!(parse("http://[::1]:8080/a?b=c"), parts(Scheme::Http, "[::1]", 8080, "/a?b=c"));
        assert_eq!(parse("HTTPS://1.2.3.4/x"), parts(Scheme::Https, "1.2.3.4", 443, "/x"));
        assert_eq!(parse("http://a_b.internal.:81/"), parts(Scheme::Http, "a_b.internal.", 81, "/"));
    }

    #[test]
    fn refuses_what_is_no_endpoint() {
        let cases = [
            ("not a url", TargetError::NotAbsolute),
            ("", TargetError::NotAbsolute),
            ("/hooks", TargetError::NotAbsolute),
            ("ftp://example.com/", TargetError::NotAbsolute),
            ("https://", TargetError::NotAbsolute),
            ("https:example.com", TargetError::NotAbsolute),
            ("https://user@example.com/", TargetError::UserInfo),
            ("https://user:word@example.com/", TargetError::UserInfo),
            ("https://example.com/#top", TargetError::Fragment),
            ("https://example.com:0/", TargetError::BadPort),
            ("https://example.com:65536/", TargetError::BadPort),
            ("https://127.1/", TargetError::BadHost),
            ("https://2130706433/", TargetError::BadHost),
            ("https://0x7f000001/", TargetError::BadHost),
            ("https://0177.0.0.1/", TargetError::BadHost),
            ("https://a..b/", TargetError::BadHost),
            ("https://-a.example/", TargetError::BadHost),
        ];
        for (text, error) in cases {
            assert_eq!(parse(text), Err(error), "{text}");
        }
        assert_eq!(parse(&format!("https://example.com/{}", "a".repeat(2048))), Err(TargetError::TooLong));
    }

    #[test]
    fn the_host_header_has_only_an_unusual_port() {
        let authority = |text: &str| text.parse::<Target>().unwrap().authority();
        assert_eq!(authority("https://example.com:443/"), "example.com");
        assert_eq!(authority("https://example.com:8443/"), "example.com:8443");
        assert_eq!(authority("http://[::1]:80/"), "[::1]");
    }
}
