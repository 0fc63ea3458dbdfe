//! The document as a whole.

use serde_json::{Value, json};

use super::operations::{paths, webhooks};
use crate::shape::Definitions;

const ABOUT: &str = "\
How Causeway talks to the adapter of a rail. The rules behind the shapes are in docs/interface/rails.md; \
descriptions cite its sections. Unknown members are ignored, and an absent member is the same as null.";

/// Builds the OpenAPI 3.1 document of the protocol, with the JSON schemas of all bodies, from the types that
/// read and write them. The same program always builds the same document.
#[must_use]
pub fn specification() -> Value {
    let mut definitions = Definitions::default();
    let paths = paths(&mut definitions);
    let webhooks = webhooks(&mut definitions);
    json!({
        "openapi": "3.1.0",
        "info": {
            "title": "Causeway Rail Protocol",
            "version": "1.0",
            "description": ABOUT,
            "license": { "name": "Apache License 2.0", "identifier": "Apache-2.0" },
        },
        "paths": paths,
        "webhooks": webhooks,
        "components": { "schemas": definitions.into_schemas() },
    })
}
