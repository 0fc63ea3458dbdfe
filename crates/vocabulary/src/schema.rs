//! Schemas written by hand, for types whose rules a derive cannot state.

use schemars::Schema;
use serde_json::{Value, json};

/// `keywords` with a description made of doc comment lines.
#[must_use]
pub fn with_prose(lines: &[&str], mut keywords: Value) -> Schema {
    if let Some(map) = keywords.as_object_mut() {
        map.insert("description".to_owned(), json!(prose(lines)));
    }
    Schema::try_from(keywords).unwrap_or_default()
}

/// Doc comment lines as Markdown: one blank before each line is the comment's own.
#[must_use]
pub fn prose(lines: &[&str]) -> String {
    let lines: Vec<&str> =
        lines.iter().map(|line| line.strip_prefix(' ').unwrap_or(line).trim_end()).collect();
    lines.join("\n").trim().to_owned()
}

/// The schema of a text that is one of these.
#[must_use]
pub fn one_of(lines: &[&str], texts: &[&str]) -> Schema {
    with_prose(lines, json!({ "type": "string", "enum": texts }))
}
