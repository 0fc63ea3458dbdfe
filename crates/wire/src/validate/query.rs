//! Parsing of query strings into the types of the schema (conventions 8).

use serde_json::{Map, Value};

use super::check::{Check, UUID};
use super::format::Format;
use super::node::{Member, Node, NodeId, Text};
use super::whole::plain_whole_number;
use crate::error::FieldError;

/// Returns the parameters as one object, or an error for each wrong one.
pub(super) fn parse(
    nodes: &[Node],
    root: NodeId,
    pairs: &[(String, String)],
) -> Result<Value, Vec<FieldError>> {
    let Some(Node::Object(object)) = nodes.get(root.0) else { return Ok(Value::Object(Map::new())) };
    let mut parsed = Map::new();
    let mut errors = Vec::new();
    for member in &object.members {
        let node = nodes.get(member.node.0);
        let texts = texts_of(pairs, &member.name, matches!(node, Some(Node::Array { .. })));
        match (node, texts.as_slice()) {
            (Some(Node::Text(Text { identifies: true, .. })), _) if has_empty(pairs, &member.name) => {
                errors.push(FieldError::new(&member.name, "must not be empty"));
            }
            (_, []) => insert_default(&mut parsed, member),
            (Some(Node::Array { items, .. }), texts) => {
                let values = texts.iter().map(|text| read(nodes.get(items.0), text)).collect();
                parsed.insert(member.name.clone(), Value::Array(values));
            }
            (node, [text]) => {
                parsed.insert(member.name.clone(), read(node, text));
            }
            (_, _) => errors.push(FieldError::new(&member.name, "must be given once")),
        }
    }
    let value = Value::Object(parsed);
    for mut error in Check::run(nodes, root, &value) {
        // An error names the parameter, not the single value in it.
        error.field = error.field.split('[').next().unwrap_or_default().to_owned();
        if errors.iter().all(|other: &FieldError| other.field != error.field) {
            errors.push(error);
        }
    }
    if errors.is_empty() { Ok(value) } else { Err(errors) }
}

/// Returns the non-empty values of a parameter. A list is sent by repeating the name, with or without `[]`
/// after it, or by joining the values with commas.
fn texts_of<'a>(pairs: &'a [(String, String)], wanted: &str, is_list: bool) -> Vec<&'a str> {
    let is_named = |name: &str| name == wanted || is_list && name.strip_suffix("[]") == Some(wanted);
    let values = pairs.iter().filter(|(name, _)| is_named(name)).map(|(_, text)| text.as_str());
    let texts: Vec<&str> =
        if is_list { values.flat_map(|text| text.split(',')).collect() } else { values.collect() };
    texts.into_iter().filter(|text| !text.is_empty()).collect()
}

/// Returns `true` if the parameter was sent without a value.
fn has_empty(pairs: &[(String, String)], wanted: &str) -> bool {
    pairs.iter().any(|(name, text)| name == wanted && text.is_empty())
}

/// Returns `true` if a text names one thing, or what belongs to it.
///
/// An empty filter of this kind is refused: a caller that has lost an id does not mean everything
/// (conventions 8).
pub(crate) fn identifies(schema: &Value) -> bool {
    let is_id = schema.get("pattern").and_then(Value::as_str).is_some_and(|pattern| pattern.ends_with(UUID));
    is_id || schema.get("x-identifies") == Some(&Value::Bool(true))
}

fn insert_default(parsed: &mut Map<String, Value>, member: &Member) {
    if let Some(default) = &member.default {
        parsed.insert(member.name.clone(), default.clone());
    }
}

/// Reads a text as a value of the node's type. A text that cannot be read stays a text, which the check
/// refuses.
fn read(node: Option<&Node>, text: &str) -> Value {
    let value = match node {
        Some(Node::Integer(_)) if !text.starts_with('+') => {
            let plain = plain_whole_number(text);
            plain.as_deref().unwrap_or(text).parse::<i64>().ok().map(Value::from)
        }
        // A `+` that was not percent-encoded arrives as a space, which no date-time contains.
        Some(Node::Text(Text { format: Some(Format::DateTime), .. })) => Some(text.replace(' ', "+").into()),
        Some(Node::Bool) => text.parse::<bool>().ok().map(Value::from),
        _ => None,
    };
    value.unwrap_or_else(|| Value::from(text))
}
