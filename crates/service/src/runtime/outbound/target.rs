//! The target of a request: an absolute URL, parsed once.

use std::fmt;
use std::net::{IpAddr, Ipv4Addr, Ipv6Addr};
use std::str::FromStr;

use axum::http::Uri;
use axum::http::uri::PathAndQuery;
use causeway_domain::letters::{ascii_domain, ends_in_number};
use percent_encoding::{AsciiSet, CONTROLS, utf8_percent_encode};

/// An absolute `http` or `https` URL without user info and fragment, at most 2048 characters as it is sent
/// (conventions 11.1).
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Target {
    text: String,
    scheme: Scheme,
    host: Host,
    port: u16,
    path_and_query: PathAndQuery,
}

/// The URL scheme.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Scheme {
    Http,
    Https,
}

/// The host to connect to.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub enum Host {
    /// A name, resolved at each connect.
    Name(String),
    Address(IpAddr),
}

/// The error of a text that is not such a URL.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum TargetError {
    /// Longer than 2048 characters.
    TooLong,
    /// Not an absolute `http` or `https` URL.
    NotAbsolute,
    /// Has a user name or password.
    UserInfo,
    /// Has a fragment.
    Fragment,
    /// The host is neither a name nor an address.
    BadHost,
    /// The port is not a number from 1 to 65535.
    BadPort,
    /// A percent sign is not followed by two hexadecimal digits.
    BadEscape,
}

/// Maximum length of a URL as it is sent, in bytes.
const MAX_LENGTH: usize = 2048;
/// Maximum length of a host name without the final point.
const MAX_NAME_LENGTH: usize = 253;

impl Target {
    #[must_use]
    pub const fn scheme(&self) -> Scheme {
        self.scheme
    }

    #[must_use]
    pub const fn host(&self) -> &Host {
        &self.host
    }

    /// Returns the port, explicit or the scheme's default.
    #[must_use]
    pub const fn port(&self) -> u16 {
        self.port
    }

    /// Returns the URL as it is sent.
    #[must_use]
    pub fn as_str(&self) -> &str {
        &self.text
    }

    pub(super) const fn path_and_query(&self) -> &PathAndQuery {
        &self.path_and_query
    }

    /// Returns the path as it is sent, percent-encoded.
    #[must_use]
    pub fn path(&self) -> &str {
        self.path_and_query.path()
    }

    /// Returns the query as it is sent, without `?`; empty if there is none.
    #[must_use]
    pub fn query(&self) -> &str {
        self.path_and_query.query().unwrap_or_default()
    }

    /// Returns the value of the `Host` header: without the port if it is the scheme's default.
    #[must_use]
    pub fn authority(&self) -> String {
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
        let encoded_url = encode(text)?;
        if encoded_url.len() > MAX_LENGTH {
            return Err(TargetError::TooLong);
        }
        let uri: Uri = encoded_url.parse().map_err(|_| TargetError::NotAbsolute)?;
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
        Ok(Self { text: encoded_url, scheme, host: host.parse()?, port, path_and_query })
    }
}

impl Host {
    /// Returns `true` if this is the machine itself; also for its names, in whatever way they resolve (RFC
    /// 6761).
    #[must_use]
    pub fn is_loopback(&self) -> bool {
        match self {
            Self::Name(name) => {
                let name = name.strip_suffix('.').unwrap_or(name);
                name == "localhost" || name.ends_with(".localhost")
            }
            Self::Address(address) => address.is_loopback(),
        }
    }
}

/// ASCII characters that RFC 3986 excludes from URLs; receivers refuse a request whose first line contains
/// them.
const FORBIDDEN: &AsciiSet =
    &CONTROLS.add(b'"').add(b'<').add(b'>').add(b'\\').add(b'^').add(b'`').add(b'{').add(b'|').add(b'}');
/// The same after the host, whose address may be in brackets.
const FORBIDDEN_IN_PATH: &AsciiSet = &FORBIDDEN.add(b'[').add(b']');

/// Returns a URL as it is sent: path and query in ASCII, characters that RFC 3986 forbids percent-encoded.
fn encode(text: &str) -> Result<String, TargetError> {
    // The URI parser drops fragments silently.
    if text.contains('#') {
        return Err(TargetError::Fragment);
    }
    if text.bytes().any(|byte| byte <= b' ' || byte == 0x7f) {
        return Err(TargetError::NotAbsolute);
    }
    let behind_scheme = text.find("://").ok_or(TargetError::NotAbsolute)? + 3;
    let authority = text[behind_scheme..].split(['/', '?']).next().unwrap_or_default();
    if !authority.is_ascii() {
        return Err(TargetError::BadHost);
    }
    let (origin, path) = text.split_at(behind_scheme + authority.len());
    if !has_sound_escapes(path) {
        return Err(TargetError::BadEscape);
    }
    let origin = utf8_percent_encode(origin, FORBIDDEN);
    Ok(format!("{origin}{}", utf8_percent_encode(path, FORBIDDEN_IN_PATH)))
}

fn has_sound_escapes(text: &str) -> bool {
    text.split('%').skip(1).all(|rest| {
        let mut digits = rest.bytes().take(2);
        digits.len() == 2 && digits.all(|byte| byte.is_ascii_hexdigit())
    })
}

fn split_port(authority: &str) -> Result<(&str, Option<u16>), TargetError> {
    // The colons within the brackets of an IPv6 address do not begin the port.
    let end_of_host = authority.rfind(']').map_or(0, |bracket| bracket + 1);
    let Some(colon) = authority[end_of_host..].find(':') else { return Ok((authority, None)) };
    let (host, port) = authority.split_at(end_of_host + colon);
    let port = port_of(&port[1..]).ok_or(TargetError::BadPort)?;
    Ok((host, Some(port)))
}

/// Parses a port of digits only, from 1.
pub(crate) fn port_of(text: &str) -> Option<u16> {
    let is_spelled = text.bytes().all(|byte| byte.is_ascii_digit());
    text.parse().ok().filter(|port| is_spelled && *port != 0)
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
        let good = name.len() <= MAX_NAME_LENGTH && name.split('.').all(is_label) && !ends_in_number(name);
        if good { Ok(Self::Name(text.to_ascii_lowercase())) } else { Err(TargetError::BadHost) }
    }
}

fn is_label(label: &str) -> bool {
    let inner = |byte: u8| byte.is_ascii_alphanumeric() || byte == b'-' || byte == b'_';
    (1..=63).contains(&label.len())
        && label.bytes().all(inner)
        && !label.starts_with('-')
        && !label.ends_with('-')
        && is_sound_if_encoded(label)
}

/// Returns `false` for a label that claims to be an encoded name of another script, and is not (conventions
/// 5.4).
fn is_sound_if_encoded(label: &str) -> bool {
    let is_encoded = label.get(..4).is_some_and(|prefix| prefix.eq_ignore_ascii_case("xn--"));
    !is_encoded || ascii_domain(label).is_some()
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
            Self::TooLong => "must have at most 2048 characters, once percent-encoded",
            Self::NotAbsolute => "must be an absolute http or https URL",
            Self::UserInfo => "must not carry a user name or password",
            Self::Fragment => "must not carry a fragment",
            Self::BadHost => "must name a host by its IP address or its DNS name in ASCII (xn--…)",
            Self::BadPort => "must have a port from 1 to 65535, if any",
            Self::BadEscape => "must have two hexadecimal digits after each percent sign",
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
    fn urls_are_parsed_into_their_parts() {
        let parts =
            |scheme, host: &str, port, path: &str| Ok((scheme, host.to_owned(), port, path.to_owned()));
        assert_eq!(parse("https://Example.com"), parts(Scheme::Https, "example.com", 443, "/"));
        assert_eq!(parse("http://[::1]:8080/a?b=c"), parts(Scheme::Http, "[::1]", 8080, "/a?b=c"));
        assert_eq!(parse("HTTPS://1.2.3.4/x"), parts(Scheme::Https, "1.2.3.4", 443, "/x"));
        assert_eq!(parse("http://a_b.internal.:81/"), parts(Scheme::Http, "a_b.internal.", 81, "/"));
    }

    #[test]
    fn refuses_invalid_endpoints() {
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
            ("https://example.com:+8443/", TargetError::BadPort),
            ("https://[::1]:+8443/", TargetError::BadPort),
            ("https://example.com:-1/", TargetError::BadPort),
            ("https://example.com:/", TargetError::BadPort),
            ("https://example.com:65536/", TargetError::BadPort),
            ("https://example.com/100%", TargetError::BadEscape),
            ("https://example.com/%zz", TargetError::BadEscape),
            ("https://example.com/?a=%4", TargetError::BadEscape),
            ("https://example.com/%é0", TargetError::BadEscape),
            ("https://example.com/a b", TargetError::NotAbsolute),
            ("https://example.com/a\u{7f}", TargetError::NotAbsolute),
            ("https://bücher.example/", TargetError::BadHost),
            ("https://例え.テスト", TargetError::BadHost),
            ("https://１.1.1.1/", TargetError::BadHost),
            ("https://example.com\\@evil.example/", TargetError::UserInfo),
            ("https://127.1/", TargetError::BadHost),
            ("https://2130706433/", TargetError::BadHost),
            ("https://0x7f000001/", TargetError::BadHost),
            ("https://0177.0.0.1/", TargetError::BadHost),
            ("https://a..b/", TargetError::BadHost),
            ("https://-a.example/", TargetError::BadHost),
            ("https://xn--a/", TargetError::BadHost),
            ("https://hooks.XN--a.example/", TargetError::BadHost),
        ];
        for (text, error) in cases {
            assert_eq!(parse(text), Err(error), "{text}");
        }
        assert_eq!(parse(&format!("https://example.com/{}", "a".repeat(2048))), Err(TargetError::TooLong));
    }

    #[test]
    fn only_characters_of_rfc_3986_are_sent() {
        let path = |text: &str| parse(&format!("https://example.com{text}")).unwrap().3;
        assert_eq!(path("/\u{fc}ber?stra\u{df}e=\u{4e2d}"), "/%C3%BCber?stra%C3%9Fe=%E4%B8%AD");
        assert_eq!(path("/\u{1f600}\u{a0}\u{202e}"), "/%F0%9F%98%80%C2%A0%E2%80%AE");
        assert_eq!(path(r#"/{id}|"<x>"\^`"#), "/%7Bid%7D%7C%22%3Cx%3E%22%5C%5E%60");
        assert_eq!(path("/%c3%A9%2F?a=b%26c"), "/%c3%A9%2F?a=b%26c");
        assert_eq!(path("/a;b,c@d!$&'()*+=:~/x?q=/?:"), "/a;b,c@d!$&'()*+=:~/x?q=/?:");
        assert_eq!(path("/[7]?ids[]=[8]"), "/%5B7%5D?ids%5B%5D=%5B8%5D");
        assert_eq!(parse("http://[::2]/[7]").unwrap().3, "/%5B7%5D");
        let target: Target = "https://example.com/\u{e9}".parse().unwrap();
        assert_eq!(target.as_str(), "https://example.com/%C3%A9");
        assert_eq!(parse("https://xn--bcher-kva.example/").unwrap().1, "xn--bcher-kva.example");
        // Each letter takes six bytes on the wire.
        let letters = |count| format!("https://example.com/{}", "\u{fc}".repeat(count));
        assert!(parse(&letters(338)).is_ok());
        assert_eq!(parse(&letters(339)), Err(TargetError::TooLong));
    }

    #[test]
    fn every_name_of_this_machine_is_known() {
        let is_loopback = |host: &str| host.parse::<Host>().unwrap().is_loopback();
        for host in ["localhost", "LocalHost.", "pay.localhost", "a.b.localhost.", "127.9.9.9", "[::1]"] {
            assert!(is_loopback(host), "{host}");
        }
        for host in ["notlocalhost", "localhost.example", "10.0.0.1"] {
            assert!(!is_loopback(host), "{host}");
        }
    }

    #[test]
    fn the_host_header_has_only_an_unusual_port() {
        let authority = |text: &str| text.parse::<Target>().unwrap().authority();
        assert_eq!(authority("https://example.com:443/"), "example.com");
        assert_eq!(authority("https://example.com:8443/"), "example.com:8443");
        assert_eq!(authority("http://[::1]:80/"), "[::1]");
    }
}
