//! Schemas written by hand, for types whose rules a derive cannot state.

use serde_json::{Value, json};

pub(crate) use causeway_vocabulary::schema::{doc_text, with_description};

/// Returns the reference to a named schema of the document.
pub(crate) fn reference(name: &str) -> String {
    format!("#/components/schemas/{name}")
}

/// Writes the tag of a union into one of its object schemas, as its first member.
pub(crate) fn add_tag(schema: &mut Value, tag: &str, value: &str) {
    let Some(object) = schema.as_object_mut() else { return };
    if let Some(properties) = object.entry("properties").or_insert_with(|| json!({})).as_object_mut() {
        properties.shift_insert(0, tag.to_owned(), json!({ "type": "string", "const": value }));
    }
    if let Some(required) = object.entry("required").or_insert_with(|| json!([])).as_array_mut() {
        required.retain(|name| name != tag);
        required.insert(0, Value::from(tag));
    }
}

/// Returns a name with a lower-case first letter.
pub(crate) fn lower_first(name: &str) -> String {
    let mut letters = name.chars();
    letters.next().map(|first| first.to_ascii_lowercase().to_string() + letters.as_str()).unwrap_or_default()
}
