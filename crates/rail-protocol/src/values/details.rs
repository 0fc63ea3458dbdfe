//! Objects with members that depend on the account type.

use std::collections::BTreeMap;

use serde_json::{Map, Value, json};

use crate::shape::{Definitions, Location, MessageError, Shape};

/// The details of an external account as registered (rails 7.2): any JSON object.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct AccountInfo(pub Map<String, Value>);

/// Texts by name, such as `{"iban": "DE02…"}`.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct TextMembers(pub BTreeMap<String, String>);

impl Shape for AccountInfo {
    fn read(value: &Value, at: &Location<'_>) -> Result<Self, MessageError> {
        at.object(value).cloned().map(Self)
    }

    fn write(&self) -> Value {
        Value::Object(self.0.clone())
    }

    fn schema(_: &mut Definitions) -> Value {
        json!({ "type": "object" })
    }
}

impl Shape for TextMembers {
    fn read(value: &Value, at: &Location<'_>) -> Result<Self, MessageError> {
        let members = at.object(value)?.iter().map(|(name, value)| {
            let text = Location::Member(at, name).text(value)?;
            Ok((name.clone(), text.to_owned()))
        });
        members.collect::<Result<_, MessageError>>().map(Self)
    }

    fn write(&self) -> Value {
        self.0.iter().map(|(name, text)| (name.clone(), Value::from(text.as_str()))).collect()
    }

    fn schema(_: &mut Definitions) -> Value {
        json!({ "type": "object", "additionalProperties": { "type": "string" } })
    }
}
