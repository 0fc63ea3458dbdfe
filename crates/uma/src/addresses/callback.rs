//! URLs that a message gives to its reader.

use std::fmt;

use super::host::Host;

/// A URL of a peer to send a later message to: `https`, or `http` at a local host.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Callback {
    url: String,
    host: Host,
}

/// The error for a text that is not such a URL.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct CallbackError;

/// The longest URL, in bytes.
const MAX_URL: usize = 2_048;

impl Callback {
    /// Reads a URL with a host name, a port if any, and no user. The text stays as it is.
    ///
    /// # Errors
    /// Another scheme or form.
    pub fn parse(text: &str) -> Result<Self, CallbackError> {
        let is_printable =
            text.bytes().all(|byte| byte.is_ascii_graphic() && !b"\"<>\\^`{|}".contains(&byte));
        let (scheme, rest) = text.split_once("://").ok_or(CallbackError)?;
        if text.len() > MAX_URL || !is_printable {
            return Err(CallbackError);
        }
        let end = rest.find(['/', '?', '#']).unwrap_or(rest.len());
        let authority = rest.get(..end).ok_or(CallbackError)?;
        let host = host_of(authority).ok_or(CallbackError)?;
        let is_secure = scheme.eq_ignore_ascii_case("https");
        let is_local = scheme.eq_ignore_ascii_case("http") && host.is_local();
        if !is_secure && !is_local {
            return Err(CallbackError);
        }
        Ok(Self { url: text.to_owned(), host })
    }

    #[must_use]
    pub fn as_str(&self) -> &str {
        &self.url
    }

    /// Returns the host that is called, without a port unless it is local.
    #[must_use]
    pub const fn host(&self) -> &Host {
        &self.host
    }

    /// Returns the URL with one more query parameter; a fragment is left out.
    #[must_use]
    pub fn with_parameter(&self, name: &str, value: &str) -> String {
        let url = self.url.split('#').next().unwrap_or_default();
        let mark = if url.contains('?') { '&' } else { '?' };
        format!("{url}{mark}{name}={}", super::query::encode(value))
    }
}

/// Returns the host of the authority. A port is allowed at every host, because the peer chose the URL.
fn host_of(authority: &str) -> Option<Host> {
    if let Ok(host) = Host::parse(authority) {
        return Some(host);
    }
    let (name, port) = authority.split_once(':')?;
    let is_port = port.bytes().all(|byte| byte.is_ascii_digit()) && port.parse::<u16>().is_ok();
    if is_port { Host::parse(name).ok() } else { None }
}

impl fmt::Display for Callback {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.url)
    }
}

impl fmt::Display for CallbackError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("must be an https URL; http is for local hosts")
    }
}

impl std::error::Error for CallbackError {}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn urls_are_kept_as_they_are() {
        for (text, host) in [
            ("https://uma.example.com/payreq/0f3c", "uma.example.com"),
            ("https://Uma.example.com:8443/x?y=1#z", "uma.example.com"),
            ("http://localhost:8080/x", "localhost:8080"),
            ("https://uma.example.com", "uma.example.com"),
        ] {
            let callback = Callback::parse(text).unwrap();
            assert_eq!((callback.as_str(), callback.host().as_str()), (text, host));
        }
    }

    #[test]
    fn other_texts_are_no_callbacks() {
        for text in [
            "",
            "/payreq",
            "http://uma.example.com/x",
            "ftp://uma.example.com",
            "https://a@b.c/",
            "https://",
            "https://10.0.0.1/",
            "https://a.b/x y",
            "https://a.b/\n",
            "javascript:1",
            "https://a.b:99999/",
            "https://a.b\\@c.d/",
            "https:///x",
        ] {
            assert_eq!(Callback::parse(text), Err(CallbackError), "{text}");
        }
        assert!(Callback::parse(&format!("https://a.b/{}", "x".repeat(MAX_URL))).is_err());
    }

    #[test]
    fn parameters_are_added() {
        let with = |text: &str| Callback::parse(text).unwrap().with_parameter("amount", "1000 &");
        assert_eq!(with("https://a.b/c"), "https://a.b/c?amount=1000%20%26");
        assert_eq!(with("https://a.b/c?d=e#f"), "https://a.b/c?d=e&amount=1000%20%26");
    }

    proptest! {
        #[test]
        fn any_text_is_read_or_refused(text: String, near in "https?://[a-z0-9.:@/?#-]{0,40}") {
            let _ = Callback::parse(&text);
            let _ = Callback::parse(&near);
        }
    }
}
