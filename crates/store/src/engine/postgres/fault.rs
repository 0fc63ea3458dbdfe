//! What PostgreSQL's error codes mean to the store.

use tokio_postgres::error::SqlState;

use super::driver::{Fault, Refusal};
use crate::error::Error;

/// The error behind a failed exchange.
pub(crate) fn error(fault: &Fault) -> Error {
    match fault {
        // A server that hangs up may have done what it was asked before: it is going, starting, or has no room.
        Fault::Refused(refused) if refused.is_last => Error::Unavailable(refused.to_string()),
        Fault::Refused(refused) => refusal(refused),
        // Anything the server did not say itself leaves the connection in an unknown state.
        Fault::Broken(why) => Error::Unavailable(why.clone()),
    }
}

fn refusal(refused: &Refusal) -> Error {
    let text = || refused.to_string();
    match refused.code {
        SqlState::T_R_SERIALIZATION_FAILURE | SqlState::T_R_DEADLOCK_DETECTED => Error::Conflict,
        SqlState::UNIQUE_VIOLATION => {
            Error::Duplicate { constraint: refused.constraint.clone().unwrap_or_default() }
        }
        SqlState::LOCK_NOT_AVAILABLE => Error::LockTimeout,
        SqlState::QUERY_CANCELED => Error::StatementTimeout,
        SqlState::DISK_FULL => Error::Full,
        SqlState::IO_ERROR => Error::Io(text()),
        // The server is a standby by now.
        SqlState::READ_ONLY_SQL_TRANSACTION => Error::Unavailable(text()),
        _ if refused.code.code().starts_with("08") => Error::Unavailable(text()),
        _ => Error::Statement(text()),
    }
}
