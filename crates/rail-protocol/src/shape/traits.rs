//! The trait of all values and messages.

use serde_json::{Map, Value};

use super::definitions::Definitions;
use super::error::MessageError;
use super::location::Location;

/// A value of the protocol: its reader, its writer and its schema.
pub(crate) trait Shape: Sized {
    /// `true` if a member of this type can be `null` or absent.
    const IS_OPTIONAL: bool = false;

    /// Reads a value.
    ///
    /// # Errors
    /// The place of the first value that breaks a rule, and the rule.
    fn read(value: &Value, at: &Location<'_>) -> Result<Self, MessageError>;

    /// Writes the value as JSON.
    fn write(&self) -> Value;

    /// Returns the JSON schema, or a reference to it if the type has a name.
    fn schema(definitions: &mut Definitions) -> Value;
}

/// Reads a member of an object. An absent member is read as `null`, which only an optional one can be.
pub(crate) fn member<T: Shape>(
    object: &Map<String, Value>,
    name: &str,
    at: &Location<'_>,
) -> Result<T, MessageError> {
    let place = Location::Member(at, name);
    match object.get(name) {
        Some(value) => T::read(value, &place),
        None if T::IS_OPTIONAL => T::read(&Value::Null, &place),
        None => Err(place.error("is missing")),
    }
}
