//! The body of every answer that is not a success (conventions 7.1, 7.2).

use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

use crate::code::Code;

/// An error as it travels.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct ErrorBody {
    /// The HTTP status, again.
    pub status: u16,
    /// What went wrong, for programs.
    pub code: Code,
    /// What went wrong, for people. The wording may change.
    pub message: String,
    /// More, where there is more.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub details: Option<Map<String, Value>>,
    /// The failed check of an end user's authentication, also in `details` (conventions 3.2).
    #[serde(skip_serializing_if = "Option::is_none")]
    pub reason: Option<String>,
}

impl ErrorBody {
    /// An error without details.
    pub fn new(code: Code, message: impl Into<String>) -> Self {
        Self { status: code.status(), code, message: message.into(), details: None, reason: None }
    }
}

/// The most faulty fields that one answer lists (conventions 7.2): whoever sends more learns of the others once these are
/// mended, and no body makes the service write or compare more than this many.
pub const FIELD_ERRORS_MAX: usize = 100;

/// What is wrong with one field of a request.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct FieldError {
    /// The field's path in the body, as `businessInfo.taxId` or `roles[0]`; a query parameter's or header's
    /// name.
    pub field: String,
    /// The rule that was broken, where it can be put in one word.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub constraint: Option<Constraint>,
    /// The same for people.
    pub message: String,
    /// The code that the answer has when no other field is wrong; see [`code_of`].
    #[serde(skip)]
    pub code: Code,
    /// What was sent, for the fields whose code is not the general one: amounts and currency codes.
    #[serde(skip)]
    pub value: Option<Value>,
}

impl FieldError {
    /// A broken rule without a one-word constraint.
    pub fn new(field: impl Into<String>, message: impl Into<String>) -> Self {
        let (field, message) = (field.into(), message.into());
        Self { field, constraint: None, message, code: Code::InvalidInput, value: None }
    }

    /// The same with the constraint that was broken.
    #[must_use]
    pub fn constraint(mut self, constraint: Constraint) -> Self {
        self.constraint = Some(constraint);
        self
    }
}

/// The code of an answer that refuses these fields: their own code when all have the same one (an amount
/// alone is wrong: `INVALID_AMOUNT`, money 1.5), else the general one.
#[must_use]
pub fn code_of(errors: &[FieldError]) -> Code {
    let mut codes = errors.iter().map(|error| error.code);
    match codes.next() {
        Some(first) if codes.all(|code| code == first) => first,
        _ => Code::InvalidInput,
    }
}

/// The broken rule: an object with the one keyword that matters.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub enum Constraint {
    /// The name of a format, as `date`, `e.164` or `iso3166-1-alpha-2`.
    Format(String),
    /// A regular expression.
    Pattern(String),
    /// The allowed values.
    Enum(Vec<String>),
    /// The fewest characters.
    MinLength(u64),
    /// The most characters.
    MaxLength(u64),
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn a_field_error_travels_with_one_keyword() {
        let error = FieldError::new("email", "must be an e-mail address");
        assert_eq!(
            serde_json::to_value(error.clone().constraint(Constraint::Format("email".to_owned()))).unwrap(),
            json!({ "field": "email", "constraint": { "format": "email" }, "message": "must be an e-mail address" })
        );
        assert_eq!(
            serde_json::to_value(error.constraint(Constraint::MinLength(1))).unwrap()["constraint"],
            json!({ "minLength": 1 })
        );
    }

    #[test]
    fn an_amount_alone_has_its_own_code() {
        let amount =
            FieldError { code: Code::InvalidAmount, ..FieldError::new("amount", "must be positive") };
        let other = FieldError::new("email", "must be an e-mail address");
        assert_eq!(code_of(&[amount.clone(), amount.clone()]), Code::InvalidAmount);
        assert_eq!(code_of(&[amount, other]), Code::InvalidInput);
        assert_eq!(code_of(&[]), Code::InvalidInput);
    }
}
