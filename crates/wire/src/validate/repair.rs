//! Repair of refused bodies. A repaired body can be read as its type, so that rules beyond the schema check
//! the valid fields: one response lists every error of a request (conventions 7.2).

use serde_json::{Map, Value};

use super::check::broken_rule;
use super::node::{Node, NodeId, Object, Text, Union};

/// Removes from the value everything that its type cannot be read from, and inserts placeholders for members
/// that the type needs.
///
/// Texts and lists that only break a rule stay, except texts of types with their own parser, such as ids, and
/// lists that are too long to check. Returns `true` if the value can now be read, `false` if it is of the
/// wrong kind as a whole.
pub(super) fn repair(nodes: &[Node], id: NodeId, value: &mut Value) -> bool {
    match nodes.get(id.0) {
        Some(Node::Any | Node::ReadOnly) | None => true,
        Some(Node::Object(object)) => repair_object(nodes, object, value),
        Some(Node::Array { items, max, .. }) => repair_list(nodes, *items, *max, value),
        Some(Node::Text(rule)) => value.as_str().is_some_and(|text| is_readable(rule, text)),
        Some(Node::Digits(_)) => value.is_string() || value.is_u64(),
        Some(Node::Integer(rule)) => {
            value.as_i64().is_some_and(|number| (rule.min..=rule.max).contains(&number))
        }
        Some(Node::Number(_)) => value.is_number(),
        Some(Node::Bool) => value.is_boolean(),
        Some(Node::Union(union)) => chosen(union, value).is_some_and(|choice| repair(nodes, choice, value)),
        Some(Node::Nullable(inner)) => value.is_null() || repair(nodes, *inner, value),
    }
}

/// Checks that a text can be read as its type: it must be one of the type's values, or obey the rule if the
/// type has its own parser.
fn is_readable(rule: &Text, text: &str) -> bool {
    let is_value = rule.values.as_ref().is_none_or(|values| values.iter().any(|value| value == text));
    is_value && (rule.example.is_none() || broken_rule(rule, text).is_none())
}

fn repair_object(nodes: &[Node], object: &Object, value: &mut Value) -> bool {
    let Value::Object(given) = value else { return false };
    for member in &object.members {
        let is_readable = given.get_mut(&member.name).is_none_or(|value| repair(nodes, member.node, value));
        if !is_readable {
            given.remove(&member.name);
        }
        if member.needed && !given.contains_key(&member.name) {
            given.insert(member.name.clone(), placeholder(nodes, member.node));
        }
    }
    true
}

fn repair_list(nodes: &[Node], items: NodeId, max: usize, value: &mut Value) -> bool {
    let Value::Array(given) = value else { return false };
    if given.len() > max {
        return false;
    }
    // Items keep their positions, because errors name them by position.
    for item in given {
        if !repair(nodes, items, item) {
            *item = placeholder(nodes, items);
        }
    }
    true
}

fn chosen(union: &Union, value: &Value) -> Option<NodeId> {
    let tag = value.get(&union.tag)?.as_str()?;
    union.choices.iter().find(|(name, _)| name == tag).map(|(_, choice)| *choice)
}

/// Returns the smallest value that can be read. It obeys no rule and is never used, because its field is
/// refused.
fn placeholder(nodes: &[Node], id: NodeId) -> Value {
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
                let mut value = placeholder(nodes, *choice);
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
    needed.map(|member| (member.name.clone(), placeholder(nodes, member.node))).collect()
}
