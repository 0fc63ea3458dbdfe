//! A member of an answer as a page shows it: its form follows from its value and its name.

use causeway_domain::Time;
use serde_json::{Map, Value};

use crate::parts::Money;
use crate::parts::short_id;
use crate::urls;

/// Names of members that are states.
const STATES: [&str; 4] = ["status", "state", "stage", "refund"];

/// A member of an answer. It has one of the forms.
#[derive(Debug, Default)]
pub(super) struct Cell {
    /// The name in words.
    pub(super) label: String,
    pub(super) money: Option<Money>,
    pub(super) at: Option<Time>,
    pub(super) status: Option<String>,
    pub(super) link: Option<CellLink>,
    /// Empty in the other forms, and for a member that is null.
    pub(super) text: String,
}

/// An id.
#[derive(Debug)]
pub(super) struct CellLink {
    pub(super) id: String,
    /// The end of the id.
    pub(super) short: String,
    /// The page of the resource; `None` in a row that has its own.
    pub(super) href: Option<String>,
}

impl Cell {
    /// Returns a member of an answer about a platform.
    pub(super) fn new(platform: Option<&str>, name: &str, value: &Value) -> Self {
        let label = name.replace('_', " ");
        let of_text = |text: String| Self { label: label.clone(), text, ..Self::default() };
        match value {
            Value::Null => of_text(String::new()),
            Value::Bool(is_so) => of_text(if *is_so { "yes" } else { "no" }.to_owned()),
            Value::Number(number) => of_text(number.to_string()),
            Value::String(text) => Self { label, ..Self::of_string(platform, name, text) },
            Value::Array(items) => {
                let items =
                    items.iter().map(|item| item.as_str().map_or_else(|| item.to_string(), str::to_owned));
                of_text(items.collect::<Vec<_>>().join(", "))
            }
            Value::Object(_) => match money(value) {
                Some(money) => Self { label, money: Some(money), ..Self::default() },
                None => of_text(value.to_string()),
            },
        }
    }

    fn of_string(platform: Option<&str>, name: &str, text: &str) -> Self {
        if let Ok(at) = text.parse() {
            return Self { at: Some(at), ..Self::default() };
        }
        if STATES.contains(&name) || name.ends_with("_status") {
            return Self { status: Some(text.to_owned()), ..Self::default() };
        }
        let link = page(platform, text).map(|href| CellLink {
            id: text.to_owned(),
            short: short_id(text),
            href: Some(href),
        });
        match link {
            Some(link) => Self { link: Some(link), ..Self::default() },
            None => Self { text: text.to_owned(), ..Self::default() },
        }
    }

    /// Returns the cell without a link, for a row that is one.
    pub(super) fn in_link(self) -> Self {
        let link = self.link.map(|link| CellLink { href: None, ..link });
        Self { link, ..self }
    }

    /// Returns `true` for a member that is null, or an empty list.
    pub(super) fn is_empty(&self) -> bool {
        self.text.is_empty()
            && self.money.is_none()
            && self.at.is_none()
            && self.status.is_none()
            && self.link.is_none()
    }
}

/// Returns the members of an object.
pub(super) fn cells(platform: Option<&str>, members: &Map<String, Value>) -> Vec<Cell> {
    members.iter().map(|(name, value)| Cell::new(platform, name, value)).collect()
}

/// Returns an amount; `None` for another object.
pub(super) fn money(value: &Value) -> Option<Money> {
    serde_json::from_value(value.clone()).ok()
}

/// Returns the page of an id.
fn page(platform: Option<&str>, id: &str) -> Option<String> {
    if id.starts_with("Platform:") {
        return Some(urls::home(Some(id)));
    }
    urls::resource(platform?, id)
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn cell(name: &str, value: &Value) -> Cell {
        Cell::new(Some("Platform:1"), name, value)
    }

    #[test]
    fn the_form_follows_from_the_value_and_the_name() {
        let amount = cell("max_spend", &json!({ "amount": 12_345, "currency": "EUR", "decimals": 2 }));
        assert_eq!(
            (amount.label.as_str(), amount.money.unwrap().figures()),
            ("max spend", "123.45".to_owned())
        );
        let at = cell("created_at", &json!("2026-03-12T09:00:00.000Z"));
        assert_eq!(at.at.map(Time::millis), Some(1_773_306_000_000));
        assert_eq!(cell("state", &json!("CLOSED")).status.as_deref(), Some("CLOSED"));
        let link = cell("customer", &json!("Customer:0190a1b2-c3d4-7e8f-9a0b-1c2d3e4f5a6b")).link.unwrap();
        assert_eq!(link.short, "…4f5a6b");
        assert!(link.href.is_some_and(|href| href.starts_with("/console/p/Platform:1/customers/")));
        for (value, text) in [
            (json!(true), "yes"),
            (json!(null), ""),
            (json!([]), ""),
            (json!(["VIEW", 1]), "VIEW, 1"),
            (json!({ "a": 1 }), r#"{"a":1}"#),
            (json!("Planet:1"), "Planet:1"),
        ] {
            assert_eq!(cell("x", &value).text, text);
        }
        assert!(cell("x", &json!(null)).is_empty() && !cell("x", &json!(0)).is_empty());
    }
}
