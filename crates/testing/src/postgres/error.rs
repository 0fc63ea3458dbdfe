//! Why there is no PostgreSQL to test on.

use std::fmt;

/// PostgreSQL could not be found, started or asked; the text says what happened and what helps.
///
/// Its `Debug` is its text, because that is what a test that returns it prints.
pub struct Error(String);

impl Error {
    pub(super) fn new(text: impl Into<String>) -> Self {
        Self(text.into())
    }

    /// The failure of `what`, with its cause.
    pub(super) fn of(what: impl fmt::Display, cause: impl fmt::Display) -> Self {
        Self(format!("{what}: {cause}"))
    }
}

/// What the server said.
pub(super) fn refused(cause: tokio_postgres::Error) -> Error {
    let of_connection = || match std::error::Error::source(&cause) {
        Some(source) => format!("{cause}: {source}"),
        None => cause.to_string(),
    };
    let outcome = cause.as_db_error().map_or_else(of_connection, ToString::to_string);
    Error::of("the PostgreSQL of the tests refused", outcome)
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl fmt::Debug for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for Error {}
