//! The body of error responses (conventions 7.1, 7.2).

use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

use crate::code::Code;

/// The body of an error response.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct ErrorBody {
    /// The HTTP status of the response.
    pub status: u16,
    /// The machine-readable code.
    pub code: Code,
    /// A description for people; the wording can change.
    pub message: String,
    /// Further details, if there are any.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub details: Option<Map<String, Value>>,
    /// The failed check of an end user's authentication, also in `details` (conventions 3.2).
    #[serde(skip_serializing_if = "Option::is_none")]
    pub reason: Option<String>,
}

impl ErrorBody {
    /// Creates an error without details.
    pub fn new(code: Code, message: impl Into<String>) -> Self {
        Self { status: code.status(), code, message: message.into(), details: None, reason: None }
    }
}

/// The maximum number of field errors in one response (conventions 7.2). Further errors are reported once
/// these are fixed. The limit also bounds the work for one body: the service writes and compares no more than
/// this many errors.
pub const MAX_FIELD_ERRORS: usize = 100;

/// The error of one field of a request.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct FieldError {
    /// The field's path in the body, for example `businessInfo.taxId` or `roles[0]`, or the name of a query
    /// parameter or header.
    pub field: String,
    /// The broken rule, if one keyword expresses it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub constraint: Option<Constraint>,
    /// A description for people; the wording can change.
    pub message: String,
    /// The code of the response if no other field is wrong; see [`code_of`].
    #[serde(skip)]
    pub code: Code,
    /// The value sent, for fields with a code of their own: amounts and currency codes.
    #[serde(skip)]
    pub value: Option<Value>,
}

impl FieldError {
    /// Creates the error of a rule that no constraint expresses.
    pub fn new(field: impl Into<String>, message: impl Into<String>) -> Self {
        Self {
            field: field.into(),
            constraint: None,
            message: message.into(),
            code: Code::InvalidInput,
            value: None,
        }
    }

    /// Adds the constraint that was broken.
    #[must_use]
    pub fn constraint(mut self, constraint: Constraint) -> Self {
        self.constraint = Some(constraint);
        self
    }
}

/// Returns the code of a response that refuses these fields: the code that all of them share, or else the
/// general one. Example: if only an amount is wrong, the code is `INVALID_AMOUNT` (money 1.5).
#[must_use]
pub fn code_of(errors: &[FieldError]) -> Code {
    let mut codes = errors.iter().map(|error| error.code);
    match codes.next() {
        Some(first) if codes.all(|code| code == first) => first,
        _ => Code::InvalidInput,
    }
}

/// The broken rule, written as an object with one keyword.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub enum Constraint {
    /// The name of a format, for example `date`, `e.164` or `iso3166-1-alpha-2`.
    Format(String),
    /// A regular expression for the value.
    Pattern(String),
    /// The allowed values.
    Enum(Vec<String>),
    /// The minimum length in characters.
    MinLength(u64),
    /// The maximum length in characters.
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
