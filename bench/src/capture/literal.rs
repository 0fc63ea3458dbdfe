//! A bound value in a form that can be stored in a file.

use causeway_store::Value;
use serde::{Deserialize, Serialize};
use uuid::Uuid;

/// A value as it was bound to a placeholder.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) enum Literal {
    Null,
    Bool(bool),
    Int(i64),
    Text(String),
    Bytes(Vec<u8>),
    Uuid([u8; 16]),
    Json(String),
}

impl From<&Value<'_>> for Literal {
    fn from(value: &Value<'_>) -> Self {
        match value {
            Value::Null => Self::Null,
            Value::Bool(value) => Self::Bool(*value),
            Value::Int(value) => Self::Int(*value),
            Value::Text(text) => Self::Text(text.clone().into_owned()),
            Value::Bytes(bytes) => Self::Bytes(bytes.clone().into_owned()),
            Value::Uuid(uuid) => Self::Uuid(uuid.into_bytes()),
            Value::Json(text) => Self::Json(text.clone().into_owned()),
        }
    }
}

pub(crate) fn uuid_text(bytes: [u8; 16]) -> String {
    Uuid::from_bytes(bytes).to_string()
}
