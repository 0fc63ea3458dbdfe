//! Why an operator action was not carried out.

use std::fmt;

use causeway_domain::ids::Id;
use serde::{Deserialize, Serialize};

use crate::runtime::api_error::ApiError;

/// What to do about a damaged database.
pub const RESTORE: &str = "stop the server, keep the damaged files, restore the newest backup (causeway restore COPY \
                           --replace; PostgreSQL with its own tools), then run causeway ledger verify";

/// Why an action was not carried out. Nothing was changed.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct OperatorError {
    /// What kind of failure it is.
    pub kind: Kind,
    /// What is wrong.
    pub message: String,
    /// What to do about it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub remedy: Option<String>,
}

/// The kinds of failure; each has an exit code and an HTTP status.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Kind {
    /// Something failed that should not.
    Failed,
    /// The arguments make no sense.
    Invalid,
    /// There is no such thing.
    NotFound,
    /// The state of the thing does not allow it.
    Refused,
    /// The operator token is missing or wrong.
    Unauthorized,
    /// The database or the server cannot answer now.
    Unavailable,
}

impl Kind {
    /// The exit code of a command that fails so. clap itself uses 2 for arguments that it cannot read.
    #[must_use]
    pub const fn exit_code(self) -> u8 {
        self.codes().0
    }

    /// The HTTP status of an answer that says so.
    #[must_use]
    pub const fn status(self) -> u16 {
        self.codes().1
    }

    const fn codes(self) -> (u8, u16) {
        match self {
            Self::Failed => (1, 500),
            Self::Invalid => (2, 400),
            Self::NotFound => (3, 404),
            Self::Refused => (4, 409),
            Self::Unavailable => (5, 503),
            Self::Unauthorized => (6, 401),
        }
    }

    const fn of_status(status: u16) -> Self {
        match status {
            400 | 413 => Self::Invalid,
            401 => Self::Unauthorized,
            404 => Self::NotFound,
            500 => Self::Failed,
            502..=504 => Self::Unavailable,
            _ => Self::Refused,
        }
    }
}

impl OperatorError {
    /// An error of this kind.
    #[must_use]
    pub fn new(kind: Kind, message: impl Into<String>) -> Self {
        Self { kind, message: message.into(), remedy: None }
    }

    /// Bad arguments.
    #[must_use]
    pub fn invalid(message: impl Into<String>) -> Self {
        Self::new(Kind::Invalid, message)
    }

    /// A state that does not allow it.
    #[must_use]
    pub fn refused(message: impl Into<String>) -> Self {
        Self::new(Kind::Refused, message)
    }

    /// A thing that does not exist.
    #[must_use]
    pub fn no_such<T: Id>(id: T) -> Self {
        Self::new(Kind::NotFound, format!("there is no {id}"))
    }

    /// Adds what to do about it.
    #[must_use]
    pub fn remedy(mut self, remedy: impl Into<String>) -> Self {
        self.remedy = Some(remedy.into());
        self
    }

    /// A fault of the program; the cause goes to the log too.
    #[must_use]
    pub fn defect(cause: impl fmt::Display) -> Self {
        tracing::error!(%cause, "operator action failed");
        Self::new(Kind::Failed, cause.to_string())
    }
}

impl From<ApiError> for OperatorError {
    fn from(refusal: ApiError) -> Self {
        refusal.log_cause();
        let mut message = refusal.message.trim_end_matches('.').to_owned();
        let faults =
            refusal.details().and_then(|details| details.get("errors")).and_then(|errors| errors.as_array());
        for fault in faults.into_iter().flatten() {
            let text = |member: &str| fault.get(member).and_then(|text| text.as_str()).unwrap_or_default();
            message.push_str(&format!("\n  {} {}", text("field"), text("message")));
        }
        let kind = Kind::of_status(refusal.code.status());
        let again = (kind == Kind::Unavailable).then(|| "repeat the command in a moment".to_owned());
        Self { kind, message, remedy: again }
    }
}

impl From<causeway_store::Error> for OperatorError {
    fn from(error: causeway_store::Error) -> Self {
        match error {
            // An operator may see what a caller of the interface may not.
            causeway_store::Error::Data(_) | causeway_store::Error::Statement(_) => Self::defect(error),
            causeway_store::Error::Damaged(_) => {
                Self::new(Kind::Unavailable, error.to_string()).remedy(RESTORE)
            }
            other => ApiError::from(other).into(),
        }
    }
}

impl fmt::Display for OperatorError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.message)?;
        match &self.remedy {
            Some(remedy) => write!(f, "\n{remedy}"),
            None => Ok(()),
        }
    }
}

impl std::error::Error for OperatorError {}

#[cfg(test)]
mod tests {
    use causeway_wire::{Code, FieldError};

    use super::*;

    #[test]
    fn a_refusal_keeps_its_kind_and_names_its_fields() {
        let error = OperatorError::from(ApiError::fields(vec![FieldError::new("name", "must not be empty")]));
        assert_eq!(error.kind, Kind::Invalid);
        assert!(error.to_string().ends_with("\n  name must not be empty"), "{error}");
        for (code, kind) in [
            (Code::UserNotFound, Kind::NotFound),
            (Code::Conflict, Kind::Refused),
            (Code::NotImplemented, Kind::Refused),
            (Code::ServiceUnavailable, Kind::Unavailable),
            (Code::InternalError, Kind::Failed),
        ] {
            assert_eq!(OperatorError::from(ApiError::new(code, "no.")).kind, kind, "{code}");
        }
    }
}
