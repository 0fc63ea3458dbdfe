//! The `Idempotency-Key` of a request, and the identity of a request (conventions 9).

use axum::http::HeaderMap;
use causeway_domain::Time;
use causeway_store::Key;
use causeway_store::idempotency::RETENTION;
use percent_encoding::percent_decode_str;
use serde_json::Value;
use sha2::{Digest, Sha256};

use crate::runtime::api_error::ApiError;
use crate::runtime::context::Caller;

pub(super) const HEADER: &str = "Idempotency-Key";

/// Reads and checks the key: 1 to 255 visible ASCII characters.
///
/// # Errors
/// `INVALID_INPUT` naming the header.
pub(super) fn read(headers: &HeaderMap) -> Result<Option<String>, ApiError> {
    let Some(value) = headers.get(HEADER) else { return Ok(None) };
    let bytes = value.as_bytes();
    let fits = (1..=255).contains(&bytes.len()) && bytes.iter().all(|b| (0x21..=0x7e).contains(b));
    match value.to_str() {
        Ok(text) if fits => Ok(Some(text.to_owned())),
        _ => Err(ApiError::field(HEADER, "must be 1 to 255 visible ASCII characters")),
    }
}

/// Returns the path that a key belongs to: decoded once, so that `:` and `%3A` in an id are the same request.
#[must_use]
pub(super) fn concrete_path(path: &str) -> String {
    percent_decode_str(path).decode_utf8_lossy().into_owned()
}

/// Returns the key of the idempotency record. Its scope is platform, agent if one calls, method and concrete
/// path; the request is path, query and the parsed body, so that neither the order of members nor white space
/// makes a difference.
#[must_use]
pub(super) fn key(
    caller: &Caller,
    wall: Time,
    method: &str,
    path: &str,
    query: &str,
    body: &Value,
    key: String,
) -> Key {
    let mut hash = Sha256::new();
    for part in [path, query] {
        hash.update(part.as_bytes());
        hash.update([0]);
    }
    add_canonical(&mut hash, body);
    Key {
        platform: caller.platform,
        scope: match caller.principal.agent() {
            Some(agent) => format!("{} {method} {path}", agent.id),
            None => format!("{method} {path}"),
        },
        key,
        request_hash: hash.finalize().into(),
        now: caller.clock.at(wall),
        retention: Some(RETENTION),
    }
}

/// Hashes a parsed body: neither the order of members nor white space makes a difference.
#[must_use]
pub(super) fn body_hash(body: &Value) -> [u8; 32] {
    let mut hash = Sha256::new();
    add_canonical(&mut hash, body);
    hash.finalize().into()
}

/// Feeds a JSON value to the hash, with the members of objects sorted by name.
fn add_canonical(hash: &mut Sha256, value: &Value) {
    match value {
        Value::Object(members) => {
            let mut names: Vec<&String> = members.keys().collect();
            names.sort_unstable();
            hash.update(b"{");
            for name in names {
                add_canonical(hash, &Value::String(name.clone()));
                add_canonical(hash, &members[name]);
            }
            hash.update(b"}");
        }
        Value::Array(items) => {
            hash.update(b"[");
            for item in items {
                add_canonical(hash, item);
            }
            hash.update(b"]");
        }
        scalar => {
            hash.update(scalar.to_string().as_bytes());
            hash.update(b",");
        }
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use axum::http::HeaderValue;
    use causeway_domain::PlatformClock;
    use causeway_domain::ids::{Id, PlatformId};
    use causeway_store::ConfigVersion;
    use causeway_store::platforms::Environment;
    use serde_json::json;

    use super::*;
    use crate::ports::NoOffers;
    use crate::runtime::principal::Principal;

    fn hash(body: &Value) -> [u8; 32] {
        let caller = Caller {
            principal: Principal::Service,
            platform: PlatformId::from_uuid(uuid::Uuid::nil()),
            environment: Environment::Sandbox,
            clock: PlatformClock::Running { lead_millis: 0 },
            has_endpoint: false,
            version: ConfigVersion::default(),
            offers: Arc::new(NoOffers),
        };
        key(&caller, Time::from_millis(0), "POST", "/quotes", "", body, "k".into()).request_hash
    }

    #[test]
    fn order_and_whitespace_do_not_change_the_digest_but_values_do() {
        let first: Value = serde_json::from_str(r#"{"a":1,"b":{"c":[1,"2"],"d":null}}"#).unwrap();
        let second: Value = serde_json::from_str(r#"{ "b": {"d":null, "c":[1,"2"]}, "a":1 }"#).unwrap();
        assert_eq!(hash(&first), hash(&second));
        assert_ne!(hash(&json!({"a": "1"})), hash(&json!({"a": 1})));
        assert_ne!(hash(&json!([["a"], "b"])), hash(&json!([["a", "b"]])));
    }

    #[test]
    fn both_spellings_of_a_path_are_one() {
        let raw = "/quotes/Quote:1/execute";
        let encoded = "/quotes/Quote%3a1/execute";
        assert_eq!(concrete_path(encoded), raw);
        assert_eq!(concrete_path(raw), raw);
    }

    #[test]
    fn a_key_is_visible_ascii() {
        let sent = |value: &[u8]| {
            let mut headers = HeaderMap::new();
            headers.insert(HEADER, HeaderValue::from_bytes(value).unwrap());
            read(&headers)
        };
        assert_eq!(sent(b"order-17").unwrap(), Some("order-17".to_owned()));
        for bad in [&b""[..], b"two words", &[b'x'; 256], "é".as_bytes()] {
            assert!(sent(bad).is_err());
        }
        assert_eq!(read(&HeaderMap::new()).unwrap(), None);
    }
}
