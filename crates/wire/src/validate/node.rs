//! A schema as the validator walks it.

use regex_lite::Regex;
use serde_json::{Map, Value};

use super::format::Format;
use crate::code::Code;

/// A schema's place in the contract's list.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct NodeId(pub(super) usize);

/// One schema.
#[derive(Debug)]
pub(super) enum Node {
    /// Anything at all, texts without control characters.
    Any,
    /// Set by the service: whatever is sent does not matter.
    ReadOnly,
    Object(Object),
    Array {
        items: NodeId,
        min: usize,
        max: usize,
    },
    Text(Text),
    /// Digits, or a whole number that is not negative.
    Digits(Text),
    Integer(Integer),
    Number(Number),
    Bool,
    Union(Union),
    /// The same, or `null`.
    Nullable(NodeId),
}

#[derive(Debug)]
pub(super) struct Object {
    pub(super) members: Vec<Member>,
    pub(super) demand: Option<Demand>,
    /// Whether members that are not named are free data of the caller rather than unknown and ignored.
    pub(super) open: bool,
}

/// A member that must be there and not empty, unless another has one of some values.
#[derive(Debug)]
pub(super) struct Demand {
    pub(super) needed: String,
    pub(super) unless: String,
    pub(super) values: Vec<String>,
}

impl Demand {
    /// Returns true if the member is demanded of an object with these members.
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
    /// What an absent query parameter stands for.
    pub(super) default: Option<Value>,
}

#[derive(Debug)]
pub(super) struct Text {
    pub(super) format: Option<Format>,
    pub(super) values: Option<Vec<String>>,
    pub(super) min: u64,
    pub(super) max: u64,
    pub(super) pattern: Option<Regex>,
    /// A text of a type that can be read from nothing but what obeys its rule, as an id.
    pub(super) example: Option<String>,
    /// Set for ids, and for what else names one thing: as a filter it is not waived when empty.
    pub(super) identifies: bool,
    /// The message for whoever sent something that does not fit the pattern.
    pub(super) message: Option<String>,
    /// JSON in a text, which may have lines.
    pub(super) is_serialized: bool,
    /// The code of an answer that has nothing else to refuse.
    pub(super) code: Code,
}

#[derive(Debug)]
pub(super) struct Integer {
    pub(super) format: Option<String>,
    pub(super) min: i64,
    pub(super) max: i64,
    /// The code of an answer that has nothing else to refuse.
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
    /// The tag's values and what they choose, in the order of the interface.
    pub(super) choices: Vec<(String, NodeId)>,
}
