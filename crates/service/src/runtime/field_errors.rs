//! Field errors of a request, collected until everything was checked: one answer names every bad field, each
//! once (conventions 7.2).

use causeway_wire::sandbox::{
    FundRequest, SandboxCardAuthorizationAdviceRequest, SandboxCardAuthorizationRequest,
    SandboxCardBalanceInquiryRequest, SandboxCardClearingRequest, SandboxCardReturnRequest,
    SandboxCardTransactionRefRequest, SandboxSendRequest, SandboxStablecoinFundingRequest,
    SandboxUmaReceiveRequest,
};
use causeway_wire::{FieldError, MAX_FIELD_ERRORS, NoBody};

use crate::runtime::api_error::ApiError;
use crate::runtime::context::Context;

/// The field errors found so far. Shape errors come first; rules look only at fields without an error, so
/// that no error is reported twice and none follows from another.
#[derive(Debug, Clone, Default)]
pub struct FieldErrors(Vec<FieldError>);

impl FieldErrors {
    /// Adds an error of a field that has none so far.
    pub fn push(&mut self, field: &str, message: impl Into<String>) {
        self.add(FieldError::new(field, message));
    }

    /// Adds an error with its own constraint or code. Ignored if the field has an error already, or
    /// the answer is full.
    pub fn add(&mut self, error: FieldError) {
        if self.0.len() < MAX_FIELD_ERRORS && self.has_no_error(&error.field) {
            self.0.push(error);
        }
    }

    /// Returns `true` if there is no error so far for this field, a part of it, or an enclosing field.
    #[must_use]
    pub fn has_no_error(&self, field: &str) -> bool {
        self.0.iter().all(|error| !is_within(field, &error.field) && !is_within(&error.field, field))
    }

    /// Returns all errors in the order in which they were found.
    #[must_use]
    pub fn into_errors(self) -> Vec<FieldError> {
        self.0
    }

    #[must_use]
    pub const fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// Refuses the request if there is any field error so far. An operation that is given the field errors
    /// calls this before it looks at anything but fields.
    ///
    /// # Errors
    /// One refusal with every field error.
    pub fn refuse(&self) -> Result<(), ApiError> {
        self.clone().into_result()
    }

    /// Refuses the request if there is any field error.
    ///
    /// # Errors
    /// One refusal with every field error.
    pub fn into_result(self) -> Result<(), ApiError> {
        if self.0.is_empty() { Ok(()) } else { Err(ApiError::fields(self.0)) }
    }
}

impl From<Vec<FieldError>> for FieldErrors {
    fn from(mut errors: Vec<FieldError>) -> Self {
        errors.truncate(MAX_FIELD_ERRORS);
        Self(errors)
    }
}

/// Field rules that the shape of a body cannot express and that need no database. The route runs them once
/// per request, also for a body with shape errors, so that one answer names everything. In that case a faulty
/// member is missing or has a placeholder; [`FieldErrors::has_no_error`] tells.
pub trait FieldChecks {
    /// Adds the field errors.
    fn check(&self, _context: &Context, _faults: &mut FieldErrors) {}
}

impl FieldChecks for NoBody {}

// Simulations are in a crate above this one.
impl FieldChecks for FundRequest {}

impl FieldChecks for SandboxCardAuthorizationRequest {}

impl FieldChecks for SandboxCardBalanceInquiryRequest {}

impl FieldChecks for SandboxCardAuthorizationAdviceRequest {}

impl FieldChecks for SandboxCardClearingRequest {}

impl FieldChecks for SandboxCardReturnRequest {}

impl FieldChecks for SandboxCardTransactionRefRequest {}

impl FieldChecks for SandboxSendRequest {}

impl FieldChecks for SandboxUmaReceiveRequest {}

impl FieldChecks for SandboxStablecoinFundingRequest {}

/// Returns `true` if `inner` is `outer` or a part of it.
fn is_within(inner: &str, outer: &str) -> bool {
    let rest = inner.strip_prefix(outer);
    rest.is_some_and(|rest| rest.is_empty() || rest.starts_with(['.', '[']))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_field_is_reported_once_and_taints_its_parents_and_members() {
        let mut errors = FieldErrors::from(vec![FieldError::new("list[1].name", "is required")]);
        errors.push("list[1].name", "must be short");
        for tainted in ["list", "list[1]", "list[1].name", "list[1].name.first"] {
            assert!(!errors.has_no_error(tainted), "{tainted}");
        }
        for sound in ["list[0]", "list[1].names", "list[10]", "lis", "name"] {
            assert!(errors.has_no_error(sound), "{sound}");
        }
        errors.push("name", "must be long");
        let messages: Vec<String> = errors.into_errors().into_iter().map(|error| error.message).collect();
        assert_eq!(messages, ["is required", "must be long"]);
    }

    #[test]
    fn an_answer_is_full_at_its_bound() {
        let mut errors = FieldErrors::default();
        (0..MAX_FIELD_ERRORS * 2).for_each(|at| errors.push(&format!("list[{at}]"), "is wrong"));
        assert_eq!(errors.into_errors().len(), MAX_FIELD_ERRORS);
        let many = vec![FieldError::new("x", "is wrong"); MAX_FIELD_ERRORS * 2];
        assert_eq!(FieldErrors::from(many).into_errors().len(), MAX_FIELD_ERRORS);
    }
}
