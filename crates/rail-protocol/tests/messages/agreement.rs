//! The agreement of readers and schemas: both come from one declaration of a type.

use std::sync::LazyLock;

use causeway_rail_protocol::messages::{
    CancelResponse, Capabilities, ErrorBody, FeedPage, OrderAnswer, PrecheckRequest, PrecheckResponse,
    PushResponse, Submission,
};
use causeway_rail_protocol::{Message, specification};
use jsonschema::Validator;
use proptest::prelude::*;
use proptest::sample::Index;
use serde_json::{Value, json};

use super::bodies;

/// Rules that hold between several members, or that a pattern cannot express: a schema does not have them.
const BEYOND_SCHEMAS: &[&str] = &[
    "must be an instant in UTC",
    "must be P, C or R",
    "must be the letter of `kind`",
    "must be null",
    "must not be null",
    "is missing: `",
    "must have the currency",
    "must be unique in its list",
    "must be the id of one of `accounts`",
    "must be the currency of `account`",
    "must not be below `minimum`",
    "must be `*` or a country",
    "must be above that of the item before",
    "must be nested",
];

fn validator(name: &str) -> Validator {
    let document = specification();
    assert!(document["components"]["schemas"][name].is_object(), "{name}");
    let components = document["components"].clone();
    let schema = json!({ "$ref": format!("#/components/schemas/{name}"), "components": components });
    jsonschema::draft202012::new(&schema).unwrap()
}

/// Returns the paths of all values in a message.
fn places(value: &Value, at: String, found: &mut Vec<String>) {
    let inner: Vec<(String, &Value)> = match value {
        Value::Object(members) => members.iter().map(|(name, value)| (escaped(name), value)).collect(),
        Value::Array(items) => {
            items.iter().enumerate().map(|(index, item)| (index.to_string(), item)).collect()
        }
        Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) => Vec::new(),
    };
    for (name, value) in inner {
        places(value, format!("{at}/{name}"), found);
    }
    found.push(at);
}

fn escaped(name: &str) -> String {
    name.replace('~', "~0").replace('/', "~1")
}

fn replacement() -> impl Strategy<Value = Option<Value>> {
    let values = [
        json!(null),
        json!(true),
        json!(0),
        json!(1),
        json!(-1),
        json!(1.5),
        json!(9_007_199_254_740_991_u64),
        json!(9_007_199_254_740_992_u64),
        json!(""),
        json!("A"),
        json!("\u{0}"),
        json!("漢"),
        json!("ORDER"),
        json!("PAYOUT"),
        json!("2026-11-21T12:00:00Z"),
        json!("2026-11-21T12:00:00+01:00"),
        json!([]),
        json!({}),
        json!([1]),
    ];
    prop_oneof![
        3 => prop::sample::select(values.to_vec()).prop_map(Some),
        1 => Just(None),
        1 => any::<String>().prop_map(|text| Some(text.into())),
    ]
}

fn changes() -> impl Strategy<Value = Vec<(Index, Option<Value>)>> {
    prop::collection::vec((any::<Index>(), replacement()), 8)
}

/// Replaces the value at a place, or removes it if it is a member of an object.
fn change(message: &mut Value, place: &str, replacement: Option<Value>) {
    match replacement {
        Some(value) => *message.pointer_mut(place).unwrap() = value,
        None => {
            let (parent, name) = place.rsplit_once('/').unwrap_or_default();
            if let Some(object) = message.pointer_mut(parent).and_then(Value::as_object_mut) {
                object.shift_remove(&name.replace("~1", "/").replace("~0", "~"));
            }
        }
    }
}

fn agree<T: Message>(
    validator: &Validator,
    message: &T,
    at: Index,
    replacement: Option<Value>,
) -> Result<(), TestCaseError> {
    let mut value: Value = serde_json::from_str(&message.to_json()).unwrap();
    prop_assert!(validator.is_valid(&value), "{}", value);
    let mut found = Vec::new();
    places(&value, String::new(), &mut found);
    change(&mut value, &found[at.index(found.len())], replacement);
    match T::parse(value.to_string().as_bytes()) {
        Ok(_) => {
            prop_assert!(validator.is_valid(&value) || is_cut(&value), "read, and not described: {}", value)
        }
        Err(error) => {
            let is_beyond = BEYOND_SCHEMAS.iter().any(|rule| error.rule.starts_with(rule));
            prop_assert!(
                is_beyond || !validator.is_valid(&value),
                "described, and not read: {}: {}",
                error,
                value
            );
        }
    }
    Ok(())
}

/// Returns `true` if a text of the message is longer than a notice: a reader cuts it, and a schema refuses it.
fn is_cut(value: &Value) -> bool {
    let mut found = Vec::new();
    places(value, String::new(), &mut found);
    let texts = found.iter().filter_map(|place| value.pointer(place)?.as_str());
    texts.into_iter().any(|text| text.chars().count() > 1024)
}

macro_rules! agreements {
    ($($name:ident = $strategy:ident;)+) => {
        proptest! {
            #![proptest_config(ProptestConfig::with_cases(64))]

            $(
                /// Checks that reader and schema agree about a message, and about it with one change.
                #[test]
                fn $strategy(message in bodies::$strategy(), changes in changes()) {
                    static VALIDATOR: LazyLock<Validator> = LazyLock::new(|| validator(stringify!($name)));
                    for (at, replacement) in changes {
                        agree::<$name>(&VALIDATOR, &message, at, replacement)?;
                    }
                }
            )+
        }
    };
}

agreements! {
    Submission = submission;
    OrderAnswer = order_answer;
    CancelResponse = cancel_response;
    PrecheckRequest = precheck_request;
    PrecheckResponse = precheck_response;
    FeedPage = feed_page;
    PushResponse = push_response;
    ErrorBody = error_body;
    Capabilities = capabilities;
}

/// Checks that the document has every path, and that each reference in it leads to a schema.
#[test]
fn the_document_is_complete() {
    let document = specification();
    assert_eq!(document, specification(), "the same document every time");
    let paths: Vec<&String> = document["paths"].as_object().unwrap().keys().collect();
    assert_eq!(
        paths,
        [
            "/v1/capabilities",
            "/v1/payouts/precheck",
            "/v1/payouts/{transactionId}",
            "/v1/payouts/{transactionId}/cancel",
            "/v1/collections/precheck",
            "/v1/collections/{transactionId}",
            "/v1/collections/{transactionId}/cancel",
            "/v1/refunds/{transactionId}",
            "/v1/refunds/{transactionId}/cancel",
            "/v1/changes",
        ]
    );
    let mut found = Vec::new();
    places(&document, String::new(), &mut found);
    let references = found.iter().filter(|place| place.ends_with("/$ref"));
    let targets: Vec<&str> =
        references.map(|place| document.pointer(place).unwrap().as_str().unwrap()).collect();
    assert!(targets.len() > 50);
    for target in targets {
        assert!(document.pointer(target.trim_start_matches('#')).is_some_and(Value::is_object), "{target}");
    }
}
