//! All schemas of the API, generated once for both the document and the validator.

use schemars::SchemaGenerator;
use schemars::generate::SchemaSettings;
use serde_json::{Map, Value};

use super::{DocumentError, events, tidy};
use crate::table::{Operation, SchemaFn};

/// The schemas of the API, before they are arranged into the document.
#[derive(Debug)]
pub(crate) struct Description {
    /// The named schemas, by name.
    pub(crate) schemas: Map<String, Value>,
    /// The schemas of each operation, in the order of the table.
    pub(crate) operations: Vec<OperationSchemas>,
    /// The data of each event group, in the order of the groups.
    pub(crate) event_data: Vec<Value>,
}

/// The schemas of one operation's request and responses.
#[derive(Debug)]
pub(crate) struct OperationSchemas {
    pub(crate) operation: Operation,
    /// An object schema with a property per query parameter.
    pub(crate) query: Option<Value>,
    pub(crate) body: Option<Value>,
    pub(crate) success: Option<Value>,
    pub(crate) accepted: Option<Value>,
}

impl Description {
    /// Generates the schemas of all types in the table and the events.
    pub(crate) fn new() -> Result<Self, DocumentError> {
        let mut generator = generator();
        let mut make = |schema_fn: Option<SchemaFn>| {
            schema_fn.map(|schema_fn| {
                let mut schema = schema_fn.schema(&mut generator).into();
                tidy::absent_is_not_null(&mut schema);
                schema
            })
        };
        let mut operations = Vec::new();
        for operation in Operation::all() {
            let row = operation.row();
            operations.push(OperationSchemas {
                operation,
                query: make(row.query),
                body: make(row.body.map(|body| body.schema)),
                success: make(row.success.schema),
                accepted: make(row.accepted),
            });
        }
        let event_data = events::GROUPS.iter().filter_map(|group| make(Some(group.data))).collect();
        let mut schemas = tidy::definitions(generator.take_definitions(false))?;
        let mut written_out = Vec::new();
        for query in operations.iter_mut().filter_map(|described| described.query.as_mut()) {
            let (name, schema) = referenced(query, &schemas)?;
            written_out.push(name);
            *query = schema;
        }
        // A query's schema is written out as parameters, so its name means nothing to a reader of the
        // document.
        schemas.retain(|name, _| !written_out.contains(name));
        Ok(Self { schemas, operations, event_data })
    }
}

fn generator() -> SchemaGenerator {
    let mut settings = SchemaSettings::draft2020_12();
    settings.definitions_path = "/components/schemas".into();
    settings.meta_schema = None;
    settings.transforms.clear();
    settings.into_generator()
}

/// Returns the name and the schema that a reference points to.
fn referenced(reference: &Value, schemas: &Map<String, Value>) -> Result<(String, Value), DocumentError> {
    let name = reference.get("$ref").and_then(Value::as_str).and_then(|target| target.rsplit('/').next());
    let name = name.unwrap_or_default().to_owned();
    match schemas.get(&name) {
        Some(schema) => Ok((name, schema.clone())),
        None => Err(DocumentError::Unknown(name)),
    }
}
