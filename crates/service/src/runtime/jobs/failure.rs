//! Why an attempt at a job failed.

use crate::runtime::api_error::ApiError;

/// A failed attempt.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Failure {
    /// Why, in words.
    pub(super) why: String,
    /// What the work met that this service did not write. Another attempt would meet it again.
    pub(super) foreign: Option<String>,
}

impl From<String> for Failure {
    fn from(why: String) -> Self {
        Self { why, foreign: None }
    }
}

impl From<&ApiError> for Failure {
    fn from(refusal: &ApiError) -> Self {
        Self { why: refusal.to_string(), foreign: refusal.not_authentic().map(str::to_owned) }
    }
}
