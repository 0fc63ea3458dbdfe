//! Canonical JSON: one text for each value, whatever the engine made of its spelling.

use std::fmt::Write;

use serde::Serialize;
use serde_json::{Number, Value as Json};

use crate::database::error::Error;

/// The canonical text of a document.
///
/// # Errors
/// [`Error::Data`] when it cannot be written as JSON.
pub(crate) fn of(document: &impl Serialize) -> Result<String, Error> {
    let value = serde_json::to_value(document).map_err(|fault| Error::Data(fault.to_string()))?;
    Ok(text(&value))
}

/// The canonical text of a value: members in the order of their names' bytes, no blanks, numbers without an exponent.
pub(crate) fn text(value: &Json) -> String {
    let mut text = String::new();
    put(&mut text, value);
    text
}

fn put(text: &mut String, value: &Json) {
    match value {
        Json::Null | Json::Bool(_) | Json::String(_) => put_plain(text, value),
        Json::Number(number) => put_number(text, number),
        Json::Array(elements) => {
            put_list(text, ('[', ']'), elements.iter(), put);
        }
        Json::Object(members) => {
            let mut members: Vec<_> = members.iter().collect();
            members.sort_unstable_by_key(|(name, _)| name.as_str());
            put_list(text, ('{', '}'), members.into_iter(), |text, (name, value)| {
                put_plain(text, name);
                text.push(':');
                put(text, value);
            });
        }
    }
}

fn put_list<T>(
    text: &mut String,
    (open, close): (char, char),
    elements: impl Iterator<Item = T>,
    put: impl Fn(&mut String, T),
) {
    text.push(open);
    for (element, place) in elements.zip(0_usize..) {
        if place > 0 {
            text.push(',');
        }
        put(text, element);
    }
    text.push(close);
}

fn put_plain(text: &mut String, value: &(impl Serialize + ?Sized)) {
    // Texts, truth values and null can always be written.
    text.push_str(&serde_json::to_string(value).unwrap_or_default());
}

/// PostgreSQL keeps numbers as decimals: 1e17 comes back as an integer, and -0.0 without its sign.
fn put_number(text: &mut String, number: &Number) {
    let written = match number.as_f64().filter(|_| number.is_f64()) {
        Some(0.0) => write!(text, "0"),
        Some(float) => write!(text, "{float}"),
        None => write!(text, "{number}"),
    };
    // Writing to a string does not fail.
    written.unwrap_or_default();
}

#[cfg(test)]
mod tests {
    use super::*;

    fn canonical(json: &str) -> String {
        text(&serde_json::from_str(json).unwrap())
    }

    #[test]
    fn order_blanks_and_the_spelling_of_numbers_do_not_count() {
        for (one, other) in [
            (r#"{"b": [1, {"d": null, "c": true}], "a": "x"}"#, r#"{"a":"x","b":[1,{"c":true,"d":null}]}"#),
            ("1e17", "100000000000000000"),
            ("-0.0", "0.0"),
            ("1.50", "1.5"),
            ("2.0", "2"),
            (r#""\u00e9\/""#, "\"\u{e9}/\""),
        ] {
            assert_eq!(canonical(one), canonical(other));
        }
        assert_eq!(canonical(r#"{"b":[1,{"d":null}],"a":"\n"}"#), r#"{"a":"\n","b":[1,{"d":null}]}"#);
    }

    #[test]
    fn everything_else_counts() {
        let texts =
            ["{}", "[]", "null", "0", "1", "-1", "0.5", "\"\"", "\"0\"", "[0]", "{\"0\":0}", "{\"0\":1}"];
        for (place, one) in texts.iter().enumerate() {
            assert!(texts.iter().skip(place + 1).all(|other| canonical(one) != canonical(other)), "{one}");
        }
    }
}
