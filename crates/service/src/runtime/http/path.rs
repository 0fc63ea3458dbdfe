//! Path parameters: percent-decoded once, parsed by type; a value that does not parse is a 404.

use causeway_domain::ids::Id;

use crate::runtime::api_error::ApiError;

/// The path parameters of one request, in the order of the path template.
#[derive(Debug, Clone, Default)]
pub struct PathValues(Vec<String>);

impl PathValues {
    /// Wraps values from the router, which are already decoded.
    #[must_use]
    pub const fn new(values: Vec<String>) -> Self {
        Self(values)
    }

    /// Returns the first value; empty if the path has none.
    #[must_use]
    pub fn first(&self) -> &str {
        self.0.first().map_or("", String::as_str)
    }

    /// Returns the first value as an identifier.
    ///
    /// # Errors
    /// The 404 of its kind of resource for a malformed one (conventions 5.1).
    pub fn id<T: Id>(&self) -> Result<T, ApiError> {
        self.first().parse().map_err(|_| ApiError::not_found::<T>())
    }

    /// Returns the second value as an identifier.
    ///
    /// # Errors
    /// The 404 of its kind of resource for a malformed one (conventions 5.1).
    pub fn second_id<T: Id>(&self) -> Result<T, ApiError> {
        let second = self.0.get(1).map_or("", String::as_str);
        second.parse().map_err(|_| ApiError::not_found::<T>())
    }
}
