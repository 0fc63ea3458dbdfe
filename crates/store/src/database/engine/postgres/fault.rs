//! Mapping of PostgreSQL's error codes to the store's errors.

use tokio_postgres::error::SqlState;

use super::driver::{ConnectionError, ServerError};
use crate::database::error::Error;

/// Returns the error of a failed exchange.
pub(crate) fn error(error: &ConnectionError) -> Error {
    match error {
        // A server that hangs up may have run earlier requests: it is shutting down, starting, or has no
        // capacity.
        ConnectionError::Refused(refusal) if refusal.is_last => Error::Unavailable(refusal.to_string()),
        ConnectionError::Refused(api_error) => refusal(api_error),
        // Any fault not reported by the server leaves the connection in an unknown state.
        ConnectionError::Broken(reason) => Error::Unavailable(reason.clone()),
    }
}

fn refusal(refusal: &ServerError) -> Error {
    let text = || refusal.to_string();
    match refusal.code {
        SqlState::T_R_SERIALIZATION_FAILURE | SqlState::T_R_DEADLOCK_DETECTED => Error::Conflict,
        SqlState::UNIQUE_VIOLATION => {
            Error::Duplicate { constraint: refusal.constraint.clone().unwrap_or_default() }
        }
        SqlState::LOCK_NOT_AVAILABLE => Error::LockTimeout,
        SqlState::QUERY_CANCELED => Error::StatementTimeout,
        SqlState::DISK_FULL => Error::Full,
        // The last two: a table's file is gone, or its disk fails to return it.
        SqlState::DATA_CORRUPTED
        | SqlState::INDEX_CORRUPTED
        | SqlState::UNDEFINED_FILE
        | SqlState::IO_ERROR => Error::Damaged(text()),
        // The server has become a standby.
        SqlState::READ_ONLY_SQL_TRANSACTION => Error::Unavailable(text()),
        // The server has no capacity now.
        SqlState::INSUFFICIENT_RESOURCES | SqlState::OUT_OF_MEMORY | SqlState::TOO_MANY_CONNECTIONS => {
            Error::Unavailable(text())
        }
        // An intermediary does not know the outcome.
        SqlState::T_R_STATEMENT_COMPLETION_UNKNOWN => Error::Unavailable(text()),
        _ if refusal.is_stale => Error::Unavailable(format!(
            "{refusal}: its tables have changed, or a pooler does not keep the connection on one session"
        )),
        _ => match refusal.code.code().get(..2) {
            // The connection broke; the server is shutting down, or is not up yet.
            Some("08" | "57") => Error::Unavailable(text()),
            // An error of the server's operating system.
            Some("58") => Error::Io(text()),
            _ => Error::Statement(text()),
        },
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(code: &str) -> Error {
        let message = String::new();
        let code = SqlState::from_code(code);
        let refusal = ServerError { code, message, constraint: None, is_last: false, is_stale: false };
        error(&ConnectionError::Refused(refusal))
    }

    #[test]
    fn temporary_and_permanent_errors_are_distinguished() {
        for code in ["08006", "25006", "40003", "53200", "53300", "57P01", "57P03"] {
            assert!(matches!(of(code), Error::Unavailable(_)), "{code}");
        }
        for code in ["0A000", "23514", "42703", "53400"] {
            assert!(matches!(of(code), Error::Statement(_)), "{code}");
        }
        assert!(matches!(of("58000"), Error::Io(_)));
        for code in ["58030", "58P01", "XX001", "XX002"] {
            assert!(matches!(of(code), Error::Damaged(_)), "{code}");
        }
        assert_eq!((of("40001"), of("40P01")), (Error::Conflict, Error::Conflict));
        assert_eq!((of("55P03"), of("57014")), (Error::LockTimeout, Error::StatementTimeout));
        assert_eq!(of("53100"), Error::Full);
    }
}
