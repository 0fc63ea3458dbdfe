//! Why the server did not do what it was asked.

use std::fmt::{self, Display};
use std::io;

use fallible_iterator::FallibleIterator;
use postgres_protocol::message::backend::ErrorResponseBody;
use tokio_postgres::error::SqlState;

/// Why an exchange with the server failed.
#[derive(Debug)]
pub(crate) enum Fault {
    /// The server said why.
    Refused(ApiError),
    /// The session broke off, or made no sense; the connection is of no more use.
    Broken(String),
}

/// What the server says when it refuses. The detail, which would name values of rows, is left out.
#[derive(Debug)]
pub(crate) struct ApiError {
    pub(crate) code: SqlState,
    pub(crate) message: String,
    /// The constraint that a row would have violated.
    pub(crate) constraint: Option<String>,
    /// Whether the server hangs up after it.
    pub(crate) is_last: bool,
    /// Whether it is about what was prepared, and not about what was asked.
    pub(crate) is_stale: bool,
}

/// The part of the server that refuses to run a statement whose columns are others than when it was prepared.
const REVALIDATION: &str = "RevalidateCachedQuery";

impl ApiError {
    pub(super) fn read(body: &ErrorResponseBody) -> io::Result<Self> {
        let (mut code, mut message, mut constraint) = (None, None, None);
        let (mut severity, mut translated, mut routine) = (None, None, None);
        let mut fields = body.fields();
        while let Some(field) = fields.next()? {
            let place = match field.type_() {
                b'C' => &mut code,
                b'M' => &mut message,
                b'n' => &mut constraint,
                // The severity in no language but the protocol's own; those who stand in between may leave it out.
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

impl Fault {
    /// A session that cannot go on, and why.
    pub(super) fn broken(why: impl Into<String>) -> Self {
        Self::Broken(why.into())
    }
}

impl Display for ApiError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} ({})", self.message, self.code.code())
    }
}

impl Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Refused(refusal) => refusal.fmt(f),
            Self::Broken(why) => f.write_str(why),
        }
    }
}

impl From<io::Error> for Fault {
    fn from(fault: io::Error) -> Self {
        Self::Broken(fault.to_string())
    }
}
