//! The operations of the document.

use serde_json::{Map, Value, json};

use crate::messages::{
    CancelRequest, CancelResponse, Capabilities, ErrorBody, FeedPage, OrderAnswer, PrecheckRequest,
    PrecheckResponse, PushRequest, PushResponse, Submission,
};
use crate::operations::{Operation, push_path};
use crate::shape::{Definitions, Shape};

/// Returns the paths of an adapter.
pub(super) fn paths(definitions: &mut Definitions) -> Value {
    let mut paths: Map<String, Value> = Map::new();
    for operation in Operation::ALL {
        let row = json!({
            "operationId": operation_id(*operation),
            "summary": summary(*operation),
            "parameters": parameters(*operation),
            "responses": responses(answer(*operation, definitions), ErrorBody::schema(definitions)),
        });
        let row = with_body(row, request(*operation, definitions));
        let path = paths.entry(operation.path()).or_insert_with(|| json!({}));
        path[operation.method().to_ascii_lowercase()] = row;
    }
    Value::Object(paths)
}

/// Returns the request that an adapter sends to the service.
pub(super) fn webhooks(definitions: &mut Definitions) -> Value {
    let row = json!({
        "operationId": "push",
        "summary": format!("Feed items, pushed to {} of the service.", push_path("{railName}")),
        "parameters": headers(),
        "responses": responses(PushResponse::schema(definitions), ErrorBody::schema(definitions)),
    });
    json!({ "push": { "post": with_body(row, Some(PushRequest::schema(definitions))) } })
}

fn operation_id(operation: Operation) -> String {
    let kind = operation.kind().map(|kind| format!("_{}", kind.as_str().to_ascii_lowercase()));
    format!("{}{}", operation.name(), kind.unwrap_or_default())
}

const fn summary(operation: Operation) -> &'static str {
    match operation {
        Operation::Capabilities => "Capabilities of the adapter.",
        Operation::Precheck(_) => "Asks if such an order could be taken now. Nothing is stored.",
        Operation::Submit(_) => "Stores an order. A repetition has the same bytes and changes nothing.",
        Operation::Status(_) => "The record of an order, or 404 ORDER_NOT_FOUND.",
        Operation::Cancel(_) => "Cancels an order; an unknown id becomes a tombstone.",
        Operation::Changes => "A page of the feed.",
    }
}

fn request(operation: Operation, definitions: &mut Definitions) -> Option<Value> {
    match operation {
        Operation::Precheck(_) => Some(PrecheckRequest::schema(definitions)),
        Operation::Submit(_) => Some(Submission::schema(definitions)),
        Operation::Cancel(_) => Some(CancelRequest::schema(definitions)),
        Operation::Capabilities | Operation::Status(_) | Operation::Changes => None,
    }
}

fn answer(operation: Operation, definitions: &mut Definitions) -> Value {
    match operation {
        Operation::Capabilities => Capabilities::schema(definitions),
        Operation::Precheck(_) => PrecheckResponse::schema(definitions),
        Operation::Submit(_) | Operation::Status(_) => OrderAnswer::schema(definitions),
        Operation::Cancel(_) => CancelResponse::schema(definitions),
        Operation::Changes => FeedPage::schema(definitions),
    }
}

fn with_body(mut row: Value, schema: Option<Value>) -> Value {
    if let Some(schema) = schema {
        row["requestBody"] =
            json!({ "required": true, "content": { "application/json": { "schema": schema } } });
    }
    row
}

fn responses(answer: Value, error: Value) -> Value {
    let content = |schema: Value| json!({ "application/json": { "schema": schema } });
    json!({
        "200": { "description": "The answer, signed.", "content": content(answer) },
        "default": { "description": "An error, signed.", "content": content(error) },
    })
}

/// Returns the headers of a signed request.
fn headers() -> Vec<Value> {
    ["Content-Digest", "Crp-Rail", "Signature-Input", "Signature"]
        .into_iter()
        .map(|name| json!({ "name": name, "in": "header", "required": true, "schema": { "type": "string" } }))
        .collect()
}

fn parameters(operation: Operation) -> Vec<Value> {
    let parameter = |name: &str, place: &str, schema: Value| json!({ "name": name, "in": place, "required": true, "schema": schema });
    let mut definitions = Definitions::default();
    let mut parameters = headers();
    match operation {
        Operation::Capabilities | Operation::Precheck(_) => {}
        Operation::Submit(_) | Operation::Status(_) | Operation::Cancel(_) => {
            let schema = causeway_vocabulary::ids::TransactionId::schema(&mut definitions);
            parameters.push(parameter("transactionId", "path", schema));
        }
        Operation::Changes => {
            let after = crate::values::FeedPosition::schema(&mut definitions);
            parameters.push(parameter("after", "query", after));
            let limit = json!({ "type": "integer", "minimum": 1, "maximum": crate::limits::PAGE_ITEMS });
            parameters.push(parameter("limit", "query", limit));
        }
    }
    parameters
}
