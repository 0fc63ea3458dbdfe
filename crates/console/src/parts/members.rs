//! The members of an answer or a detail, in words, for pages that do not know them by name.

use serde_json::Value;
use uuid::Uuid;

use super::money::Money;
use crate::urls;

/// A member with its value in words.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Member {
    pub(crate) name: String,
    pub(crate) value: String,
    /// The page of the resource that it names.
    pub(crate) href: Option<String>,
}

/// Returns the members of an object, or of all objects of a list, without those that are null and those with commands.
pub(crate) fn members(json: &Value) -> Vec<Member> {
    match json {
        Value::Array(items) => items.iter().flat_map(members).collect(),
        Value::Object(members) => {
            members.iter().filter_map(|(name, value)| Member::of(name, value)).collect()
        }
        Value::Null => Vec::new(),
        Value::Bool(_) | Value::Number(_) | Value::String(_) => {
            Member::of("answer", json).into_iter().collect()
        }
    }
}

/// Returns the commands that an answer proposes.
pub(crate) fn commands(json: &Value) -> Vec<String> {
    let listed = json["commands"].as_array().into_iter().flatten();
    let proposed = listed.chain(json.get("next")).filter_map(Value::as_str);
    proposed.filter(|text| text.starts_with("causeway ")).map(str::to_owned).collect()
}

impl Member {
    fn of(name: &str, value: &Value) -> Option<Self> {
        let is_command = name == "commands" || (name == "next" && is_command(value));
        let value = (!is_command).then(|| text(value)).flatten()?;
        let href = is_id(&value).then(|| urls::go(&value));
        Some(Self { name: words(name), value, href })
    }
}

fn is_command(value: &Value) -> bool {
    value.as_str().is_some_and(|text| text.starts_with("causeway "))
}

/// Returns a name in words: `snoozed_until` and `snoozedUntil` become `snoozed until`.
fn words(name: &str) -> String {
    let mut words = String::new();
    for letter in name.chars() {
        match letter {
            '_' | '-' => words.push(' '),
            letter if letter.is_ascii_uppercase() => words.extend([' ', letter.to_ascii_lowercase()]),
            letter => words.push(letter),
        }
    }
    words
}

/// Returns a value in words; `None` for one without content.
fn text(value: &Value) -> Option<String> {
    match value {
        Value::Null => None,
        Value::Bool(true) => Some("yes".to_owned()),
        Value::Bool(false) => Some("no".to_owned()),
        Value::Number(number) => Some(number.to_string()),
        Value::String(text) => Some(text.clone()).filter(|text| !text.is_empty()),
        Value::Array(items) => {
            let texts: Vec<String> = items.iter().filter_map(text).collect();
            Some(texts.join(", ")).filter(|text| !text.is_empty())
        }
        Value::Object(members) => match serde_json::from_value::<Money>(value.clone()) {
            Ok(money) => Some(format!("{} {}", money.figures(), money.currency)),
            Err(_) => Some(value.to_string()).filter(|_| !members.is_empty()),
        },
    }
}

/// Returns `true` for the id of a resource with a page, such as `Customer:0190a1b2-…`.
fn is_id(text: &str) -> bool {
    let Some((type_name, uuid)) = text.split_once(':') else { return false };
    let has_page = urls::COLLECTIONS.iter().any(|collection| collection.type_name == type_name);
    has_page && uuid.parse::<Uuid>().is_ok()
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    const ID: &str = "Customer:0190a1b2-c3d4-7e8f-9a0b-1c2d3e4f5a6b";

    #[test]
    fn members_are_in_words_and_ids_lead_to_their_pages() {
        let answer = json!({
            "customer": ID,
            "snoozed_until": null,
            "isDone": true,
            "amount": { "amount": 123_450, "currency": "EUR", "decimals": 2 },
            "roles": ["viewer", "admin"],
            "note": "",
            "commands": ["causeway alert list"],
        });
        let shown: Vec<[String; 2]> =
            members(&answer).into_iter().map(|member| [member.name, member.value]).collect();
        let expected =
            [["customer", ID], ["is done", "yes"], ["amount", "1,234.50 EUR"], ["roles", "viewer, admin"]];
        assert_eq!(shown, expected.map(|pair| pair.map(str::to_owned)));
        assert_eq!(members(&answer)[0].href, Some(urls::go(ID)));
        assert_eq!(commands(&answer), ["causeway alert list"]);
    }

    #[test]
    fn a_plain_answer_is_one_member() {
        assert_eq!(members(&json!("x"))[0].name, "answer");
        assert!(members(&json!(null)).is_empty() && members(&json!([])).is_empty());
        assert_eq!(commands(&json!({ "next": "causeway payment list" })), ["causeway payment list"]);
        assert!(commands(&json!({ "next": "5.0a" })).is_empty(), "a cursor");
    }
}
