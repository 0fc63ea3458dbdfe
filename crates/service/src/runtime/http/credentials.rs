//! The `Authorization` header (conventions 3.1).

use axum::http::header::AUTHORIZATION;
use axum::http::{HeaderMap, HeaderValue};
use base64::Engine;
use base64::engine::general_purpose::STANDARD;

use crate::runtime::keys::{AccessToken, TokenSecret};

/// Returns the hash of the access token sent with `Bearer`; `None` for a missing or repeated header and for
/// another scheme.
#[must_use]
pub(super) fn bearer(headers: &HeaderMap) -> Option<[u8; 32]> {
    let (scheme, token) = only(headers)?.to_str().ok()?.split_once(' ')?;
    scheme.eq_ignore_ascii_case("bearer").then(|| AccessToken::presented(token.trim().to_owned()).hash())
}

/// Returns the header, or `None` if it is sent more than once: two parsers could use different ones.
fn only(headers: &HeaderMap) -> Option<&HeaderValue> {
    let mut values = headers.get_all(AUTHORIZATION).iter();
    let first = values.next();
    first.filter(|_| values.next().is_none())
}

/// Basic credentials as sent: a client id in its stored spelling, and a secret.
#[derive(Debug, Clone)]
pub struct Credentials {
    /// Hexadecimal UUID without dashes, or the client id that the deployment was bootstrapped with.
    pub client_id: String,
    /// The secret as claimed, not verified.
    pub secret: TokenSecret,
}

impl Credentials {
    /// Reads Basic credentials. `None` for a missing or repeated header, another scheme, bad base64, no
    /// colon, and a user name with a NUL, which the database cannot search for.
    ///
    /// Three spellings of the user name mean the same token: the client id, its UUID with dashes, and
    /// `Token:<uuid>`.
    #[must_use]
    pub(super) fn basic(headers: &HeaderMap) -> Option<Self> {
        let (scheme, encoded) = only(headers)?.to_str().ok()?.split_once(' ')?;
        if !scheme.eq_ignore_ascii_case("basic") {
            return None;
        }
        let decoded = String::from_utf8(STANDARD.decode(encoded.trim()).ok()?).ok()?;
        let credentials = decoded.strip_prefix("Token:").unwrap_or(&decoded);
        let (user, secret) = credentials.split_once(':')?;
        if user.contains('\0') {
            return None;
        }
        Some(Self { client_id: stored_spelling(user), secret: TokenSecret::presented(secret.to_owned()) })
    }
}

fn stored_spelling(user: &str) -> String {
    let dashed = user.len() == 36 && user.bytes().all(|b| b == b'-' || b.is_ascii_hexdigit());
    if dashed { user.replace('-', "") } else { user.to_owned() }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(header: &str) -> Option<(String, String)> {
        let mut headers = HeaderMap::new();
        headers.insert(AUTHORIZATION, HeaderValue::from_str(header).unwrap());
        Credentials::basic(&headers).map(|found| (found.client_id, found.secret.expose().to_owned()))
    }

    fn basic(plain: &str) -> String {
        format!("Basic {}", STANDARD.encode(plain))
    }

    #[test]
    fn three_spellings_name_one_token() {
        let expected = Some(("0190a1b2c3d47e8f9a0b1c2d3e4f5a6b".to_owned(), "s:1".to_owned()));
        assert_eq!(read(&basic("0190a1b2c3d47e8f9a0b1c2d3e4f5a6b:s:1")), expected);
        assert_eq!(read(&basic("0190a1b2-c3d4-7e8f-9a0b-1c2d3e4f5a6b:s:1")), expected);
        assert_eq!(read(&basic("Token:0190a1b2-c3d4-7e8f-9a0b-1c2d3e4f5a6b:s:1")), expected);
    }

    #[test]
    fn exactly_one_bearer_token_is_accepted() {
        let mut headers = HeaderMap::new();
        assert_eq!(bearer(&headers), None);
        headers.append(AUTHORIZATION, HeaderValue::from_static("bearer sat_1"));
        assert_eq!(bearer(&headers), Some(AccessToken::presented("sat_1".to_owned()).hash()));
        headers.append(AUTHORIZATION, HeaderValue::from_static("Bearer sat_1"));
        assert_eq!(bearer(&headers), None);
        headers.insert(AUTHORIZATION, HeaderValue::from_static("Basic sat_1"));
        assert_eq!(bearer(&headers), None);
    }

    #[test]
    fn other_headers_are_not_credentials() {
        for header in ["Basic !!!", "Bearer abc", "Basic", &basic("no colon"), &basic("a\0b:c")] {
            assert_eq!(read(header), None, "{header}");
        }
        let mut headers = HeaderMap::new();
        assert!(Credentials::basic(&headers).is_none());
        headers.append(AUTHORIZATION, HeaderValue::from_str(&basic("a:b")).unwrap());
        assert!(Credentials::basic(&headers).is_some());
        headers.append(AUTHORIZATION, HeaderValue::from_str(&basic("a:b")).unwrap());
        assert!(Credentials::basic(&headers).is_none(), "two readers could take different ones");
    }
}
