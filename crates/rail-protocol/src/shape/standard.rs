//! Shapes of plain Rust types and of the vocabulary.

use causeway_vocabulary::ids::{ExternalAccountId, Id, PartyId, RailId, TransactionId};
use causeway_vocabulary::{Country, CurrencyCode};
use serde_json::{Value, json};

use super::definitions::Definitions;
use super::error::MessageError;
use super::location::Location;
use super::traits::Shape;

impl<T: Shape> Shape for Option<T> {
    const IS_OPTIONAL: bool = true;

    fn read(value: &Value, at: &Location<'_>) -> Result<Self, MessageError> {
        if value.is_null() { Ok(None) } else { T::read(value, at).map(Some) }
    }

    fn write(&self) -> Value {
        self.as_ref().map_or(Value::Null, Shape::write)
    }

    fn schema(definitions: &mut Definitions) -> Value {
        json!({ "anyOf": [T::schema(definitions), { "type": "null" }] })
    }
}

impl<T: Shape> Shape for Vec<T> {
    fn read(value: &Value, at: &Location<'_>) -> Result<Self, MessageError> {
        let items = value.as_array().ok_or_else(|| at.error("must be a list"))?;
        items.iter().enumerate().map(|(index, item)| T::read(item, &Location::Item(at, index))).collect()
    }

    fn write(&self) -> Value {
        self.iter().map(Shape::write).collect()
    }

    fn schema(definitions: &mut Definitions) -> Value {
        json!({ "type": "array", "items": T::schema(definitions) })
    }
}

impl<T: Shape> Shape for Box<T> {
    fn read(value: &Value, at: &Location<'_>) -> Result<Self, MessageError> {
        T::read(value, at).map(Self::new)
    }

    fn write(&self) -> Value {
        (**self).write()
    }

    fn schema(definitions: &mut Definitions) -> Value {
        T::schema(definitions)
    }
}

impl Shape for bool {
    fn read(value: &Value, at: &Location<'_>) -> Result<Self, MessageError> {
        value.as_bool().ok_or_else(|| at.error("must be true or false"))
    }

    fn write(&self) -> Value {
        (*self).into()
    }

    fn schema(_: &mut Definitions) -> Value {
        json!({ "type": "boolean" })
    }
}

/// Implements the shape of types that are written as a text and read from it, each with its rule and schema.
macro_rules! written_as_text {
    ($($name:ty: $rule:expr, $schema:expr;)+) => {$(
        impl $crate::shape::Shape for $name {
            fn read(
                value: &::serde_json::Value,
                at: &$crate::shape::Location<'_>,
            ) -> ::std::result::Result<Self, $crate::shape::MessageError> {
                at.text(value)?.parse().map_err(|_| at.error($rule))
            }

            fn write(&self) -> ::serde_json::Value {
                ::std::string::ToString::to_string(self).into()
            }

            fn schema(_: &mut $crate::shape::Definitions) -> ::serde_json::Value {
                $schema
            }
        }
    )+};
}
pub(crate) use written_as_text;

const UUID: &str = "[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}";

fn id_rule(type_name: &str) -> String {
    format!("must be an id of the form {type_name}:<uuid>, in lower case")
}

fn id_schema(type_name: &str) -> Value {
    json!({ "type": "string", "pattern": format!("^{type_name}:{UUID}$") })
}

written_as_text! {
    RailId: id_rule(Self::TYPE_NAME), id_schema(Self::TYPE_NAME);
    TransactionId: id_rule(Self::TYPE_NAME), id_schema(Self::TYPE_NAME);
    ExternalAccountId: id_rule(Self::TYPE_NAME), id_schema(Self::TYPE_NAME);
    PartyId: id_rule("Customer or Platform"), id_schema("(Customer|Platform)");
    CurrencyCode: "must be a currency code of 2 to 10 upper-case letters and digits",
        json!({ "type": "string", "pattern": "^[A-Z0-9]{2,10}$" });
    Country: "must be a country by its two upper-case letters (ISO 3166-1)",
        json!({ "type": "string", "pattern": Self::pattern() });
}
