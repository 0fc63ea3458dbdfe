//! JSON of peers: bounded bodies, and tolerance for `null`.

use serde::de::DeserializeOwned;
use serde::{Deserialize, Deserializer, Serialize};
use serde_json::Value;
use serde_json::value::{RawValue, to_raw_value};

/// The largest body that is read, in bytes (uma 2).
pub const MAX_BODY: usize = 64 * 1024;

/// Reads a body, or returns `None` if it is too large, is not JSON, or has another shape.
pub(crate) fn read<T: DeserializeOwned>(body: &[u8]) -> Option<T> {
    if body.len() > MAX_BODY {
        return None;
    }
    serde_json::from_slice(body).ok()
}

/// Writes compact JSON.
pub(crate) fn write<T: Serialize>(value: &T) -> String {
    // The values of this crate have keys of text and no numbers that JSON lacks, so that writing cannot fail.
    serde_json::to_string(value).unwrap_or_default()
}

/// Returns a value as JSON.
pub(crate) fn value<T: Serialize>(value: &T) -> Value {
    serde_json::to_value(value).unwrap_or_default()
}

/// Writes compact JSON that is to be a part of other JSON.
pub(crate) fn raw<T: Serialize>(value: &T) -> Box<RawValue> {
    to_raw_value(value).unwrap_or_else(|_| RawValue::NULL.to_owned())
}

/// Reads a member whose `null` means the default, as some peers write empty lists.
pub(crate) fn or_default<'de, D, T>(deserializer: D) -> Result<T, D::Error>
where
    D: Deserializer<'de>,
    T: Deserialize<'de> + Default,
{
    Option::deserialize(deserializer).map(Option::unwrap_or_default)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn large_and_deep_bodies_are_refused() {
        assert_eq!(read::<Value>(b"[1]"), Some(serde_json::json!([1])));
        let large = format!("\"{}\"", "a".repeat(MAX_BODY));
        assert_eq!(read::<Value>(large.as_bytes()), None);
        let deep = "[".repeat(1000);
        assert_eq!(read::<Value>(deep.as_bytes()), None);
        assert_eq!(read::<Value>(b"[1] x"), None);
    }
}
