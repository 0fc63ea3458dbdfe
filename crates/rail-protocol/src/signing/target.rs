//! The signed parts of a request line.

use std::fmt;

/// Method, path and query of a request, as they are sent.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RequestTarget {
    method: String,
    path: String,
    query: String,
}

/// The error for parts that no request line can have.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct InvalidTarget;

impl RequestTarget {
    /// Builds the target of a request as it was received: the whole path, and the query without `?`.
    ///
    /// # Errors
    /// An empty method, a path that does not begin with `/`, or a character that is not visible ASCII.
    pub fn new(method: &str, path: &str, query: Option<&str>) -> Result<Self, InvalidTarget> {
        let query = query.unwrap_or_default();
        let is_visible = |text: &str| text.bytes().all(|byte| byte.is_ascii_graphic());
        let fits = !method.is_empty() && path.starts_with('/') && !path.contains('?');
        if fits && [method, path, query].into_iter().all(is_visible) {
            return Ok(Self { method: method.to_owned(), path: path.to_owned(), query: query.to_owned() });
        }
        Err(InvalidTarget)
    }

    /// Returns the method.
    #[must_use]
    pub fn method(&self) -> &str {
        &self.method
    }

    /// Returns the whole path.
    #[must_use]
    pub fn path(&self) -> &str {
        &self.path
    }

    /// Returns the raw query without `?`; empty if there is none.
    #[must_use]
    pub fn query(&self) -> &str {
        &self.query
    }

    /// Returns the path with the query, as it is on the request line.
    #[must_use]
    pub fn path_and_query(&self) -> String {
        if self.query.is_empty() { self.path.clone() } else { format!("{}?{}", self.path, self.query) }
    }
}

impl fmt::Display for InvalidTarget {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("not a method, path and query of visible ASCII characters")
    }
}

impl std::error::Error for InvalidTarget {}
