//! An account's details as JSON, for shapes that a catalogue describes.

use schemars::SchemaGenerator;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value, json};

use super::field::Field;
use crate::rails::PaymentRail;
use crate::scalar::schema::reference;

/// The member that names the account type.
const TAG: &str = "accountType";

/// An account's details: the account type, then its members in the order of the catalogue.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
#[serde(transparent)]
pub struct AccountDetails(pub Map<String, Value>);

impl AccountDetails {
    /// Creates details of this type without further members.
    #[must_use]
    pub fn of_type(account_type: &str) -> Self {
        Self::default().with(TAG, account_type)
    }

    /// Adds a text member.
    #[must_use]
    pub fn with(mut self, name: &str, value: impl Into<String>) -> Self {
        self.0.insert(name.to_owned(), Value::String(value.into()));
        self
    }

    /// Adds the rails that reach the account, default first, as `paymentRails`.
    #[must_use]
    pub fn with_rails(mut self, rails: &[PaymentRail]) -> Self {
        self.0
            .insert("paymentRails".to_owned(), rails.iter().map(|rail| Value::from(rail.as_str())).collect());
        self
    }

    /// Returns the account type, for example `USD_ACCOUNT`; empty if the member is missing.
    #[must_use]
    pub fn account_type(&self) -> &str {
        self.text(TAG).unwrap_or_default()
    }

    /// Returns the value of a text member, or `None` if it is absent or not a text.
    #[must_use]
    pub fn text(&self, name: &str) -> Option<&str> {
        self.0.get(name)?.as_str()
    }
}

/// The parts of one account type's schema: an object with the type and these fields, followed by `others`.
pub(crate) struct Variant {
    pub(crate) tag: &'static str,
    pub(crate) fields: Vec<Field>,
    /// Name and schema of each further member, and `true` if it is required.
    pub(crate) others: Vec<(&'static str, Value, bool)>,
}

impl Variant {
    fn schema(self) -> Value {
        let mut properties = Map::new();
        let mut required = vec![Value::from(TAG)];
        properties.insert(TAG.to_owned(), json!({ "type": "string", "const": self.tag }));
        let fields = self.fields.iter().map(|field| (field.name, field.schema(), field.needed));
        for (name, schema, needed) in fields.chain(self.others) {
            properties.insert(name.to_owned(), schema);
            if needed {
                required.push(Value::from(name));
            }
        }
        json!({ "type": "object", "properties": properties, "required": required })
    }
}

/// Returns a union of account types. Each type gets a definition of its own; its name is that of the type,
/// followed by `suffix`.
pub(crate) fn union(
    generator: &mut SchemaGenerator,
    suffix: &str,
    description: &str,
    variants: Vec<Variant>,
) -> Value {
    let mut choices = Vec::new();
    let mut mapping = Map::new();
    for variant in variants {
        let tag = variant.tag;
        let name = component_name(tag, suffix);
        generator.definitions_mut().insert(name.clone(), variant.schema());
        let target = reference(&name);
        choices.push(json!({ "$ref": target }));
        mapping.insert(tag.to_owned(), Value::from(target));
    }
    json!({
        "description": description,
        "oneOf": choices,
        "discriminator": { "propertyName": TAG, "mapping": mapping },
    })
}

/// Returns the schema of a list of these rails.
pub(crate) fn rails_schema(rails: &[PaymentRail]) -> Value {
    let names: Vec<&str> = rails.iter().map(|rail| rail.as_str()).collect();
    json!({
        "description": "The rails that reach the account, default first.",
        "type": "array",
        "items": { "type": "string", "enum": names },
    })
}

/// Returns the name of a definition, for example `UsdAccountRegistration` for `USD_ACCOUNT` and
/// `Registration`.
pub(crate) fn component_name(tag: &str, suffix: &str) -> String {
    let words = tag.split('_').map(|word| {
        let (first, rest) = word.split_at(1);
        first.to_owned() + &rest.to_ascii_lowercase()
    });
    words.collect::<String>() + suffix
}
