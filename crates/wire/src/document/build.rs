//! The OpenAPI document as a whole.

use serde_json::{Map, Value, json};

use super::description::Description;
use super::examples::Examples;
use super::{errors, events, paths, sections};
use crate::scalar::schema::doc_text;
use crate::table::Operation;

/// The base path of all operations; its date is the version of the API (conventions 13).
pub const BASE_PATH: &str = "/svc/2025-10-13";

const VERSION: &str = "2025-10-13";

const ABOUT: &str = "\
Moves money across borders and currencies for platforms and their customers.

Amounts are integers in the smallest unit of their currency. Times are in UTC. Texts are stored in Unicode's \
composed form (NFC). All errors have the same body, and a request with several invalid fields returns all of \
them at once. Lists are paged with `cursor`. Most `POST` operations accept an `Idempotency-Key`: a repeated \
request with the same key returns the first response and has no further effect. Members and query parameters \
that an operation does not know are ignored and named in the response header `X-Svc-Ignored`; with the request \
header `Prefer: handling=strict` they are errors. Clients must ignore members and values that they do not know.";

/// The contact of every deployment: the service has no other one.
const CONTACT: &str = "The operator of this deployment";

const WEBHOOKS: &str = "\
Events that the service sends to the platform: a `POST` to the platform's `webhookEndpoint` for each change that has \
an event type. Verify `X-Svc-Signature` over the exact bytes of the body before you parse it. Answer 2xx within 30 \
seconds, or 409 for an `id` that you have processed; everything else is repeated for up to seven days, with the same \
bytes. Events can arrive more than once and in another order: drop an `id` that you know, and let the highest \
`data.updatedAt` of a resource win. Answer 2xx to a `type` that you do not know.";

/// Builds the OpenAPI 3.1 document. The same program always builds the same document.
pub(crate) fn build(description: &Description) -> Value {
    let examples = Examples::read();
    let mut document = json!({
        "openapi": "3.1.0",
        "info": {
            "title": "Causeway",
            "version": VERSION,
            "description": ABOUT,
            "contact": { "name": CONTACT },
            "license": { "name": "Apache License 2.0", "identifier": "Apache-2.0" },
        },
        "servers": [{ "url": BASE_PATH }],
        "tags": tags(),
        "paths": paths::paths(description, &examples),
        "webhooks": events::webhooks(&examples),
        "components": {
            "schemas": schemas(description),
            "responses": errors::responses(),
            "headers": headers(),
            "securitySchemes": security_schemes(),
        },
    });
    sections::remove_citations(&mut document);
    document
}

fn tags() -> Value {
    let areas = Operation::areas().map(|area| json!({ "name": area.tag, "description": doc_text(area.doc) }));
    let webhooks = json!({ "name": "Webhooks", "description": WEBHOOKS });
    areas.chain([webhooks]).collect()
}

fn schemas(description: &Description) -> Map<String, Value> {
    let schemas = description.schemas.iter().map(|(name, schema)| (name.clone(), schema.clone()));
    schemas.chain(events::schemas(&description.event_data)).chain(errors::schemas()).collect()
}

fn headers() -> Value {
    let text = |about: &str| json!({ "description": about, "schema": { "type": "string" } });
    json!({
        "X-Request-Id": text("Identifies the request in the service's logs."),
        "Idempotent-Replayed": text("`true` if this is the stored response of an earlier request with the same key."),
        "X-Svc-Ignored": text(
            "Members and query parameters (with `?`) that had no effect, at most 10, each with the nearest known name \
             in parentheses. With the request header `Prefer: handling=strict`, they are errors instead.",
        ),
        "Retry-After": { "description": "Time to wait before the next request, in seconds.", "schema": { "type": "integer" } },
        "WWW-Authenticate": text("The authentication scheme to use."),
        "Allow": text("The methods that the path supports."),
    })
}

fn security_schemes() -> Value {
    json!({
        "BasicAuth": {
            "type": "http",
            "scheme": "basic",
            "description": "A platform's API token: `clientId` as user name, `clientSecret` as password.",
        },
        "AgentAuth": {
            "type": "http",
            "scheme": "bearer",
            "description": "An agent's access token.",
        },
        "WebhookSignature": {
            "type": "apiKey",
            "in": "header",
            "name": "X-Svc-Signature",
            "description": "ECDSA signature (P-256, SHA-256) of the exact body. The value is JSON: `v` is `1`, and `s` is the \
                DER signature in base64. For platforms in the plain form, the value is that base64 text alone.",
        },
    })
}
