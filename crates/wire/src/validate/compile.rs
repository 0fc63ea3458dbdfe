//! Compiler from the document's schemas to nodes. A keyword that the validator cannot honour is refused at
//! program start, so that everything the document promises is checked.

use std::collections::BTreeMap;
use std::fmt;

use regex_lite::Regex;
use serde_json::{Map, Value, json};

use super::format::Format;
use super::node::{Demand, Integer, Member, Node, NodeId, Number, Object, Text, Union};
use super::query::identifies;
use crate::code::Code;

/// A schema that the validator cannot honour.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SchemaError {
    /// Location: the name of the definition, or the operation and its part, then the path to the schema.
    pub at: String,
    /// Description of the problem.
    pub problem: String,
}

impl fmt::Display for SchemaError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.at, self.problem)
    }
}

impl std::error::Error for SchemaError {}

/// Keywords without effect on validity.
const ANNOTATIONS: &[&str] = &["description", "title", "default", "deprecated", "writeOnly", "readOnly"];

/// Maximum length of a text if the schema has none (conventions 5.4).
const DEFAULT_MAX_LENGTH: u64 = 1024;

/// A compiler of schemas into one list of nodes.
pub(super) struct Compiler<'a> {
    definitions: &'a Map<String, Value>,
    nodes: Vec<Node>,
    /// Definitions that are compiled or being compiled: a definition may contain itself.
    known: BTreeMap<String, NodeId>,
}

impl<'a> Compiler<'a> {
    pub(super) fn new(definitions: &'a Map<String, Value>) -> Self {
        Self { definitions, nodes: Vec::new(), known: BTreeMap::new() }
    }

    pub(super) fn into_nodes(self) -> Vec<Node> {
        self.nodes
    }

    /// Compiles a schema; `at` is its location in errors.
    pub(super) fn add(&mut self, schema: &Value, at: &str) -> Result<NodeId, SchemaError> {
        if let Some(name) =
            schema.get("$ref").and_then(Value::as_str).and_then(|target| target.rsplit('/').next())
        {
            if schema.get("readOnly") == Some(&json!(true)) {
                return Ok(self.push(Node::ReadOnly));
            }
            only(schema, &["$ref"], at)?;
            return self.definition(name, at);
        }
        let place = self.push(Node::Any);
        let node = self.read(schema, at)?;
        self.put(place, node);
        Ok(place)
    }

    fn definition(&mut self, name: &str, at: &str) -> Result<NodeId, SchemaError> {
        if let Some(known) = self.known.get(name) {
            return Ok(*known);
        }
        let schema = self.definitions.get(name).ok_or_else(|| error(at, format!("no definition {name}")))?;
        let place = self.push(Node::Any);
        self.known.insert(name.to_owned(), place);
        let node = self.read(schema, name)?;
        self.put(place, node);
        Ok(place)
    }

    fn push(&mut self, node: Node) -> NodeId {
        self.nodes.push(node);
        NodeId(self.nodes.len() - 1)
    }

    fn put(&mut self, place: NodeId, node: Node) {
        if let Some(slot) = self.nodes.get_mut(place.0) {
            *slot = node;
        }
    }

    fn read(&mut self, schema: &Value, at: &str) -> Result<Node, SchemaError> {
        if *schema == Value::Bool(true) {
            return Ok(Node::Any);
        }
        if schema.get("readOnly") == Some(&json!(true)) {
            return Ok(Node::ReadOnly);
        }
        if schema.get("oneOf").is_some() {
            return self.union(schema, at);
        }
        if schema.get("anyOf").is_some() {
            return self.nullable(schema, at);
        }
        if schema.get("type") == Some(&json!(["string", "integer"])) {
            return digits(schema, at);
        }
        match schema.get("type").and_then(Value::as_str) {
            Some("object") => self.object(schema, at),
            Some("array") => {
                only(schema, &["type", "items", "minItems", "maxItems"], at)?;
                let items =
                    self.add(schema.get("items").unwrap_or(&Value::Bool(true)), &format!("{at}[]"))?;
                let items_bound = |bound: u64| usize::try_from(bound).unwrap_or(usize::MAX);
                let min = items_bound(limit(schema, "minItems", at)?.unwrap_or(0));
                // Work per item of a list must be bounded for each request.
                let max = limit(schema, "maxItems", at)?
                    .ok_or_else(|| error(at, "a list that can be sent needs maxItems".to_owned()))?;
                Ok(Node::Array { items, min, max: items_bound(max) })
            }
            Some("string") => text(schema, at).map(Node::Text),
            Some("integer") => integer(schema, at).map(Node::Integer),
            Some("number") => number(schema, at).map(Node::Number),
            Some("boolean") => {
                only(schema, &["type"], at)?;
                Ok(Node::Bool)
            }
            _ => Err(error(at, "the schema has no type that the validator knows".to_owned())),
        }
    }

    fn object(&mut self, schema: &Value, at: &str) -> Result<Node, SchemaError> {
        only(schema, &["type", "properties", "required", "additionalProperties", "if", "else"], at)?;
        let open = match schema.get("additionalProperties") {
            None => false,
            Some(Value::Bool(true)) => true,
            Some(_) => return Err(error(at, "additionalProperties must be absent or true".to_owned())),
        };
        let needed: Vec<&str> = schema
            .get("required")
            .and_then(Value::as_array)
            .into_iter()
            .flatten()
            .filter_map(Value::as_str)
            .collect();
        let mut members = Vec::new();
        for (name, property) in schema.get("properties").and_then(Value::as_object).into_iter().flatten() {
            let node = self.add(property, &format!("{at}.{name}"))?;
            let needed = needed.contains(&name.as_str());
            members.push(Member {
                name: name.clone(),
                node,
                needed,
                default: property.get("default").cloned(),
            });
        }
        if let Some(name) = needed.iter().find(|name| members.iter().all(|member| member.name != **name)) {
            return Err(error(at, format!("requires {name}, which it does not describe")));
        }
        Ok(Node::Object(Object { members, demand: demand(schema, at)?, open }))
    }

    fn union(&mut self, schema: &Value, at: &str) -> Result<Node, SchemaError> {
        only(schema, &["oneOf", "discriminator"], at)?;
        let tag = schema.pointer("/discriminator/propertyName").and_then(Value::as_str);
        let mapping = schema.pointer("/discriminator/mapping").and_then(Value::as_object);
        let (Some(tag), Some(mapping)) = (tag, mapping) else {
            return Err(error(at, "a union needs a discriminator with a mapping".to_owned()));
        };
        let mut choices = Vec::new();
        for (value, target) in mapping {
            choices.push((value.clone(), self.add(&json!({ "$ref": target }), at)?));
        }
        Ok(Node::Union(Union { tag: tag.to_owned(), choices }))
    }

    fn nullable(&mut self, schema: &Value, at: &str) -> Result<Node, SchemaError> {
        only(schema, &["anyOf"], at)?;
        match schema.get("anyOf").and_then(Value::as_array).map(Vec::as_slice) {
            Some([value, null]) if *null == json!({ "type": "null" }) => {
                Ok(Node::Nullable(self.add(value, at)?))
            }
            _ => Err(error(at, "anyOf must be a schema and null".to_owned())),
        }
    }
}

/// Compiles `if` and `else` in the one supported form: a member is required unless another has one of some
/// values.
fn demand(schema: &Value, at: &str) -> Result<Option<Demand>, SchemaError> {
    let (Some(condition), Some(otherwise)) = (schema.get("if"), schema.get("else")) else {
        return match schema.get("if").or_else(|| schema.get("else")) {
            None => Ok(None),
            Some(_) => Err(error(at, "if and else belong together".to_owned())),
        };
    };
    let named = |schema: &Value| schema.pointer("/required/0").and_then(Value::as_str).map(str::to_owned);
    let unless = named(condition).unwrap_or_default();
    let needed = named(otherwise).unwrap_or_default();
    let values = condition.pointer(&format!("/properties/{unless}/enum")).cloned().unwrap_or_default();
    let is_known = *condition
        == json!({ "required": [unless], "properties": { &unless: { "enum": values } } })
        && *otherwise == json!({ "required": [needed], "properties": { &needed: { "minLength": 1 } } });
    if !is_known {
        return Err(error(
            at,
            "if and else must need one member unless another has one of some values".to_owned(),
        ));
    }
    let values =
        values.as_array().into_iter().flatten().filter_map(Value::as_str).map(str::to_owned).collect();
    Ok(Some(Demand { needed, unless, values }))
}

/// Compiles a number that may be sent as text, because it can exceed the range of JSON numbers.
fn digits(schema: &Value, at: &str) -> Result<Node, SchemaError> {
    if schema.get("minimum") != Some(&json!(0)) || schema.get("pattern") != Some(&json!("^[0-9]+$")) {
        return Err(error(at, "a text or a number must be digits, from 0 up".to_owned()));
    }
    let mut as_text = schema.clone();
    if let Some(members) = as_text.as_object_mut() {
        members.shift_remove("minimum");
        members.insert("type".to_owned(), json!("string"));
    }
    text(&as_text, at).map(Node::Digits)
}

fn text(schema: &Value, at: &str) -> Result<Text, SchemaError> {
    only(
        schema,
        &[
            "type",
            "format",
            "enum",
            "const",
            "minLength",
            "maxLength",
            "pattern",
            "examples",
            "contentMediaType",
            "x-error-code",
            "x-error-message",
            "x-identifies",
        ],
        at,
    )?;
    let format = match schema.get("format").and_then(Value::as_str) {
        None => None,
        Some(name) => Some(Format::find(name).ok_or_else(|| error(at, format!("unknown format {name}")))?),
    };
    let pattern = match schema.get("pattern").and_then(Value::as_str) {
        None => None,
        Some(pattern) => Some(Regex::new(pattern).map_err(|problem| error(at, problem.to_string()))?),
    };
    let one = schema.get("const").map(|value| vec![value.clone()]);
    let values = schema.get("enum").and_then(Value::as_array).cloned().or(one);
    Ok(Text {
        format,
        values: values.map(|list| list.iter().filter_map(Value::as_str).map(str::to_owned).collect()),
        min: limit(schema, "minLength", at)?.unwrap_or(0),
        max: limit(schema, "maxLength", at)?.unwrap_or(match format {
            // The bytes of a file are not in the JSON value and are counted elsewhere.
            Some(Format::Binary) => u64::MAX,
            _ => DEFAULT_MAX_LENGTH,
        }),
        pattern,
        example: schema.pointer("/examples/0").and_then(Value::as_str).map(str::to_owned),
        is_serialized: schema.get("contentMediaType").and_then(Value::as_str) == Some("application/json"),
        identifies: identifies(schema),
        message: schema.get("x-error-message").and_then(Value::as_str).map(str::to_owned),
        code: code(schema, at)?,
    })
}

fn integer(schema: &Value, at: &str) -> Result<Integer, SchemaError> {
    only(schema, &["type", "format", "minimum", "maximum", "exclusiveMinimum", "x-error-code"], at)?;
    let bound = |keyword: &str| match schema.get(keyword) {
        None => Ok(None),
        Some(value) => {
            value.as_i64().map(Some).ok_or_else(|| error(at, format!("{keyword} is not an int64")))
        }
    };
    let above = bound("exclusiveMinimum")?.map(|above| above.saturating_add(1));
    Ok(Integer {
        format: schema.get("format").and_then(Value::as_str).map(str::to_owned),
        min: bound("minimum")?.max(above).unwrap_or(i64::MIN),
        max: bound("maximum")?.unwrap_or(i64::MAX),
        code: code(schema, at)?,
    })
}

fn number(schema: &Value, at: &str) -> Result<Number, SchemaError> {
    only(schema, &["type", "format", "minimum", "exclusiveMinimum"], at)?;
    let bound = |keyword: &str| schema.get(keyword).and_then(Value::as_f64);
    Ok(Number { min: bound("minimum"), above: bound("exclusiveMinimum") })
}

/// Refuses a schema with keywords other than these and annotations.
fn only(schema: &Value, known: &[&str], at: &str) -> Result<(), SchemaError> {
    let keywords = schema.as_object().into_iter().flatten().map(|(keyword, _)| keyword.as_str());
    for keyword in keywords {
        if !known.contains(&keyword) && !ANNOTATIONS.contains(&keyword) {
            return Err(error(at, format!("the validator does not honour {keyword} here")));
        }
    }
    Ok(())
}

fn limit(schema: &Value, keyword: &str, at: &str) -> Result<Option<u64>, SchemaError> {
    match schema.get(keyword) {
        None => Ok(None),
        Some(value) => {
            value.as_u64().map(Some).ok_or_else(|| error(at, format!("{keyword} is not a length")))
        }
    }
}

fn code(schema: &Value, at: &str) -> Result<Code, SchemaError> {
    match schema.get("x-error-code").and_then(Value::as_str) {
        None => Ok(Code::InvalidInput),
        Some(text) => text.parse().map_err(|_| error(at, format!("unknown code {text}"))),
    }
}

fn error(at: &str, problem: String) -> SchemaError {
    SchemaError { at: at.to_owned(), problem }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn problem(schema: Value) -> String {
        let definitions = json!({ "A": { "type": "object", "properties": {} } });
        Compiler::new(definitions.as_object().unwrap()).add(&schema, "x").unwrap_err().to_string()
    }

    #[test]
    fn unsupported_keywords_are_refused_by_name() {
        let reference = "#/components/schemas/A";
        for (schema, expected) in [
            (
                json!({ "type": "string", "contentEncoding": "base64" }),
                "x: the validator does not honour contentEncoding here",
            ),
            (json!({ "type": "string", "format": "hostname" }), "x: unknown format hostname"),
            (json!({ "type": "string", "x-error-code": "NOPE" }), "x: unknown code NOPE"),
            (
                json!({ "type": "integer", "multipleOf": 5 }),
                "x: the validator does not honour multipleOf here",
            ),
            (json!({ "type": "integer", "maximum": 1.5 }), "x: maximum is not an int64"),
            (
                json!({ "type": "array", "items": true, "maxItems": 1, "uniqueItems": true }),
                "x: the validator does not honour uniqueItems here",
            ),
            (json!({ "type": "array", "items": true }), "x: a list that can be sent needs maxItems"),
            (json!({ "type": "null" }), "x: the schema has no type that the validator knows"),
            (json!({ "allOf": [] }), "x: the schema has no type that the validator knows"),
            (json!({ "oneOf": [{ "$ref": reference }] }), "x: a union needs a discriminator with a mapping"),
            (json!({ "anyOf": [{ "$ref": reference }] }), "x: anyOf must be a schema and null"),
            (json!({ "$ref": reference, "maxLength": 3 }), "x: the validator does not honour maxLength here"),
            (json!({ "$ref": "#/components/schemas/B" }), "x: no definition B"),
            (json!({ "type": "object", "required": ["y"] }), "x: requires y, which it does not describe"),
            (
                json!({ "type": "object", "properties": {}, "if": { "required": ["y"] } }),
                "x: if and else belong together",
            ),
            (
                json!({ "type": "object", "properties": {}, "if": { "required": ["y"] }, "else": {} }),
                "x: if and else must need one member unless another has one of some values",
            ),
            (
                json!({ "type": "object", "additionalProperties": false }),
                "x: additionalProperties must be absent or true",
            ),
            (
                json!({ "type": "object", "properties": { "y": { "type": "boolean", "not": {} } } }),
                "x.y: the validator does not honour not here",
            ),
        ] {
            assert_eq!(problem(schema), expected);
        }
        assert!(problem(json!({ "type": "string", "pattern": "(" })).starts_with("x: "));
    }

    #[test]
    fn a_definition_may_hold_itself() {
        let definitions = json!({
            "Tree": { "type": "object", "properties": { "left": { "$ref": "#/components/schemas/Tree" } } }
        });
        let mut compiler = Compiler::new(definitions.as_object().unwrap());
        let tree = compiler.add(&json!({ "$ref": "#/components/schemas/Tree" }), "x").unwrap();
        assert_eq!(compiler.into_nodes().len(), tree.0 + 1);
    }
}
