//! Named schemas of the document.

use causeway_vocabulary::schema::doc_text;
use serde_json::{Map, Value, json};

/// The named schemas, in the order of their first use.
#[derive(Debug, Default)]
pub(crate) struct Definitions {
    schemas: Map<String, Value>,
}

/// A member of an object schema.
pub(crate) struct PropertySchema {
    pub(crate) name: &'static str,
    pub(crate) schema: Value,
    /// Lines of the doc comment; empty if the member has none.
    pub(crate) doc: &'static [&'static str],
    pub(crate) is_optional: bool,
}

impl Definitions {
    /// Returns a reference to the schema with this name, which is built when it is first used.
    pub(crate) fn define(&mut self, name: &'static str, build: impl FnOnce(&mut Self) -> Value) -> Value {
        if !self.schemas.contains_key(name) {
            // The place is taken before the schema is built, so that the order is that of first use.
            self.schemas.insert(name.to_owned(), Value::Null);
            let schema = build(self);
            self.schemas.insert(name.to_owned(), schema);
        }
        json!({ "$ref": format!("#/components/schemas/{name}") })
    }

    /// Returns all schemas, by name.
    pub(crate) fn into_schemas(self) -> Map<String, Value> {
        self.schemas
    }
}

impl PropertySchema {
    /// Returns the schema of an object with these members.
    pub(crate) fn object(doc: &[&str], members: Vec<Self>) -> Value {
        let mut properties = Map::new();
        let mut required = Vec::new();
        for member in members {
            if !member.is_optional {
                required.push(Value::from(member.name));
            }
            properties.insert(member.name.to_owned(), member.described());
        }
        json!({
            "description": doc_text(doc),
            "type": "object",
            "properties": properties,
            "required": required,
        })
    }

    fn described(self) -> Value {
        let mut schema = self.schema;
        if let Some(keywords) = schema.as_object_mut().filter(|_| !self.doc.is_empty()) {
            keywords.insert("description".to_owned(), doc_text(self.doc).into());
        }
        schema
    }
}
