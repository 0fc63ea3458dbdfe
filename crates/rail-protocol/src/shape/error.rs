//! Errors of readers.

use std::fmt;

/// The kind of an error in a message; each has a code of its own (rails 14).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum MessageFault {
    /// The body is longer than its kind may be.
    TooLarge,
    /// The body is not a JSON object, is nested too deeply, or has a member twice.
    Malformed,
    /// A member is missing, or has a value that it must not have.
    Invalid,
}

/// An error in a message: the member and the rule that it breaks.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct MessageError {
    /// The kind of the error.
    pub fault: MessageFault,
    /// Path of the member, as `destination.accountInfo` or `items[3].order.state`; empty for the body itself.
    pub field: String,
    /// The rule, in words that follow the name of the member: "must be …".
    pub rule: String,
}

impl MessageError {
    /// Builds an error of the body as a whole.
    pub(crate) fn of_body(fault: MessageFault, rule: impl Into<String>) -> Self {
        Self { fault, field: String::new(), rule: rule.into() }
    }
}

impl fmt::Display for MessageError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let field = if self.field.is_empty() { "the body" } else { &self.field };
        write!(f, "{field} {}", self.rule)
    }
}

impl std::error::Error for MessageError {}
