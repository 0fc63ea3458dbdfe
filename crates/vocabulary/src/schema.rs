//! Schemas written by hand, for types whose rules a derive cannot state.

use schemars::Schema;
use serde_json::{Value, json};

/// Returns the schema of `keywords` with doc comment lines as its description.
#[must_use]
pub fn with_description(lines: &[&str], mut keywords: Value) -> Schema {
    if let Some(map) = keywords.as_object_mut() {
        map.insert("description".to_owned(), json!(doc_text(lines)));
    }
    Schema::try_from(keywords).unwrap_or_default()
}

/// Returns doc comment lines as Markdown, without the leading space of each line.
#[must_use]
pub fn doc_text(lines: &[&str]) -> String {
    let lines: Vec<&str> =
        lines.iter().map(|line| line.strip_prefix(' ').unwrap_or(line).trim_end()).collect();
    lines.join("\n").trim().to_owned()
}

/// Returns the schema of a text with a closed list of values.
#[must_use]
pub fn one_of(lines: &[&str], texts: &[&str]) -> Schema {
    with_description(lines, json!({ "type": "string", "enum": texts }))
}
