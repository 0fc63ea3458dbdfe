//! Strict reading of JSON: one object, no member twice, bounded nesting.

use std::cell::RefCell;
use std::fmt;

use serde::de::{DeserializeSeed, Deserializer, Error, MapAccess, SeqAccess, Visitor};
use serde_json::{Map, Value};

use super::error::{MessageError, MessageFault};
use super::location::Location;
use crate::limits::DEPTH;

/// Reads a body of at most `limit` bytes.
///
/// # Errors
/// A longer body, anything but one JSON object in UTF-8, a member that occurs twice at any depth, or more than
/// [`DEPTH`] levels.
pub(super) fn parse(bytes: &[u8], limit: usize) -> Result<Value, MessageError> {
    if bytes.len() > limit {
        let rule = format!("must be at most {limit} bytes long");
        return Err(MessageError::of_body(MessageFault::TooLarge, rule));
    }
    let fault = RefCell::new(None);
    let mut reader = serde_json::Deserializer::from_slice(bytes);
    let tree = Tree { at: Location::Body, level: 0, fault: &fault };
    let value = tree.deserialize(&mut reader).and_then(|value| reader.end().map(|()| value));
    match value {
        Ok(value) if value.is_object() => Ok(value),
        Ok(_) => Err(MessageError::of_body(MessageFault::Malformed, "must be an object")),
        Err(error) => Err(fault.take().unwrap_or_else(|| {
            let rule = format!("must be JSON: invalid at line {}, column {}", error.line(), error.column());
            MessageError::of_body(MessageFault::Malformed, rule)
        })),
    }
}

/// A value to be read, with its place and the number of objects and lists around it.
struct Tree<'a> {
    at: Location<'a>,
    level: usize,
    /// The error of a rule that JSON itself does not have.
    fault: &'a RefCell<Option<MessageError>>,
}

impl Tree<'_> {
    /// Keeps the first error of a rule, and returns one that ends the reading.
    fn refuse<E: Error>(&self, rule: &str) -> E {
        let mut error = self.at.error(rule);
        error.fault = MessageFault::Malformed;
        self.fault.borrow_mut().get_or_insert(error);
        E::custom("refused")
    }

    fn enter<E: Error>(&self) -> Result<usize, E> {
        if self.level == DEPTH {
            return Err(self.refuse(&format!("must be nested at most {DEPTH} levels deep")));
        }
        Ok(self.level + 1)
    }
}

impl<'de> DeserializeSeed<'de> for Tree<'_> {
    type Value = Value;

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<Value, D::Error> {
        deserializer.deserialize_any(self)
    }
}

impl<'de> Visitor<'de> for Tree<'_> {
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

    fn visit_i64<E: Error>(self, value: i64) -> Result<Value, E> {
        Ok(value.into())
    }

    fn visit_u64<E: Error>(self, value: u64) -> Result<Value, E> {
        Ok(value.into())
    }

    fn visit_f64<E: Error>(self, value: f64) -> Result<Value, E> {
        Ok(value.into())
    }

    fn visit_str<E: Error>(self, value: &str) -> Result<Value, E> {
        Ok(value.into())
    }

    fn visit_string<E: Error>(self, value: String) -> Result<Value, E> {
        Ok(value.into())
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut sequence: A) -> Result<Value, A::Error> {
        let level = self.enter()?;
        let mut items = Vec::new();
        loop {
            let at = Location::Item(&self.at, items.len());
            match sequence.next_element_seed(Tree { at, level, fault: self.fault })? {
                Some(item) => items.push(item),
                None => return Ok(Value::Array(items)),
            }
        }
    }

    fn visit_map<A: MapAccess<'de>>(self, mut members: A) -> Result<Value, A::Error> {
        let level = self.enter()?;
        let mut object = Map::new();
        while let Some(name) = members.next_key::<String>()? {
            let member = Tree { at: Location::Member(&self.at, &name), level, fault: self.fault };
            if object.contains_key(&name) {
                return Err(member.refuse("must occur once"));
            }
            let value = members.next_value_seed(member)?;
            object.insert(name, value);
        }
        Ok(Value::Object(object))
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn refusal(text: &str) -> String {
        let error = parse(text.as_bytes(), 1_000).unwrap_err();
        assert_eq!(error.fault, MessageFault::Malformed);
        error.to_string()
    }

    /// Checks that a member occurs once, at any depth, and that the error names it.
    #[test]
    fn a_member_occurs_once() {
        assert!(parse(br#"{"a":{"a":1},"b":[{"a":1},{"a":2}]}"#, 1_000).is_ok());
        assert_eq!(refusal(r#"{"a":1,"a":1}"#), "a must occur once");
        assert_eq!(refusal(r#"{"a":[{"b":1,"\u0062":1}]}"#), "a[0].b must occur once");
    }

    /// Checks the nesting: 32 levels pass, one more does not, and a thousand end no stack.
    #[test]
    fn nesting_is_bounded() {
        let nested =
            |levels: usize| format!("{{\"a\":{}{}}}", "[".repeat(levels - 1), "]".repeat(levels - 1));
        assert!(parse(nested(DEPTH).as_bytes(), 1_000).is_ok());
        assert!(refusal(&nested(DEPTH + 1)).ends_with("must be nested at most 32 levels deep"));
        assert!(parse(nested(100_000).as_bytes(), 1_000_000).is_err());
    }

    /// Checks that only one object is read, and its length.
    #[test]
    fn a_body_is_one_object() {
        for text in ["", "null", "[]", "1", "\"a\"", "[{}]"] {
            assert!(parse(text.as_bytes(), 1_000).is_err(), "{text}");
        }
        for text in ["{} {}", "{}x", "{'a':1}", "{\"a\":01}", "{\"a\":NaN}", "{\"a\":1e999}", "\u{feff}{}"] {
            assert!(refusal(text).contains("must be JSON"), "{text}");
        }
        assert!(parse(b"{\"a\":\"\xff\"}", 1_000).is_err());
        assert!(parse(b"{\"a\":\"\\ud800\"}", 1_000).is_err());
        assert_eq!(parse(b"{}", 1).unwrap_err().fault, MessageFault::TooLarge);
        assert!(parse(b"{}", 2).is_ok());
    }

    proptest! {
        /// Checks that any bytes are read or refused, and that what is read equals a plain reading of it.
        #[test]
        fn any_bytes_are_read_or_refused(bytes: Vec<u8>) {
            if let Ok(value) = parse(&bytes, 1_000) {
                prop_assert_eq!(value, serde_json::from_slice::<Value>(&bytes).unwrap());
            }
        }
    }
}
