//! Information about parties, keyed by the fields that a platform or partner asks for.

use std::borrow::Cow;

use schemars::{JsonSchema, Schema, SchemaGenerator};
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value, json};

use crate::scalar::schema::with_description;

/// Information about a party. The keys are the names of the requested fields, such as `FULL_NAME`
/// (conventions 12).
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
#[serde(transparent)]
pub struct PartyFacts(pub Map<String, Value>);

impl JsonSchema for PartyFacts {
    fn schema_name() -> Cow<'static, str> {
        "PartyFacts".into()
    }
    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        with_description(
            &["Information about a party. The keys are names of requested fields, such as `FULL_NAME`."],
            json!({ "type": "object", "additionalProperties": true }),
        )
    }
}
