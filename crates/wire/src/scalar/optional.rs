//! Fields that may have no value. A plain `Option` is a field that may be left out.

use std::borrow::Cow;
use std::fmt;
use std::marker::PhantomData;

use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::de::IgnoredAny;
use serde::{Deserialize, Deserializer, Serialize};
use serde_json::json;

/// Keyword of an intended `null`, as opposed to the one that schemars writes for every `Option`.
pub(crate) const NULL_IS_MEANT: &str = "x-null-is-meant";

/// A response field that is always present and may be `null`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Nullable<T>(pub Option<T>);

impl<T> From<Option<T>> for Nullable<T> {
    fn from(value: Option<T>) -> Self {
        Self(value)
    }
}

impl<T: JsonSchema> JsonSchema for Nullable<T> {
    fn inline_schema() -> bool {
        true
    }
    fn schema_name() -> Cow<'static, str> {
        format!("Nullable{}", T::schema_name()).into()
    }
    fn json_schema(generator: &mut SchemaGenerator) -> Schema {
        or_null::<T>(generator)
    }
}

/// A nullable field of a PATCH body: `null` clears it (conventions 6).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Patch<T> {
    /// The field was not sent: the stored value stays.
    #[default]
    Keep,
    /// The field was sent as `null`: the stored value is removed.
    Clear,
    /// The field was sent with a value that replaces the stored one.
    Set(T),
}

impl<T> Patch<T> {
    /// Returns the value that was sent, or `None` for an absent field and for `null`.
    ///
    /// Meant for requests in which `null` is the same as absent.
    #[must_use]
    pub const fn sent(&self) -> Option<&T> {
        match self {
            Self::Set(value) => Some(value),
            Self::Keep | Self::Clear => None,
        }
    }
}

impl<'de, T: Deserialize<'de>> Deserialize<'de> for Patch<T> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        Option::deserialize(deserializer).map(|value| value.map_or(Self::Clear, Self::Set))
    }
}

impl<T: JsonSchema> JsonSchema for Patch<T> {
    fn inline_schema() -> bool {
        true
    }
    fn schema_name() -> Cow<'static, str> {
        format!("Patch{}", T::schema_name()).into()
    }
    fn json_schema(generator: &mut SchemaGenerator) -> Schema {
        or_null::<T>(generator)
    }
}

fn or_null<T: JsonSchema>(generator: &mut SchemaGenerator) -> Schema {
    json_schema!({ "anyOf": [generator.subschema_for::<T>(), { "type": "null" }], NULL_IS_MEANT: true })
}

/// A field that only the service sets: it is documented in the request, and any value sent for it is ignored
/// (conventions 6).
pub struct ReadOnly<T>(PhantomData<T>);

impl<T> ReadOnly<T> {
    /// Creates the field, which has no content.
    #[must_use]
    pub const fn new() -> Self {
        Self(PhantomData)
    }
}

impl<T> Default for ReadOnly<T> {
    fn default() -> Self {
        Self::new()
    }
}

impl<T> Clone for ReadOnly<T> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<T> Copy for ReadOnly<T> {}

impl<T> PartialEq for ReadOnly<T> {
    fn eq(&self, _: &Self) -> bool {
        true
    }
}

impl<T> Eq for ReadOnly<T> {}

impl<T> fmt::Debug for ReadOnly<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("ReadOnly")
    }
}

impl<'de, T> Deserialize<'de> for ReadOnly<T> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        IgnoredAny::deserialize(deserializer).map(|_| Self::new())
    }
}

impl<T: JsonSchema> JsonSchema for ReadOnly<T> {
    fn inline_schema() -> bool {
        true
    }
    fn schema_name() -> Cow<'static, str> {
        format!("ReadOnly{}", T::schema_name()).into()
    }
    fn json_schema(generator: &mut SchemaGenerator) -> Schema {
        let mut schema = generator.subschema_for::<T>();
        schema.insert("readOnly".to_owned(), json!(true));
        schema
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[derive(Deserialize)]
    struct Body {
        #[serde(default)]
        nickname: Patch<String>,
    }

    fn nickname(body: serde_json::Value) -> Patch<String> {
        serde_json::from_value::<Body>(body).unwrap().nickname
    }

    #[test]
    fn a_patch_field_distinguishes_absent_null_and_value() {
        assert_eq!(nickname(json!({})), Patch::Keep);
        assert_eq!(nickname(json!({ "nickname": null })), Patch::Clear);
        assert_eq!(nickname(json!({ "nickname": "x" })), Patch::Set("x".to_owned()));
    }

    #[test]
    fn a_read_only_field_accepts_any_value() {
        for value in [json!(1), json!({ "a": [null] }), json!("REJECTED")] {
            assert_eq!(serde_json::from_value::<ReadOnly<bool>>(value).unwrap(), ReadOnly::new());
        }
    }
}
