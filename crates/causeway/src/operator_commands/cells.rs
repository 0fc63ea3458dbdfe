//! The texts of single values: amounts as money, names of members in words, other people's texts on one line.

use serde_json::Value;

use super::printable;
use crate::amount_format;

/// The text of a value that is absent or empty.
pub(super) const ABSENT: &str = "-";

/// Puts a text on one line and removes control characters: other people's texts must not move the cursor of
/// the terminal.
pub(super) fn in_line(text: &str) -> String {
    let words = text.split(|letter: char| letter.is_whitespace() || letter.is_control());
    words.filter(|word| !word.is_empty()).collect::<Vec<_>>().join(" ")
}

/// Returns the display name of a member: `is_frozen` is `frozen`, and `accountNumber` is `account number`.
pub(super) fn display_name(name: &str) -> String {
    let name = name.strip_prefix("is_").unwrap_or(name);
    let mut words = String::with_capacity(name.len());
    let mut is_behind_small = false;
    for letter in name.chars() {
        if letter.is_ascii_uppercase() && is_behind_small {
            words.push(' ');
            words.push(letter.to_ascii_lowercase());
        } else {
            words.push(if letter == '_' { ' ' } else { letter });
        }
        is_behind_small = letter.is_ascii_lowercase();
    }
    in_line(&words)
}

/// Returns the text of a value without control characters, apart from line breaks.
pub(super) fn cell(name: &str, value: &Value) -> String {
    printable::text(&raw_cell(name, value))
}

fn raw_cell(name: &str, value: &Value) -> String {
    match value {
        Value::Null => ABSENT.to_owned(),
        Value::Bool(yes) if is_question(name) => if *yes { "yes" } else { "no" }.to_owned(),
        Value::Bool(on) => if *on { "on" } else { "off" }.to_owned(),
        Value::String(text) if text.is_empty() => ABSENT.to_owned(),
        Value::String(text) => text.clone(),
        Value::Array(items) if items.is_empty() => "none".to_owned(),
        Value::Array(items) if items.iter().all(Value::is_string) => {
            items.iter().filter_map(Value::as_str).collect::<Vec<_>>().join(",")
        }
        Value::Array(items) if items.iter().all(is_money) => {
            items.iter().filter_map(money).collect::<Vec<_>>().join(" and ")
        }
        Value::Object(members) => money(value).unwrap_or_else(|| {
            let texts = members.iter().filter(|(_, value)| !is_empty(value));
            let texts = texts.map(|(name, value)| format!("{}: {}", display_name(name), cell(name, value)));
            texts.collect::<Vec<_>>().join("; ")
        }),
        Value::Number(_) | Value::Array(_) => value.to_string(),
    }
}

/// Returns `true` for the name of a member that is answered by yes or no: `is_frozen`, or `isFrozen` in the interface.
fn is_question(name: &str) -> bool {
    name.strip_prefix("is")
        .is_some_and(|rest| rest.starts_with(|letter: char| letter == '_' || letter.is_ascii_uppercase()))
}

/// Formats an amount as `1,234.56 USD`, or returns `None` if the value is not an amount.
pub(super) fn money(value: &Value) -> Option<String> {
    let amount = value["amount"].as_i64()?;
    let currency = value["currency"].as_str()?;
    let decimals = u8::try_from(value["decimals"].as_u64()?).ok()?;
    Some(format!("{} {currency}", amount_format::major(amount, decimals)))
}

pub(super) fn is_money(value: &Value) -> bool {
    money(value).is_some()
}

/// Returns `true` for a value that says nothing: absent, or without text, items or members.
pub(super) fn is_empty(value: &Value) -> bool {
    match value {
        Value::Null => true,
        Value::String(text) => text.is_empty(),
        Value::Array(items) => items.is_empty(),
        Value::Object(members) => members.is_empty(),
        Value::Bool(_) | Value::Number(_) => false,
    }
}

/// Maximum number of characters to which cells are padded. A longer cell is printed whole, and moves those behind it.
const MAX_PADDING: usize = 1_000;

/// Aligns rows of cells: each column is as wide as its widest cell, up to [`MAX_PADDING`].
pub(super) fn aligned(rows: &[Vec<String>]) -> String {
    let widths = widths(rows);
    let line = |row: &Vec<String>| {
        // Limits the width, because a formatted text has no more than 65,535 characters.
        let padded = |(cell, width): (&String, &usize)| format!("{cell:0$}", (*width).min(MAX_PADDING));
        row.iter().zip(&widths).map(padded).collect::<Vec<_>>().join(GAP).trim_end().to_owned()
    };
    rows.iter().map(line).collect::<Vec<_>>().join("\n")
}

/// The space between two columns.
pub(super) const GAP: &str = "  ";

/// Returns the width of each column.
pub(super) fn widths(rows: &[Vec<String>]) -> Vec<usize> {
    let columns = rows.iter().map(Vec::len).max().unwrap_or(0);
    let widest = |column: usize| {
        rows.iter().filter_map(|row| row.get(column)).map(|cell| cell.chars().count()).max().unwrap_or(0)
    };
    (0..columns).map(widest).collect()
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn amounts_are_printed_as_money() {
        let printed = |amount: i64, currency: &str, decimals: u8| {
            cell("", &json!({"amount": amount, "currency": currency, "decimals": decimals}))
        };
        assert_eq!(printed(123_456, "USD", 2), "1,234.56 USD");
        assert_eq!(printed(0, "EUR", 2), "0.00 EUR");
        assert_eq!(printed(-5, "USD", 2), "-0.05 USD");
        assert_eq!(printed(123_456, "JPY", 0), "123,456 JPY");
        assert_eq!(printed(-1_000, "JPY", 0), "-1,000 JPY");
        assert_eq!(printed(1_234_567, "KWD", 3), "1,234.567 KWD");
        assert_eq!(printed(-1, "KWD", 3), "-0.001 KWD");
        assert_eq!(printed(123_456_789, "BTC", 8), "1.23456789 BTC");
        assert_eq!(printed(-2_100_000_000_000_000, "BTC", 8), "-21,000,000.00000000 BTC");
    }

    #[test]
    fn several_amounts_are_printed_as_money() {
        let euros = json!({"amount": 5_000, "currency": "EUR", "decimals": 2});
        let dollars = json!({"amount": 1, "currency": "USD", "decimals": 2});
        assert_eq!(cell("amounts", &json!([euros])), "50.00 EUR");
        assert_eq!(cell("amounts", &json!([euros, dollars])), "50.00 EUR and 0.01 USD");
    }

    #[test]
    fn a_cell_of_any_length_is_printed_whole() {
        for length in [1_000, 1_001, 65_535, 65_536, 3_000_000] {
            let long = "q".repeat(length);
            let rows = [["short", "x"], [long.as_str(), "y"]].map(|row| row.map(str::to_owned).to_vec());
            let expected = format!("{:1000}  x\n{long}  y", "short");
            assert_eq!(aligned(&rows), expected, "{length}");
        }
    }

    #[test]
    fn members_of_an_object_in_a_cell_are_named_in_words() {
        let details = json!({"accountHolderName": "Ada", "iban": "DE89", "note": null, "is_open": true});
        assert_eq!(cell("details", &details), "account holder name: Ada; iban: DE89; open: yes");
        assert_eq!(display_name("is_frozen"), "frozen");
        assert_eq!(display_name("USD"), "USD");
        assert_eq!(
            (cell("isDeleted", &json!(false)), cell("issued", &json!(true))),
            ("no".into(), "on".into())
        );
        assert_eq!(cell("reason", &json!("")), "-");
    }
}
