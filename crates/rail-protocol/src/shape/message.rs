//! Bodies of requests and answers.

use serde_json::Value;

use super::error::MessageError;
use super::json;
use super::location::Location;
use super::traits::Shape;

/// The body of a request or an answer.
pub trait Message: Sized {
    /// Maximum length of the body, in bytes (rails 2).
    const LIMIT: usize;

    /// Reads a body. Unknown members are ignored, and an absent member is the same as `null`.
    ///
    /// # Errors
    /// The place of the first error and the rule that it breaks.
    fn parse(body: &[u8]) -> Result<Self, MessageError>;

    /// Writes the body: compact, with all members, in the order of the document.
    fn to_json(&self) -> String;
}

/// Reads a body of at most `limit` bytes.
pub(crate) fn read_body<T: Shape>(body: &[u8], limit: usize) -> Result<T, MessageError> {
    T::read(&json::parse(body, limit)?, &Location::Body)
}

/// Writes a body.
pub(crate) fn write_body<T: Shape>(message: &T) -> String {
    let value: Value = message.write();
    value.to_string()
}
