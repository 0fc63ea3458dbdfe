//! The operations in the document.

use serde_json::{Map, Value, json};

use super::description::{Description, OperationSchemas};
use super::errors;
use super::examples::Examples;
use crate::scalar::schema::doc_text;
use crate::table::{Auth, BodyKind, Header, Idempotency, OperationRow, Permission};
use crate::validate::identifies;

/// Returns the `paths` section of the document, with paths and methods in the order of the table.
pub(super) fn paths(description: &Description, examples: &Examples) -> Map<String, Value> {
    let mut paths = Map::new();
    for described in &description.operations {
        let row = described.operation.row();
        let path = paths.entry(row.path).or_insert_with(|| json!({}));
        let mut operation = operation(row, described, &description.schemas);
        operation["responses"] = Value::Object(responses(row, described, examples.answer(&row.id())));
        path[row.method.as_str().to_ascii_lowercase()] = operation;
    }
    paths
}

fn operation(row: &OperationRow, described: &OperationSchemas, schemas: &Map<String, Value>) -> Value {
    let text = doc_text(row.doc);
    let summary = text.split("\n\n").next().unwrap_or_default().replace('\n', " ");
    let mut operation = json!({
        "operationId": row.id(),
        "tags": [row.tag],
        "summary": summary.trim_end_matches('.'),
        "description": format!("{text}\n\n{}", conditions(row)),
        "security": security(row.auth),
    });
    let parameters = parameters(described, schemas);
    if !parameters.is_empty() {
        operation["parameters"] = Value::Array(parameters);
    }
    if let (Some(body), Some(schema)) = (row.body, &described.body) {
        let media_type = match body.kind {
            BodyKind::Json | BodyKind::OptionalJson => "application/json",
            BodyKind::Multipart { .. } => "multipart/form-data",
        };
        let mut content = json!({ "schema": schema });
        if let Some(example) = body.example {
            content["example"] = example();
        }
        operation["requestBody"] =
            json!({ "required": body.kind != BodyKind::OptionalJson, "content": { media_type: content } });
    }
    operation
}

/// Returns the conditions under which the operation can be called, in words.
fn conditions(row: &OperationRow) -> String {
    let permission = match (row.auth, row.permission) {
        (Auth::Agent, _) => "Requires an agent's access token, and applies the agent's policy.",
        (Auth::None, _) => "Requires no credentials.",
        (Auth::Platform, Permission::Any) => "Any permission is sufficient.",
        (Auth::Platform, Permission::Manage) => "Requires the permission `MANAGE`.",
        (Auth::Platform, Permission::Transact) => "Requires the permission `TRANSACT`.",
        (Auth::Platform, Permission::ManageOrTransact) => "Requires the permission `MANAGE` or `TRANSACT`.",
    };
    if row.sandbox_only {
        format!("{permission} Available to sandbox platforms only.")
    } else {
        permission.to_owned()
    }
}

fn security(auth: Auth) -> Value {
    match auth {
        Auth::Platform => json!([{ "BasicAuth": [] }]),
        Auth::Agent => json!([{ "AgentAuth": [] }]),
        Auth::None => json!([]),
    }
}

fn parameters(described: &OperationSchemas, schemas: &Map<String, Value>) -> Vec<Value> {
    let row = described.operation.row();
    let examples = row.query_example.map(|example| example()).unwrap_or_default();
    let path = row
        .path_parameters()
        .map(|name| json!({ "name": name, "in": "path", "required": true, "schema": { "type": "string" } }));
    let key = match row.idempotency {
        Idempotency::Ignored => None,
        Idempotency::Honoured => Some(header(Header::IdempotencyKey, false)),
        Idempotency::Required => Some(header(Header::IdempotencyKey, true)),
    };
    let headers = row.headers.iter().map(|wanted| header(*wanted, false));
    let query = described.query.iter().flat_map(|query| query_parameters(query, &examples, schemas));
    path.chain(key).chain(headers).chain(query).collect()
}

fn header(header: Header, required: bool) -> Value {
    json!({ "name": header.name(), "in": "header", "required": required, "schema": header.schema() })
}

fn query_parameters(query: &Value, examples: &Value, schemas: &Map<String, Value>) -> Vec<Value> {
    let required = |name: &str| {
        query
            .get("required")
            .and_then(Value::as_array)
            .is_some_and(|names| names.iter().any(|other| other == name))
    };
    let properties = query.get("properties").and_then(Value::as_object).into_iter().flatten();
    properties
        .map(|(name, schema)| {
            let mut parameter =
                json!({ "name": name, "in": "query", "required": required(name), "schema": schema });
            if let Some(Value::String(text)) =
                parameter["schema"].as_object_mut().and_then(|s| s.shift_remove("description"))
            {
                parameter["description"] = json!(text);
            }
            if let Some(example) = examples.get(name) {
                parameter["example"] = example.clone();
            }
            if schema.get("type") == Some(&json!("array")) {
                parameter["style"] = json!("form");
                parameter["explode"] = json!(true);
            }
            if !required(name) && !identifies(resolved(schema, schemas)) {
                parameter["allowEmptyValue"] = json!(true);
            }
            parameter
        })
        .collect()
}

/// Returns the definition that a schema refers to, or the schema itself.
fn resolved<'a>(schema: &'a Value, schemas: &'a Map<String, Value>) -> &'a Value {
    let target = schema.get("$ref").and_then(Value::as_str).and_then(|target| target.rsplit('/').next());
    target.and_then(|name| schemas.get(name)).unwrap_or(schema)
}

fn responses(
    row: &OperationRow,
    described: &OperationSchemas,
    example: Option<&Value>,
) -> Map<String, Value> {
    let takes_key = row.takes_idempotency_key();
    let mut responses = Map::new();
    let mut done = success("Success.", described.success.as_ref(), takes_key);
    if let (Some(_), Some(example)) = (&described.success, example) {
        done["content"]["application/json"]["example"] = example.clone();
    }
    responses.insert(row.success.status.to_string(), done);
    if let Some(schema) = &described.accepted {
        let text = "Not done yet: another step is required first, for example a signature.";
        responses.insert("202".to_owned(), success(text, Some(schema), takes_key));
    }
    for status in row.error_statuses() {
        responses.insert(status.to_string(), errors::response(status));
    }
    responses
}

fn success(text: &str, schema: Option<&Value>, takes_key: bool) -> Value {
    let mut headers = json!({
        "X-Request-Id": { "$ref": "#/components/headers/X-Request-Id" },
        "X-Svc-Ignored": { "$ref": "#/components/headers/X-Svc-Ignored" },
    });
    if takes_key {
        headers["Idempotent-Replayed"] = json!({ "$ref": "#/components/headers/Idempotent-Replayed" });
    }
    let mut response = json!({ "description": text, "headers": headers });
    if let Some(schema) = schema {
        response["content"] = json!({ "application/json": { "schema": schema } });
    }
    response
}
