//! Values in the path: percent-decoded once, parsed by type; what does not parse is not found.

use causeway_domain::ids::Id;
use causeway_wire::Code;

use crate::runtime::api_error::ApiError;

/// The values of one request's path parameters, in the order of the path template.
#[derive(Debug, Clone, Default)]
pub struct PathValues(Vec<String>);

impl PathValues {
    /// Values as they came out of the router, already decoded.
    #[must_use]
    pub const fn new(values: Vec<String>) -> Self {
        Self(values)
    }

    /// The first value; empty when the path has none.
    #[must_use]
    pub fn first(&self) -> &str {
        self.0.first().map_or("", String::as_str)
    }

    /// The first value as an identifier.
    ///
    /// # Errors
    /// The resource's own 404 for a malformed identifier (conventions 5.1).
    pub fn id<T: Id>(&self, not_found: Code) -> Result<T, ApiError> {
        self.first().parse().map_err(|_| Self::not_found(T::TYPE_NAME, not_found))
    }

    /// The 404 of a resource of this type.
    #[must_use]
    pub fn not_found(type_name: &str, code: Code) -> ApiError {
        ApiError::new(code, format!("There is no such {}.", in_words(type_name)))
    }
}

/// `ExternalAccount` as people write it: `external account`.
fn in_words(type_name: &str) -> String {
    let mut words = String::new();
    for letter in type_name.chars() {
        if letter.is_ascii_uppercase() && !words.is_empty() {
            words.push(' ');
        }
        words.push(letter.to_ascii_lowercase());
    }
    words
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn types_are_called_by_words() {
        for (name, words) in [("Customer", "customer"), ("ExternalAccount", "external account")] {
            assert_eq!(in_words(name), words);
        }
    }
}
