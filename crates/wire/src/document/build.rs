//! The document as a whole.

use serde_json::{Map, Value, json};

use super::description::Description;
use super::{errors, events, paths, sections};
use crate::scalar::schema::prose;
use crate::table::Operation;

/// The path under which every operation stands; its date is the version of the interface (conventions 13).
pub const BASE_PATH: &str = "/svc/2025-10-13";

const VERSION: &str = "2025-10-13";

const ABOUT: &str = "\
Moves money across borders and currencies for platforms and their customers.

Amounts are whole numbers in the smallest unit of their currency. Times are UTC. Texts are kept in Unicode's \
composed form (NFC). Every error has the same body, and a request with several wrong fields gets all of \
them at once. Lists are read page by page with `cursor`. Most `POST` operations take an `Idempotency-Key`: a \
repeat with the same key gets the first answer and has no further effect. Clients must ignore members and \
values that they do not know.";

/// The OpenAPI 3.1 document; the same for the same program.
pub(crate) fn build(description: &Description) -> Value {
    let mut document = json!({
        "openapi": "3.1.0",
        "info": { "title": "Causeway", "version": VERSION, "description": ABOUT },
        "servers": [{ "url": BASE_PATH }],
        "tags": tags(),
        "paths": paths::paths(description),
        "webhooks": events::webhooks(),
        "components": {
            "schemas": schemas(description),
            "responses": errors::responses(),
            "headers": headers(),
            "securitySchemes": security_schemes(),
        },
    });
    sections::leave_out(&mut document);
    document
}

fn tags() -> Value {
    let areas = Operation::areas().map(|area| json!({ "name": area.tag, "description": prose(area.doc) }));
    let webhooks =
        json!({ "name": "Webhooks", "description": "Events that the service sends to the platform." });
    areas.chain([webhooks]).collect()
}

fn schemas(description: &Description) -> Map<String, Value> {
    let named = description.schemas.iter().map(|(name, schema)| (name.clone(), schema.clone()));
    named.chain(events::schemas(&description.event_data)).chain(errors::schemas()).collect()
}

fn headers() -> Value {
    let text = |about: &str| json!({ "description": about, "schema": { "type": "string" } });
    json!({
        "X-Request-Id": text("Names this exchange in logs."),
        "Idempotent-Replayed": text("`true` when this is the stored answer of an earlier request with the same key."),
        "Retry-After": { "description": "When to come back, in seconds.", "schema": { "type": "integer" } },
        "WWW-Authenticate": text("The scheme to authenticate with."),
        "Allow": text("The methods that the path has."),
    })
}

fn security_schemes() -> Value {
    json!({
        "BasicAuth": {
            "type": "http",
            "scheme": "basic",
            "description": "A platform's token: `clientId` as user name, `clientSecret` as password.",
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
            "description": "ECDSA over P-256 with SHA-256 of the exact body. The value is JSON, `v` is `1` and `s` the DER \
                signature in base64; for platforms in the plain form it is that base64 itself.",
        },
    })
}
