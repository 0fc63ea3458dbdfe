//! Bounds of data about a person in a peer's message, which is stored with the payment.

use serde_json::{Map, Value};

/// Maximum number of fields.
const MAX_FIELDS: usize = 64;
/// Maximum length of a key, in bytes.
const MAX_KEY: usize = 128;
/// Maximum length of a value's JSON text, in bytes.
const MAX_VALUE: usize = 1_024;
/// Maximum number of objects and lists within each other in a value.
const MAX_DEPTH: usize = 3;

/// Returns `true` for data of a usual size: at most 64 fields of 1 KiB each, and at most 3 levels deep.
#[must_use]
pub fn is_within_bounds(fields: &Map<String, Value>) -> bool {
    let is_small = |key: &str, value: &Value| {
        key.len() <= MAX_KEY && has_depth(value, MAX_DEPTH) && value.to_string().len() <= MAX_VALUE
    };
    fields.len() <= MAX_FIELDS && fields.iter().all(|(key, value)| is_small(key, value))
}

/// Returns `true` if a value has at most this many levels.
fn has_depth(value: &Value, levels: usize) -> bool {
    match value {
        Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) => true,
        Value::Array(items) => {
            levels.checked_sub(1).is_some_and(|left| items.iter().all(|item| has_depth(item, left)))
        }
        Value::Object(members) => {
            levels.checked_sub(1).is_some_and(|left| members.values().all(|member| has_depth(member, left)))
        }
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn is_within(fields: Value) -> bool {
        is_within_bounds(fields.as_object().unwrap())
    }

    #[test]
    fn usual_data_is_within_the_bounds() {
        let many: Map<String, Value> = (0..64).map(|number| (format!("key{number}"), json!("x"))).collect();
        assert!(is_within_bounds(&many));
        assert!(is_within(json!({ "a": "x".repeat(1_022), "b": [{ "c": [1] }] })));
        assert!(is_within(json!({ "a".repeat(128): null })));
    }

    #[test]
    fn large_data_is_not() {
        let many: Map<String, Value> = (0..65).map(|number| (format!("key{number}"), json!("x"))).collect();
        assert!(!is_within_bounds(&many));
        for fields in [
            json!({ "a": "x".repeat(1_023) }),
            json!({ "a": [{ "b": [[1]] }] }),
            json!({ "a": [[[{}]]] }),
            json!({ "a".repeat(129): null }),
        ] {
            assert!(!is_within(fields.clone()), "{fields}");
        }
    }
}
