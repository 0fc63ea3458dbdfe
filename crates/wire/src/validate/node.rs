//! Nodes: schemas in the form that the validator uses.

use regex_lite::Regex;
use serde_json::{Map, Value};

use super::format::Format;
use crate::code::Code;

/// Index of a node in the contract's list.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct NodeId(pub(super) usize);

/// A compiled schema.
#[derive(Debug)]
pub(super) enum Node {
    /// Any JSON, with texts without control characters.
    Any,
    /// Set by the service: any value that is sent is ignored.
    ReadOnly,
    Object(Object),
    Array {
        items: NodeId,
        min: usize,
        max: usize,
    },
    Text(Text),
    /// Digits as a text, or a non-negative integer.
    Digits(Text),
    Integer(Integer),
    Number(Number),
    Bool,
    Union(Union),
    /// The inner node, or `null`.
    Nullable(NodeId),
}

#[derive(Debug)]
pub(super) struct Object {
    pub(super) members: Vec<Member>,
    pub(super) demand: Option<Demand>,
    /// `true` if unnamed members are free data of the caller, `false` if they are ignored.
    pub(super) open: bool,
}

/// A condition: `needed` must be present and not empty, unless `unless` has one of `values`.
#[derive(Debug)]
pub(super) struct Demand {
    pub(super) needed: String,
    pub(super) unless: String,
    pub(super) values: Vec<String>,
}

impl Demand {
    /// Returns `true` if the member is required in an object with these members.
    pub(super) fn applies(&self, given: &Map<String, Value>) -> bool {
        let value = given.get(&self.unless).and_then(Value::as_str);
        !value.is_some_and(|value| self.values.iter().any(|listed| listed == value))
    }
}

#[derive(Debug)]
pub(super) struct Member {
    pub(super) name: String,
    pub(super) node: NodeId,
    pub(super) needed: bool,
    /// Value of an absent query parameter.
    pub(super) default: Option<Value>,
}

#[derive(Debug)]
pub(super) struct Text {
    pub(super) format: Option<Format>,
    pub(super) values: Option<Vec<String>>,
    pub(super) min: u64,
    pub(super) max: u64,
    pub(super) pattern: Option<Regex>,
    /// Example of a type that is parsed from its text, such as an id; `None` if the type accepts any text.
    pub(super) example: Option<String>,
    /// Set for ids and other texts that name one thing: an empty filter by it is refused.
    pub(super) identifies: bool,
    /// Error message for a text that does not match the pattern.
    pub(super) message: Option<String>,
    /// Set for serialized JSON, which may contain line breaks.
    pub(super) is_serialized: bool,
    /// Error code of the response if all wrong fields have it.
    pub(super) code: Code,
}

#[derive(Debug)]
pub(super) struct Integer {
    pub(super) format: Option<String>,
    pub(super) min: i64,
    pub(super) max: i64,
    /// Error code of the response if all wrong fields have it.
    pub(super) code: Code,
}

#[derive(Debug)]
pub(super) struct Number {
    pub(super) min: Option<f64>,
    pub(super) above: Option<f64>,
}

#[derive(Debug)]
pub(super) struct Union {
    pub(super) tag: String,
    /// Values of the tag with the nodes that they select, in the order of the interface.
    pub(super) choices: Vec<(String, NodeId)>,
}
