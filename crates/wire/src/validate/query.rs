//! Query strings: texts, read as the types that the schema names (conventions 8).

use serde_json::{Map, Value};

use super::check::Check;
use super::node::{Member, Node, NodeId};
use crate::error::FieldError;

/// The parameters as one object, or every one that is wrong.
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
        // A parameter goes by its name, also when it is one value of several.
        error.field = error.field.split('[').next().unwrap_or_default().to_owned();
        if errors.iter().all(|other: &FieldError| other.field != error.field) {
            errors.push(error);
        }
    }
    if errors.is_empty() { Ok(value) } else { Err(errors) }
}

/// What was sent for a parameter; an empty value counts as absent. The values of a list are sent by repeating its
/// name, with or without `[]` behind it, or joined by commas.
fn texts_of<'a>(pairs: &'a [(String, String)], wanted: &str, is_list: bool) -> Vec<&'a str> {
    let is_named = |name: &str| name == wanted || is_list && name.strip_suffix("[]") == Some(wanted);
    let sent = pairs.iter().filter(|(name, _)| is_named(name)).map(|(_, text)| text.as_str());
    let texts: Vec<&str> =
        if is_list { sent.flat_map(|text| text.split(',')).collect() } else { sent.collect() };
    texts.into_iter().filter(|text| !text.is_empty()).collect()
}

fn insert_default(parsed: &mut Map<String, Value>, member: &Member) {
    if let Some(default) = &member.default {
        parsed.insert(member.name.clone(), default.clone());
    }
}

/// The text as a value of the wanted kind; what cannot be read stays a text, which the check then refuses.
fn read(node: Option<&Node>, text: &str) -> Value {
    let value = match node {
        Some(Node::Integer(_)) if !text.starts_with('+') => text.parse::<i64>().ok().map(Value::from),
        Some(Node::Bool) => text.parse::<bool>().ok().map(Value::from),
        _ => None,
    };
    value.unwrap_or_else(|| Value::from(text))
}
