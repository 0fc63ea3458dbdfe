//! What PostgreSQL's error codes mean to the store.

use tokio_postgres::error::SqlState;

use super::driver::{ApiError, Fault};
use crate::database::error::Error;

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

fn refusal(refused: &ApiError) -> Error {
    let text = || refused.to_string();
    match refused.code {
        SqlState::T_R_SERIALIZATION_FAILURE | SqlState::T_R_DEADLOCK_DETECTED => Error::Conflict,
        SqlState::UNIQUE_VIOLATION => {
            Error::Duplicate { constraint: refused.constraint.clone().unwrap_or_default() }
        }
        SqlState::LOCK_NOT_AVAILABLE => Error::LockTimeout,
        SqlState::QUERY_CANCELED => Error::StatementTimeout,
        SqlState::DISK_FULL => Error::Full,
        // The last two: a file of a table is gone, or its disk does not give it back.
        SqlState::DATA_CORRUPTED
        | SqlState::INDEX_CORRUPTED
        | SqlState::UNDEFINED_FILE
        | SqlState::IO_ERROR => Error::Damaged(text()),
        // The server is a standby by now.
        SqlState::READ_ONLY_SQL_TRANSACTION => Error::Unavailable(text()),
        // It has no room now.
        SqlState::INSUFFICIENT_RESOURCES | SqlState::OUT_OF_MEMORY | SqlState::TOO_MANY_CONNECTIONS => {
            Error::Unavailable(text())
        }
        // Somebody in between does not know what came of it.
        SqlState::T_R_STATEMENT_COMPLETION_UNKNOWN => Error::Unavailable(text()),
        _ if refused.is_stale => Error::Unavailable(format!(
            "{refused}: its tables have changed, or a pooler does not keep the connection on one session"
        )),
        _ => match refused.code.code().get(..2) {
            // The connection broke; the server goes, or is not there yet.
            Some("08" | "57") => Error::Unavailable(text()),
            // The system under it.
            Some("58") => Error::Io(text()),
            _ => Error::Statement(text()),
        },
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(code: &str) -> Error {
        let (message, code) = (String::new(), SqlState::from_code(code));
        let refusal = ApiError { code, message, constraint: None, is_last: false, is_stale: false };
        error(&Fault::Refused(refusal))
    }

    #[test]
    fn what_will_be_better_soon_is_kept_apart_from_what_will_not() {
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
