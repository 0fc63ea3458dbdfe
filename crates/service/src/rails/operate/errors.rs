//! Refusals of commands about rails.

use causeway_wire::Code;

use crate::runtime::api_error::ApiError;

/// Refuses an invalid argument.
pub(super) fn invalid(message: impl Into<String>) -> ApiError {
    ApiError::new(Code::InvalidInput, message)
}

/// Refuses a change that the state does not allow.
pub(super) fn refused(message: impl Into<String>) -> ApiError {
    ApiError::new(Code::Conflict, message)
}

/// Refuses a command about a rail that does not exist.
pub(super) fn no_rail(name: &str) -> ApiError {
    ApiError::new(Code::InvalidInput, format!("There is no rail {name}; see causeway rail list."))
}
