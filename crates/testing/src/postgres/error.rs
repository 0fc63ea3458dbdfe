//! Errors of the tests' PostgreSQL.

use std::fmt;

/// A failure to find, start or query PostgreSQL; the text says what happened and names a remedy.
///
/// `Debug` prints the same text, because a test that returns the error prints it.
pub struct Error(String);

impl Error {
    pub(super) fn new(text: impl Into<String>) -> Self {
        Self(text.into())
    }

    /// Creates the error of `what`, with its cause.
    pub(super) fn of(what: impl fmt::Display, cause: impl fmt::Display) -> Self {
        Self(format!("{what}: {cause}"))
    }
}

/// Creates an error from the server's message.
pub(super) fn query_error(cause: tokio_postgres::Error) -> Error {
    let of_connection = || match std::error::Error::source(&cause) {
        Some(source) => format!("{cause}: {source}"),
        None => cause.to_string(),
    };
    let outcome = cause.as_db_error().map_or_else(of_connection, ToString::to_string);
    Error::of("the PostgreSQL server of the tests returned an error", outcome)
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
