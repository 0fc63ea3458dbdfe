//! The failure of an attempt at a job.

use crate::runtime::api_error::ApiError;

/// A failed attempt.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Failure {
    /// The error, in words.
    pub(super) reason: String,
    /// The row found that this service did not write. A retry would find it again.
    pub(super) foreign: Option<String>,
}

impl From<String> for Failure {
    fn from(reason: String) -> Self {
        Self { reason, foreign: None }
    }
}

impl From<&ApiError> for Failure {
    fn from(refusal: &ApiError) -> Self {
        Self { reason: refusal.to_string(), foreign: refusal.not_authentic().map(str::to_owned) }
    }
}
