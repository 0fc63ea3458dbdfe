//! Failures of an exchange with the server.

use std::fmt::{self, Display};
use std::io;

use fallible_iterator::FallibleIterator;
use postgres_protocol::message::backend::{ErrorResponseBody, NoticeResponseBody};
use tokio_postgres::error::SqlState;

/// The reason why an exchange with the server failed.
#[derive(Debug)]
pub(crate) enum ConnectionError {
    /// The server's own error.
    Refused(ServerError),
    /// The session broke off or was incoherent; the connection can no longer be used.
    Broken(String),
}

/// An error reported by the server. Its detail, which would contain values of rows, is left out.
#[derive(Debug)]
pub(crate) struct ServerError {
    pub(crate) code: SqlState,
    pub(crate) message: String,
    /// The constraint that a row would have violated.
    pub(crate) constraint: Option<String>,
    /// `true` if the server hangs up afterwards.
    pub(crate) is_last: bool,
    /// `true` if it concerns the prepared statement and not the request itself.
    pub(crate) is_stale: bool,
}

/// The server routine that refuses to run a statement whose columns have changed since it was prepared.
const REVALIDATION: &str = "RevalidateCachedQuery";

/// The server routine in which a commit waits for a standby. It gives notice only if the wait is cancelled.
const STANDBY_WAIT: &[u8] = b"SyncRepWaitForLSN";

/// Returns `true` if the notice says that a commit no longer waits for its standby. The server then reports the
/// commit as successful, although it may exist on this server alone.
///
/// The text of the notice is translated, and its code is that of any warning.
pub(super) fn is_cancelled_wait(notice: &NoticeResponseBody) -> io::Result<bool> {
    notice.fields().any(|field| Ok(field.type_() == b'R' && field.value_bytes() == STANDBY_WAIT))
}

impl ServerError {
    pub(super) fn read(body: &ErrorResponseBody) -> io::Result<Self> {
        let mut code = None;
        let mut message = None;
        let mut constraint = None;
        let mut severity = None;
        let mut translated = None;
        let mut routine = None;
        let mut fields = body.fields();
        while let Some(field) = fields.next()? {
            let place = match field.type_() {
                b'C' => &mut code,
                b'M' => &mut message,
                b'n' => &mut constraint,
                // The untranslated severity; intermediaries may leave it out.
                b'V' => &mut severity,
                b'S' => &mut translated,
                b'R' => &mut routine,
                _ => continue,
            };
            *place = Some(String::from_utf8_lossy(field.value_bytes()).into_owned());
        }
        let code = SqlState::from_code(&code.unwrap_or_default());
        let is_stale = match code {
            SqlState::INVALID_SQL_STATEMENT_NAME | SqlState::DUPLICATE_PSTATEMENT => true,
            SqlState::FEATURE_NOT_SUPPORTED => routine.as_deref() == Some(REVALIDATION),
            _ => false,
        };
        let severity = severity.or(translated);
        let is_last = matches!(severity.as_deref(), Some("FATAL" | "PANIC"));
        Ok(Self { code, message: message.unwrap_or_default(), constraint, is_last, is_stale })
    }
}

impl ConnectionError {
    /// Creates the error of a session that cannot continue.
    pub(super) fn broken(reason: impl Into<String>) -> Self {
        Self::Broken(reason.into())
    }
}

impl Display for ServerError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} ({})", self.message, self.code.code())
    }
}

impl Display for ConnectionError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Refused(refusal) => refusal.fmt(f),
            Self::Broken(reason) => f.write_str(reason),
        }
    }
}

impl From<io::Error> for ConnectionError {
    fn from(error: io::Error) -> Self {
        Self::Broken(error.to_string())
    }
}
