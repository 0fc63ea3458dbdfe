//! Values bound to a statement.

use std::borrow::Cow;

use causeway_domain::money::CurrencyCode;
use causeway_domain::{Revision, Time};
use serde::Serialize;
use uuid::Uuid;

use crate::database::error::Error;

/// A value bound to a placeholder `$1`, `$2`, … of a statement.
#[derive(Debug, Clone, PartialEq)]
pub enum Value<'a> {
    /// SQL NULL.
    Null,
    /// BOOLEAN.
    Bool(bool),
    /// BIGINT, and the smaller integers.
    Int(i64),
    /// TEXT.
    Text(Cow<'a, str>),
    /// BYTEA.
    Bytes(Cow<'a, [u8]>),
    /// UUID.
    Uuid(Uuid),
    /// JSON or JSONB: a JSON text.
    Json(Cow<'a, str>),
}

impl Value<'_> {
    /// Serializes a document for a JSON or JSONB column.
    ///
    /// # Errors
    /// [`Error::Data`] if the document cannot be serialized.
    pub fn doc(document: &impl Serialize) -> Result<Value<'static>, Error> {
        Ok(Value::Json(Cow::Owned(json_text(document)?)))
    }

    /// Clones borrowed data, so that the value owns it.
    #[must_use]
    pub fn into_owned(self) -> Value<'static> {
        match self {
            Value::Null => Value::Null,
            Value::Bool(value) => Value::Bool(value),
            Value::Int(value) => Value::Int(value),
            Value::Text(text) => Value::Text(Cow::Owned(text.into_owned())),
            Value::Bytes(bytes) => Value::Bytes(Cow::Owned(bytes.into_owned())),
            Value::Uuid(uuid) => Value::Uuid(uuid),
            Value::Json(text) => Value::Json(Cow::Owned(text.into_owned())),
        }
    }
}

/// Serializes a document as JSON.
///
/// # Errors
/// [`Error::Data`] if it cannot be serialized.
pub(crate) fn json_text(document: &impl Serialize) -> Result<String, Error> {
    serde_json::to_string(document).map_err(|error| Error::Data(error.to_string()))
}

/// The values for the placeholders of a statement, in order: `params![platform, id]`.
#[macro_export]
macro_rules! params {
    ($($value:expr),* $(,)?) => { &[$($crate::Value::from($value)),*] };
}

macro_rules! from {
    ($($source:ty => $make:expr;)*) => {$(
        impl<'a> From<$source> for Value<'a> {
            fn from(value: $source) -> Self {
                let make: fn($source) -> Value<'a> = $make;
                make(value)
            }
        }
    )*};
}

from! {
    bool => Value::Bool;
    i64 => Value::Int;
    i32 => |value| Value::Int(value.into());
    u32 => |value| Value::Int(value.into());
    u16 => |value| Value::Int(value.into());
    &'a str => |text| Value::Text(Cow::Borrowed(text));
    &'a String => |text| Value::Text(Cow::Borrowed(text));
    String => |text| Value::Text(Cow::Owned(text));
    Cow<'a, str> => Value::Text;
    &'a [u8] => |bytes| Value::Bytes(Cow::Borrowed(bytes));
    &'a Vec<u8> => |bytes| Value::Bytes(Cow::Borrowed(bytes));
    Vec<u8> => |bytes| Value::Bytes(Cow::Owned(bytes));
    Uuid => Value::Uuid;
    Time => |time| Value::Int(time.millis());
    Revision => |revision| Value::Int(revision.time().millis());
    CurrencyCode => |currency| Value::Text(Cow::Owned(currency.as_str().to_owned()));
}

impl<'a, const N: usize> From<&'a [u8; N]> for Value<'a> {
    fn from(bytes: &'a [u8; N]) -> Self {
        Value::Bytes(Cow::Borrowed(bytes))
    }
}

impl<const N: usize> From<[u8; N]> for Value<'_> {
    fn from(bytes: [u8; N]) -> Self {
        Value::Bytes(Cow::Owned(bytes.to_vec()))
    }
}

impl<'a, T: Into<Value<'a>>> From<Option<T>> for Value<'a> {
    fn from(value: Option<T>) -> Self {
        value.map_or(Value::Null, Into::into)
    }
}
