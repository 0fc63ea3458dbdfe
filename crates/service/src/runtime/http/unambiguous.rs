//! JSON with only one reading.

use std::fmt;

use serde::de::{Deserialize, Deserializer, Error, MapAccess, SeqAccess, Visitor};
use serde_json::{Map, Value};

use super::nfc::to_nfc;

/// Maximum number of characters of a member's name in an error.
const NAME_SHOWN: usize = 64;

/// A JSON value without duplicate members. Programs differ in which of two duplicates they read, so that a
/// system that inspected the request on its way might have seen another amount than is moved. Its texts are
/// normalized to NFC.
#[derive(Debug)]
pub(super) struct Unambiguous(pub(super) Value);

impl<'de> Deserialize<'de> for Unambiguous {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_any(Reader).map(Self)
    }
}

struct Reader;

impl<'de> Visitor<'de> for Reader {
    type Value = Value;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("JSON")
    }

    fn visit_unit<E: Error>(self) -> Result<Value, E> {
        Ok(Value::Null)
    }

    fn visit_bool<E: Error>(self, value: bool) -> Result<Value, E> {
        Ok(value.into())
    }

    fn visit_i64<E: Error>(self, number: i64) -> Result<Value, E> {
        Ok(number.into())
    }

    fn visit_u64<E: Error>(self, number: u64) -> Result<Value, E> {
        Ok(number.into())
    }

    fn visit_f64<E: Error>(self, number: f64) -> Result<Value, E> {
        Ok(number.into())
    }

    fn visit_str<E: Error>(self, text: &str) -> Result<Value, E> {
        self.visit_string(text.to_owned())
    }

    fn visit_string<E: Error>(self, text: String) -> Result<Value, E> {
        Ok(to_nfc(text).into())
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut items: A) -> Result<Value, A::Error> {
        let mut list = Vec::new();
        while let Some(Unambiguous(item)) = items.next_element()? {
            list.push(item);
        }
        Ok(list.into())
    }

    fn visit_map<A: MapAccess<'de>>(self, mut members: A) -> Result<Value, A::Error> {
        let mut object = Map::new();
        while let Some(name) = members.next_key::<String>()?.map(to_nfc) {
            if object.contains_key(&name) {
                let prefix: String = name.chars().take(NAME_SHOWN).collect();
                return Err(A::Error::custom(format_args!(
                    "the member {prefix:?} occurs twice in one object"
                )));
            }
            let Unambiguous(value) = members.next_value()?;
            object.insert(name, value);
        }
        Ok(object.into())
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn json_is_read_unchanged() {
        let value = json!({ "a": [1, -2, 0.5, u64::MAX, true, null, "t\u{e9}\n"], "b": { "a": {} } });
        let Unambiguous(read) = serde_json::from_str(&value.to_string()).unwrap();
        assert_eq!(read, value);
    }

    #[test]
    fn a_repeated_member_is_refused_in_every_spelling() {
        for text in [r#"{"a":1,"a":1}"#, r#"{"b":[{"a":1,"\u0061":2}]}"#] {
            let refusal = serde_json::from_str::<Unambiguous>(text).unwrap_err().to_string();
            assert!(
                refusal.starts_with(r#"the member "a" occurs twice in one object at line 1"#),
                "{refusal}"
            );
        }
    }
}
