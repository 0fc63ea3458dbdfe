//! Canonical JSON (RFC 8785).

use std::fmt::Write;

use serde_json::Value;

/// Returns the value without white space, its members sorted by name at every level (by UTF-16 units, as RFC
/// 8785 requires).
///
/// Amounts are integers and are written in full. Numbers with a fraction keep the spelling of `serde_json`;
/// no payload has any.
#[must_use]
pub fn canonical(value: &Value) -> String {
    let mut text = String::new();
    write(&mut text, value);
    text
}

fn write(text: &mut String, value: &Value) {
    match value {
        Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) => {
            // Writing to a string cannot fail.
            let _ = write!(text, "{value}");
        }
        Value::Array(items) => {
            text.push('[');
            for (at, item) in items.iter().enumerate() {
                if at > 0 {
                    text.push(',');
                }
                write(text, item);
            }
            text.push(']');
        }
        Value::Object(members) => {
            let mut sorted: Vec<_> = members.iter().collect();
            sorted.sort_by(|(one, _), (other, _)| one.encode_utf16().cmp(other.encode_utf16()));
            text.push('{');
            for (at, (name, member)) in sorted.into_iter().enumerate() {
                if at > 0 {
                    text.push(',');
                }
                write(text, &Value::from(name.as_str()));
                text.push(':');
                write(text, member);
            }
            text.push('}');
        }
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;
    use serde_json::json;

    use super::*;

    #[test]
    fn members_are_sorted_at_every_level() {
        let value = json!({"b": [{"z": null, "a": true}, 1], "a": {"d": -5, "c": "ü\n\u{1}\"\\/"}});
        assert_eq!(canonical(&value), r#"{"a":{"c":"ü\n\u0001\"\\/","d":-5},"b":[{"a":true,"z":null},1]}"#);
    }

    /// Checks the example of RFC 8785, 3.2.3: by UTF-16 units, not by characters.
    #[test]
    fn names_are_sorted_by_utf_16() {
        let value =
            json!({"\u{20ac}": 1, "\r": 2, "\u{fb33}": 3, "1": 4, "\u{1f600}": 5, "\u{80}": 6, "\u{f6}": 7});
        let places: Vec<_> = canonical(&value).chars().filter(|c| ('2'..='7').contains(c)).collect();
        assert_eq!(places, ['2', '4', '6', '7', '5', '3']);
    }

    fn any_json() -> impl Strategy<Value = Value> {
        let leaf = prop_oneof![
            Just(Value::Null),
            any::<bool>().prop_map(Value::from),
            any::<i64>().prop_map(Value::from),
            any::<String>().prop_map(Value::from),
        ];
        leaf.prop_recursive(4, 32, 6, |inner| {
            prop_oneof![
                proptest::collection::vec(inner.clone(), 0..6).prop_map(Value::from),
                proptest::collection::hash_map(any::<String>(), inner, 0..6)
                    .prop_map(|members| Value::Object(members.into_iter().collect())),
            ]
        })
    }

    proptest! {
        #[test]
        fn canonical_text_is_equivalent_and_stable(value in any_json()) {
            let text = canonical(&value);
            let again: Value = serde_json::from_str(&text).unwrap();
            prop_assert_eq!(&again, &value);
            prop_assert_eq!(canonical(&again), text);
        }
    }
}
