//! A refused body made readable as its type again, so that the rules beyond the schema can be asked about the
//! fields that are sound: every fault of a request belongs in one answer (conventions 7.2).

use serde_json::{Map, Value};

use super::check::broken_rule;
use super::node::{Node, NodeId, Object, Text, Union};

/// Takes out of the value what its type could not be read with; what a type needs is stood in for. Texts and
/// lists that only break a rule stay, but for texts that are more than texts, as ids, and for lists that are too
/// long to be looked at. Says whether the value can now be read: not when its very kind is wrong.
pub(super) fn mend(nodes: &[Node], id: NodeId, value: &mut Value) -> bool {
    match nodes.get(id.0) {
        Some(Node::Any | Node::ReadOnly) | None => true,
        Some(Node::Object(object)) => mend_object(nodes, object, value),
        Some(Node::Array { items, max, .. }) => mend_list(nodes, *items, *max, value),
        Some(Node::Text(rule)) => value.as_str().is_some_and(|text| is_readable(rule, text)),
        Some(Node::Digits(_)) => value.is_string() || value.is_u64(),
        Some(Node::Integer(rule)) => {
            value.as_i64().is_some_and(|number| (rule.min..=rule.max).contains(&number))
        }
        Some(Node::Number(_)) => value.is_number(),
        Some(Node::Bool) => value.is_boolean(),
        Some(Node::Union(union)) => chosen(union, value).is_some_and(|choice| mend(nodes, choice, value)),
        Some(Node::Nullable(inner)) => value.is_null() || mend(nodes, *inner, value),
    }
}

/// Whether the type of a text can be read from this one: it is one of its values, or, where the type is more than
/// its text, obeys its rule.
fn is_readable(rule: &Text, text: &str) -> bool {
    let is_value = rule.values.as_ref().is_none_or(|values| values.iter().any(|value| value == text));
    is_value && (rule.example.is_none() || broken_rule(rule, text).is_none())
}

fn mend_object(nodes: &[Node], object: &Object, value: &mut Value) -> bool {
    let Value::Object(given) = value else { return false };
    for member in &object.members {
        let is_readable = given.get_mut(&member.name).is_none_or(|value| mend(nodes, member.node, value));
        if !is_readable {
            given.remove(&member.name);
        }
        if member.needed && !given.contains_key(&member.name) {
            given.insert(member.name.clone(), stand_in(nodes, member.node));
        }
    }
    true
}

fn mend_list(nodes: &[Node], items: NodeId, max: usize, value: &mut Value) -> bool {
    let Value::Array(given) = value else { return false };
    if given.len() > max {
        return false;
    }
    // An item keeps its place, by which the others are named.
    for item in given {
        if !mend(nodes, items, item) {
            *item = stand_in(nodes, items);
        }
    }
    true
}

fn chosen(union: &Union, value: &Value) -> Option<NodeId> {
    let tag = value.get(&union.tag)?.as_str()?;
    union.choices.iter().find(|(name, _)| name == tag).map(|(_, choice)| *choice)
}

/// The smallest value that can be read. It obeys no rule, and nobody looks at it: its field is refused.
fn stand_in(nodes: &[Node], id: NodeId) -> Value {
    match nodes.get(id.0) {
        Some(Node::Any | Node::ReadOnly | Node::Nullable(_)) | None => Value::Null,
        Some(Node::Object(object)) => Value::Object(needed_members(nodes, object)),
        Some(Node::Array { .. }) => Value::Array(Vec::new()),
        Some(Node::Text(rule)) => {
            let value = rule.values.as_ref().and_then(|values| values.first());
            value.or(rule.example.as_ref()).cloned().unwrap_or_default().into()
        }
        Some(Node::Digits(_)) => "0".into(),
        Some(Node::Integer(rule)) => rule.min.into(),
        Some(Node::Number(_)) => 0.into(),
        Some(Node::Bool) => false.into(),
        Some(Node::Union(union)) => match union.choices.first() {
            Some((tag, choice)) => {
                let mut value = stand_in(nodes, *choice);
                if let Value::Object(members) = &mut value {
                    members.insert(union.tag.clone(), tag.clone().into());
                }
                value
            }
            None => Value::Null,
        },
    }
}

fn needed_members(nodes: &[Node], object: &Object) -> Map<String, Value> {
    let needed = object.members.iter().filter(|member| member.needed);
    needed.map(|member| (member.name.clone(), stand_in(nodes, member.node))).collect()
}
