//! The place of a value in a body.

use std::fmt;

use serde_json::{Map, Value};

use super::error::{MessageError, MessageFault};

/// The place of a value in a body, as a path from the body down.
#[derive(Debug, Clone, Copy)]
pub(crate) enum Location<'a> {
    Body,
    Member(&'a Location<'a>, &'a str),
    Item(&'a Location<'a>, usize),
}

impl Location<'_> {
    /// Builds the error of the value here.
    pub(crate) fn error(&self, rule: impl Into<String>) -> MessageError {
        MessageError { fault: MessageFault::Invalid, field: self.to_string(), rule: rule.into() }
    }

    /// Returns the object that the value here must be.
    pub(crate) fn object<'v>(&self, value: &'v Value) -> Result<&'v Map<String, Value>, MessageError> {
        value.as_object().ok_or_else(|| self.error("must be an object"))
    }

    /// Returns the text that the value here must be.
    pub(crate) fn text<'v>(&self, value: &'v Value) -> Result<&'v str, MessageError> {
        value.as_str().ok_or_else(|| self.error("must be a text"))
    }
}

impl fmt::Display for Location<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Body => Ok(()),
            Self::Member(Location::Body, name) => f.write_str(name),
            Self::Member(parent, name) => write!(f, "{parent}.{name}"),
            Self::Item(parent, index) => write!(f, "{parent}[{index}]"),
        }
    }
}
