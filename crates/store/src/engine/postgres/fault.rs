//! What PostgreSQL's error codes mean to the store.

use tokio_postgres::error::{DbError, SqlState};

use crate::error::Error;

/// The error behind a failed request. Values of rows stay out of it: only the code and the message are kept.
pub(crate) fn error(fault: &tokio_postgres::Error) -> Error {
    match fault.as_db_error() {
        Some(refused) => refusal(refused),
        // Anything the server did not say itself leaves the connection in an unknown state.
        None => Error::Unavailable(with_cause(fault)),
    }
}

fn refusal(refused: &DbError) -> Error {
    let code = refused.code();
    let text = || format!("{} ({})", refused.message(), code.code());
    match *code {
        SqlState::T_R_SERIALIZATION_FAILURE | SqlState::T_R_DEADLOCK_DETECTED => Error::Conflict,
        SqlState::UNIQUE_VIOLATION => {
            Error::Duplicate { constraint: refused.constraint().unwrap_or_default().to_owned() }
        }
        SqlState::LOCK_NOT_AVAILABLE => Error::LockTimeout,
        SqlState::QUERY_CANCELED => Error::StatementTimeout,
        SqlState::DISK_FULL => Error::Full,
        SqlState::IO_ERROR => Error::Io(text()),
        // The server is going, starting, a standby by now, or has no room for the connection.
        SqlState::ADMIN_SHUTDOWN
        | SqlState::CRASH_SHUTDOWN
        | SqlState::CANNOT_CONNECT_NOW
        | SqlState::TOO_MANY_CONNECTIONS
        | SqlState::IDLE_IN_TRANSACTION_SESSION_TIMEOUT
        | SqlState::READ_ONLY_SQL_TRANSACTION => Error::Unavailable(text()),
        _ if code.code().starts_with("08") => Error::Unavailable(text()),
        _ => Error::Statement(text()),
    }
}

fn with_cause(fault: &tokio_postgres::Error) -> String {
    match std::error::Error::source(fault) {
        Some(cause) => format!("{fault}: {cause}"),
        None => fault.to_string(),
    }
}
