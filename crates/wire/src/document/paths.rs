//! The operations in the document.

use serde_json::{Map, Value, json};

use super::description::{Description, OperationSchemas};
use super::errors;
use crate::scalar::schema::prose;
use crate::table::{Auth, BodyKind, Header, Idempotency, Meta, Permission};
use crate::validate::identifies;

/// Returns the `paths` section of the document, with paths and methods in the order of the table.
pub(super) fn paths(description: &Description) -> Map<String, Value> {
    let mut paths = Map::new();
    for described in &description.operations {
        let meta = described.operation.meta();
        let path = paths.entry(meta.path).or_insert_with(|| json!({}));
        path[meta.method.as_str().to_ascii_lowercase()] = operation(meta, described, &description.schemas);
    }
    paths
}

fn operation(meta: &Meta, described: &OperationSchemas, schemas: &Map<String, Value>) -> Value {
    let text = prose(meta.doc);
    let summary = text.split("\n\n").next().unwrap_or_default().replace('\n', " ");
    let mut operation = json!({
        "operationId": meta.id(),
        "tags": [meta.tag],
        "summary": summary.trim_end_matches('.'),
        "description": format!("{text}\n\n{}", conditions(meta)),
        "security": security(meta.auth),
    });
    let parameters = parameters(described, schemas);
    if !parameters.is_empty() {
        operation["parameters"] = Value::Array(parameters);
    }
    if let (Some(body), Some(schema)) = (meta.body, &described.body) {
        let media_type = match body.kind {
            BodyKind::Required | BodyKind::Optional => "application/json",
            BodyKind::Multipart { .. } => "multipart/form-data",
        };
        let mut content = json!({ "schema": schema });
        if let Some(example) = body.example {
            content["example"] = example();
        }
        operation["requestBody"] =
            json!({ "required": body.kind != BodyKind::Optional, "content": { media_type: content } });
    }
    operation["responses"] = Value::Object(responses(meta, described));
    operation
}

/// Returns the conditions under which the operation can be called, in words.
fn conditions(meta: &Meta) -> String {
    let permission = match (meta.auth, meta.permission) {
        (Auth::Agent, _) => "For agents, within their policy.",
        (Auth::None, _) => "Requires no credentials.",
        (Auth::Basic, Permission::Any) => "Any permission is sufficient.",
        (Auth::Basic, Permission::Manage) => "Requires the permission `MANAGE`.",
        (Auth::Basic, Permission::Transact) => "Requires the permission `TRANSACT`.",
        (Auth::Basic, Permission::ManageOrTransact) => "Requires the permission `MANAGE` or `TRANSACT`.",
    };
    if meta.sandbox_only {
        format!("{permission} Available to sandbox platforms only.")
    } else {
        permission.to_owned()
    }
}

fn security(auth: Auth) -> Value {
    match auth {
        Auth::Basic => json!([{ "BasicAuth": [] }]),
        Auth::Agent => json!([{ "AgentAuth": [] }]),
        Auth::None => json!([]),
    }
}

fn parameters(described: &OperationSchemas, schemas: &Map<String, Value>) -> Vec<Value> {
    let meta = described.operation.meta();
    let examples = meta.query_example.map(|example| example()).unwrap_or_default();
    let path = meta
        .path_parameters()
        .map(|name| json!({ "name": name, "in": "path", "required": true, "schema": { "type": "string" } }));
    let key = match meta.idempotency {
        Idempotency::Ignored => None,
        Idempotency::Honoured => Some(header(Header::IdempotencyKey, false)),
        Idempotency::Required => Some(header(Header::IdempotencyKey, true)),
    };
    let headers = meta.headers.iter().map(|wanted| header(*wanted, false));
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

fn responses(meta: &Meta, described: &OperationSchemas) -> Map<String, Value> {
    let keyed = meta.idempotency != Idempotency::Ignored;
    let mut responses = Map::new();
    responses.insert(meta.success.status.to_string(), success("Success.", described.success.as_ref(), keyed));
    if let Some(schema) = &described.accepted {
        let text = "Not done yet: another step is required first, for example a signature.";
        responses.insert("202".to_owned(), success(text, Some(schema), keyed));
    }
    for status in meta.refusals() {
        responses.insert(status.to_string(), errors::response(status));
    }
    responses
}

fn success(text: &str, schema: Option<&Value>, keyed: bool) -> Value {
    let mut headers = json!({ "X-Request-Id": { "$ref": "#/components/headers/X-Request-Id" } });
    if keyed {
        headers["Idempotent-Replayed"] = json!({ "$ref": "#/components/headers/Idempotent-Replayed" });
    }
    let mut response = json!({ "description": text, "headers": headers });
    if let Some(schema) = schema {
        response["content"] = json!({ "application/json": { "schema": schema } });
    }
    response
}
