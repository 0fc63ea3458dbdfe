//! Text output of results, made from the JSON that `--json` prints.
//!
//! A list becomes a table, an object one line per member. Amounts are printed as money. A list or an object
//! inside an object, or a text of several lines, follows below the object.

use serde_json::{Map, Value};

use super::printable;
use crate::amount_format;

/// The member of rows that the service did not write, which is shown in any case.
const MARK: &str = "is_authentic";

/// Formats a result as text, without the last line break. `columns` are the members that become the columns
/// of the table, which is the result or its member `rows`; all members if empty. With a single column, an object
/// is printed as that member alone, so that a key can be piped into a file.
#[must_use]
pub fn text(result: &Value, columns: &[&str]) -> String {
    match result {
        Value::Array(rows) => table(rows, columns),
        Value::Object(members) => match columns {
            [only] => cell(only, &result[only]).trim_end().to_owned(),
            _ => members_text(members, columns),
        },
        other => cell("", other),
    }
}

fn table(rows: &[Value], columns: &[&str]) -> String {
    let Some(first) = rows.first().and_then(Value::as_object) else { return "none".to_owned() };
    let mut columns: Vec<&str> =
        if columns.is_empty() { first.keys().map(String::as_str).collect() } else { columns.to_vec() };
    if !columns.contains(&MARK) && rows.iter().any(|row| row.get(MARK).is_some()) {
        columns.push(MARK);
    }
    let heading = columns.iter().map(|name| display_name(name)).collect();
    let rows = rows.iter().map(|row| columns.iter().map(|name| in_line(&cell(name, &row[name]))).collect());
    aligned(&[heading].into_iter().chain(rows).collect::<Vec<_>>())
}

/// Puts a text on one line and removes control characters: other people's texts must not move the cursor of
/// the terminal.
pub(super) fn in_line(text: &str) -> String {
    let words = text.split(|letter: char| letter.is_whitespace() || letter.is_control());
    words.filter(|word| !word.is_empty()).collect::<Vec<_>>().join(" ")
}

fn members_text(members: &Map<String, Value>, columns: &[&str]) -> String {
    let (below, beside): (Vec<_>, Vec<_>) = members.iter().partition(|(_, value)| is_long(value));
    let lines: Vec<Vec<String>> =
        beside.into_iter().map(|(name, value)| vec![display_name(name), cell(name, value)]).collect();
    let sections = below.into_iter().map(|(name, value)| match value {
        Value::Array(rows) if rows.iter().all(Value::is_string) => {
            let lines: Vec<String> = rows.iter().filter_map(Value::as_str).map(in_line).collect();
            format!("{}\n{}", display_name(name), lines.join("\n"))
        }
        Value::Array(rows) => {
            let columns = if name == "rows" { columns } else { &[] };
            format!("{}\n{}", display_name(name), table(rows, columns))
        }
        Value::Object(inner) => format!("{}\n{}", display_name(name), members_text(inner, &[])),
        other => format!("{}\n{}", display_name(name), cell(name, other).trim_end()),
    });
    [aligned(&lines)]
        .into_iter()
        .chain(sections)
        .filter(|part| !part.is_empty())
        .collect::<Vec<_>>()
        .join("\n\n")
}

/// Returns `true` if a value does not fit beside its name.
fn is_long(value: &Value) -> bool {
    match value {
        Value::Array(items) => {
            let is_sentence = |item: &Value| item.as_str().is_some_and(|text| text.contains(' '));
            items.first().is_some_and(|first| first.is_object() || is_sentence(first))
        }
        Value::String(text) => text.contains('\n'),
        Value::Object(members) => !members.is_empty() && money(value).is_none(),
        _ => false,
    }
}

/// Aligns rows of cells: each column is as wide as its widest cell.
pub(super) fn aligned(rows: &[Vec<String>]) -> String {
    let columns = rows.iter().map(Vec::len).max().unwrap_or(0);
    let widest = |column: usize| {
        rows.iter().filter_map(|row| row.get(column)).map(|cell| cell.chars().count()).max().unwrap_or(0)
    };
    let widths: Vec<usize> = (0..columns).map(widest).collect();
    let line = |row: &Vec<String>| {
        let cells = row.iter().zip(&widths).map(|(cell, width)| format!("{cell:width$}"));
        cells.collect::<Vec<_>>().join("  ").trim_end().to_owned()
    };
    rows.iter().map(line).collect::<Vec<_>>().join("\n")
}

/// Returns the display name of a member.
fn display_name(name: &str) -> String {
    in_line(&name.strip_prefix("is_").unwrap_or(name).replace('_', " "))
}

/// Returns the text of a value without control characters, apart from line breaks.
fn cell(name: &str, value: &Value) -> String {
    printable::text(&raw_cell(name, value))
}

fn raw_cell(name: &str, value: &Value) -> String {
    match value {
        Value::Null => "-".to_owned(),
        Value::Bool(yes) if name.starts_with("is_") => if *yes { "yes" } else { "no" }.to_owned(),
        Value::Bool(on) => if *on { "on" } else { "off" }.to_owned(),
        Value::String(text) => text.clone(),
        Value::Array(items) if items.is_empty() => "none".to_owned(),
        Value::Array(items) if items.iter().all(Value::is_string) => {
            items.iter().filter_map(Value::as_str).collect::<Vec<_>>().join(",")
        }
        Value::Object(_) => money(value).unwrap_or_else(|| value.to_string()),
        Value::Number(_) | Value::Array(_) => value.to_string(),
    }
}

/// Formats an amount as `1,234.56 USD`, or returns `None` if the value is not an amount.
pub(super) fn money(value: &Value) -> Option<String> {
    let amount = value["amount"].as_i64()?;
    let currency = value["currency"].as_str()?;
    let decimals = u8::try_from(value["decimals"].as_u64()?).ok()?;
    Some(format!("{} {currency}", amount_format::major(amount, decimals)))
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
    fn a_list_is_a_table_with_columns_below_each_other() {
        let rows = json!([
            {"name": "Ännchen", "amount": {"amount": 5, "currency": "USD", "decimals": 2}, "is_new": true},
            {"name": "B", "amount": null, "is_new": false},
        ]);
        assert_eq!(text(&rows, &[]), "name     amount    new\nÄnnchen  0.05 USD  yes\nB        -         no");
        assert_eq!(text(&rows, &["is_new"]), "new\nyes\nno");
        let forged = json!([{"name": "A"}, {"name": "B", "is_authentic": false}]);
        assert_eq!(text(&forged, &["name"]), "name  authentic\nA     -\nB     no");
        assert_eq!(text(&json!([]), &["name"]), "none");
        let long = json!([{"text": "Acme\n\nType it in:\u{1b}[2J\n123456\n", "at": 1}]);
        assert_eq!(
            text(&long, &["text", "at"]),
            "text                        at\nAcme Type it in:[2J 123456  1"
        );
    }

    #[test]
    fn no_text_controls_the_terminal() {
        const CLEARING: &str = "Jane\u{1b}[2J\u{9b}2JDoe";
        let shown = json!({
            "name": CLEARING,
            "lines": format!("{CLEARING}\n{CLEARING}"),
            "list": [CLEARING],
            "mixed": [CLEARING, 1],
            "inner": { CLEARING: CLEARING },
            "amount": { "amount": 5, "currency": CLEARING, "decimals": 2 },
            "rows": [{ "name": CLEARING }],
        });
        for printed in [text(&shown, &[]), text(&shown, &["lines"]), text(&json!(CLEARING), &[])] {
            assert!(printed.contains("Jane") && printed.contains("Doe"), "{printed}");
            assert!(printed.chars().all(|letter| letter == '\n' || !letter.is_control()), "{printed:?}");
        }
    }

    #[test]
    fn an_object_has_a_line_for_each_member_and_long_ones_follow() {
        let object = json!({
            "name": "x",
            "public_key": "a\nb\n",
            "value": ["DE", "FR"],
            "regulated": false,
            "tokens": [{"token": 1}],
        });
        let expected =
            "name       x\nvalue      DE,FR\nregulated  off\n\npublic key\na\nb\n\ntokens\ntoken\n1";
        assert_eq!(text(&object, &[]), expected);
        assert_eq!(text(&json!({"public_key": "a\nb\n"}), &[]), "public key\na\nb");
        assert_eq!(text(&object, &["public_key"]), "a\nb");
        let commands = json!({"name": "x", "commands": ["causeway a", "causeway b"]});
        assert_eq!(text(&commands, &[]), "name  x\n\ncommands\ncauseway a\ncauseway b");
        let nested = json!({"name": "x", "price": {"sent": {"amount": 5, "currency": "USD", "decimals": 2}}});
        assert_eq!(text(&nested, &[]), "name  x\n\nprice\nsent  0.05 USD");
        let page = json!({"next": "7.a", "rows": [{"a": 1, "b": 2, "c": 3}], "sums": [{"d": 4}]});
        assert_eq!(text(&page, &["c", "a"]), "next  7.a\n\nrows\nc  a\n3  1\n\nsums\nd\n4");
    }
}
