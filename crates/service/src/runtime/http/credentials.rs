//! What stands in the `Authorization` header (conventions 3.1).

use axum::http::HeaderMap;
use axum::http::header::AUTHORIZATION;
use base64::Engine;
use base64::engine::general_purpose::STANDARD;

use crate::runtime::keys::TokenSecret;

/// Basic credentials as sent: a client id in its stored spelling, and a secret.
#[derive(Debug, Clone)]
pub struct Credentials {
    /// Hexadecimal UUID without dashes, or whatever the deployment was bootstrapped with.
    pub client_id: String,
    /// What the caller claims the secret to be.
    pub secret: TokenSecret,
}

impl Credentials {
    /// Reads Basic credentials; `None` for a missing header, another scheme, bad base64 or no colon.
    ///
    /// Three spellings of the user name mean the same token: the client id, its UUID with dashes, and
    /// `Token:<uuid>`.
    #[must_use]
    pub fn basic(headers: &HeaderMap) -> Option<Self> {
        let (scheme, encoded) = headers.get(AUTHORIZATION)?.to_str().ok()?.split_once(' ')?;
        if !scheme.eq_ignore_ascii_case("basic") {
            return None;
        }
        let decoded = String::from_utf8(STANDARD.decode(encoded.trim()).ok()?).ok()?;
        let named = decoded.strip_prefix("Token:").unwrap_or(&decoded);
        let (user, secret) = named.split_once(':')?;
        Some(Self { client_id: stored_spelling(user), secret: TokenSecret::presented(secret.to_owned()) })
    }
}

fn stored_spelling(user: &str) -> String {
    let dashed = user.len() == 36 && user.bytes().all(|b| b == b'-' || b.is_ascii_hexdigit());
    if dashed { user.replace('-', "") } else { user.to_owned() }
}

#[cfg(test)]
mod tests {
    use axum::http::HeaderValue;

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
        let wanted = Some(("0190a1b2c3d47e8f9a0b1c2d3e4f5a6b".to_owned(), "s:1".to_owned()));
        assert_eq!(read(&basic("0190a1b2c3d47e8f9a0b1c2d3e4f5a6b:s:1")), wanted);
        assert_eq!(read(&basic("0190a1b2-c3d4-7e8f-9a0b-1c2d3e4f5a6b:s:1")), wanted);
        assert_eq!(read(&basic("Token:0190a1b2-c3d4-7e8f-9a0b-1c2d3e4f5a6b:s:1")), wanted);
    }

    #[test]
    fn anything_else_is_no_credential() {
        for header in ["Basic !!!", "Bearer abc", "Basic", &basic("no colon")] {
            assert_eq!(read(header), None, "{header}");
        }
        assert!(Credentials::basic(&HeaderMap::new()).is_none());
    }
}
