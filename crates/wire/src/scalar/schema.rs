//! Schemas written by hand, for types whose rules a derive cannot state.

use schemars::Schema;
use serde_json::{Value, json};

/// `keywords` with a description made of doc comment lines.
pub(crate) fn with_prose(lines: &[&str], mut keywords: Value) -> Schema {
    if let Some(map) = keywords.as_object_mut() {
        map.insert("description".to_owned(), json!(prose(lines)));
    }
    Schema::try_from(keywords).unwrap_or_default()
}

/// Doc comment lines as Markdown: one blank before each line is the comment's own.
pub(crate) fn prose(lines: &[&str]) -> String {
    let lines: Vec<&str> =
        lines.iter().map(|line| line.strip_prefix(' ').unwrap_or(line).trim_end()).collect();
    lines.join("\n").trim().to_owned()
}

/// Where a named schema stands in the document.
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

/// A name with a small first letter.
pub(crate) fn small_first(name: &str) -> String {
    let mut letters = name.chars();
    letters.next().map(|first| first.to_ascii_lowercase().to_string() + letters.as_str()).unwrap_or_default()
}
