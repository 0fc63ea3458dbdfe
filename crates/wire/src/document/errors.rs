//! The error responses, one per status (conventions 7).

use std::collections::BTreeSet;

use serde_json::{Map, Value, json};

use crate::code::Code;
use crate::scalar::schema::{self, reference};

/// Returns every status of an error code, in ascending order.
fn statuses() -> BTreeSet<u16> {
    Code::ALL.iter().map(|code| code.status()).collect()
}

fn name(status: u16) -> String {
    format!("Error{status}")
}

/// Returns a reference to the response with this status.
pub(super) fn response(status: u16) -> Value {
    json!({ "$ref": format!("#/components/responses/{}", name(status)) })
}

/// Returns the error responses, by name.
pub(super) fn responses() -> Map<String, Value> {
    let response = |status| {
        json!({
            "description": description(status),
            "headers": headers(status),
            "content": { "application/json": { "schema": { "$ref": reference(&name(status)) } } },
        })
    };
    statuses().into_iter().map(|status| (name(status), response(status))).collect()
}

/// Returns the schemas of the error bodies and of their parts, by name.
pub(super) fn schemas() -> impl Iterator<Item = (String, Value)> {
    let bodies = statuses().into_iter().map(|status| (name(status), body(status)));
    bodies.chain([("FieldError".to_owned(), field_error()), ("FieldConstraint".to_owned(), constraint())])
}

fn body(status: u16) -> Value {
    let those = || Code::ALL.iter().filter(|code| code.status() == status);
    let codes: BTreeSet<&str> = those().map(|code| code.as_str()).collect();
    let meanings: BTreeSet<String> =
        those().map(|code| format!("`{}`: {}", code.as_str(), schema::doc_text(code.meaning()))).collect();
    let meanings = meanings.into_iter().collect::<Vec<_>>().join("\n\n");
    let mut details = json!({
        "description": "Further details, if there are any.",
        "type": "object",
        "additionalProperties": true,
    });
    if status == 400 {
        details["properties"] = json!({
            "errors": {
                "description": "One entry per invalid field, up to 100.",
                "type": "array",
                "items": { "$ref": reference("FieldError") },
            },
        });
    }
    let mut properties = json!({
        "status": { "description": "The HTTP status of the response.", "type": "integer", "enum": [status] },
        "code": {
            "description": format!("The machine-readable code. Further codes can be added.\n\n{meanings}"),
            "type": "string",
            "enum": codes,
        },
        "message": { "description": "A description for people; the wording can change.", "type": "string" },
        "details": details,
    });
    if status == 401 {
        properties["reason"] = json!({
            "description": "The failed check of an end user's authentication, also in `details`.",
            "type": "string",
        });
    }
    json!({
        "description": description(status),
        "type": "object",
        "properties": properties,
        "required": ["status", "code", "message"],
    })
}

fn field_error() -> Value {
    json!({
        "description": "The error of one field of a request.",
        "type": "object",
        "properties": {
            "field": {
                "description": "The field's path in the body, or the name of the query parameter or header.",
                "type": "string",
            },
            "constraint": { "$ref": reference("FieldConstraint") },
            "message": { "description": "A description for people; the wording can change.", "type": "string" },
        },
        "required": ["field", "message"],
    })
}

fn constraint() -> Value {
    json!({
        "description": "The broken rule, as one of these members.",
        "type": "object",
        "properties": {
            "format": { "type": "string" },
            "pattern": { "type": "string" },
            "enum": { "type": "array", "items": { "type": "string" } },
            "minLength": { "type": "integer" },
            "maxLength": { "type": "integer" },
        },
    })
}

fn headers(status: u16) -> Value {
    let mut headers = json!({ "X-Request-Id": { "$ref": "#/components/headers/X-Request-Id" } });
    if status == 400 {
        headers["X-Svc-Ignored"] = json!({ "$ref": "#/components/headers/X-Svc-Ignored" });
    }
    if matches!(status, 429 | 503) {
        headers["Retry-After"] = json!({ "$ref": "#/components/headers/Retry-After" });
    }
    if status == 401 {
        headers["WWW-Authenticate"] = json!({ "$ref": "#/components/headers/WWW-Authenticate" });
    }
    if status == 405 {
        headers["Allow"] = json!({ "$ref": "#/components/headers/Allow" });
    }
    headers
}

fn description(status: u16) -> &'static str {
    match status {
        400 => "The request is invalid, or a business rule forbids it.",
        401 => "The caller, the end user or the counterparty could not be authenticated.",
        403 => "The caller or the customer is not allowed to do this.",
        404 => "The resource does not exist, or belongs to another owner.",
        405 => "The path exists, but does not support the method.",
        409 => "The current state does not allow the request.",
        410 => "The resource is already deleted.",
        412 => "The counterparty does not support the service's version of the UMA protocol.",
        413 => "The body is too large.",
        423 => "Login is locked after too many failed attempts.",
        424 => "Another party, on which the request depends, failed.",
        429 => "Too many requests, or too large a volume in one day.",
        431 => "The request's head is too large.",
        500 => "An unexpected failure; no partial change is visible.",
        501 => "Not available in this deployment.",
        _ => "Temporarily unavailable.",
    }
}
