//! Errors of operator actions.

use std::fmt;

use causeway_domain::ids::Id;
use serde::{Deserialize, Serialize};

use super::caller::Channel;
use crate::runtime::api_error::ApiError;

/// The remedy for a damaged database.
pub const RESTORE: &str = "stop the server, keep the damaged files, restore the newest backup (causeway restore COPY \
                           --replace; PostgreSQL with its own tools), then run causeway ledger verify";

/// The remedy for an id that does not exist: a search for the same id would find nothing.
pub(super) const LOOK_FURTHER: &str =
    "check the id, or look for what it names by something else that is known: causeway find TEXT";

/// The reason why an action was not carried out. It has changed no data.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct OperatorError {
    pub kind: Kind,
    /// The problem.
    pub message: String,
    /// The next step for the operator.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub remedy: Option<String>,
    /// `true` if the message is the cause of an unexpected failure, which stays on the machine of the server.
    #[serde(skip)]
    is_defect: bool,
}

/// The kind of failure, with an exit code and an HTTP status.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Kind {
    /// An unexpected failure.
    Failed,
    /// The arguments are invalid.
    Invalid,
    /// The resource does not exist.
    NotFound,
    /// The state of the resource does not allow the action.
    Refused,
    /// The operator token is missing, wrong or expired, or the user is not an operator.
    Unauthorized,
    /// The database or the server is temporarily unavailable.
    Unavailable,
}

impl Kind {
    /// Returns the exit code of a command with this failure. clap itself uses 2 for arguments that it cannot
    /// parse.
    #[must_use]
    pub const fn exit_code(self) -> u8 {
        self.codes().0
    }

    /// Returns the HTTP status of a response with this failure.
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
    /// Returns an error of this kind.
    #[must_use]
    pub fn new(kind: Kind, message: impl Into<String>) -> Self {
        Self { kind, message: message.into(), remedy: None, is_defect: false }
    }

    /// Returns an error about invalid arguments.
    #[must_use]
    pub fn invalid(message: impl Into<String>) -> Self {
        Self::new(Kind::Invalid, message)
    }

    /// Returns an error about a state that does not allow the action.
    #[must_use]
    pub fn refused(message: impl Into<String>) -> Self {
        Self::new(Kind::Refused, message)
    }

    /// Returns an error about a resource that does not exist.
    #[must_use]
    pub fn no_such<T: Id>(id: T) -> Self {
        Self::new(Kind::NotFound, format!("there is no {id}")).remedy(LOOK_FURTHER)
    }

    /// Adds the next step for the operator.
    #[must_use]
    pub fn remedy(mut self, remedy: impl Into<String>) -> Self {
        self.remedy = Some(remedy.into());
        self
    }

    /// Logs a defect of the program and returns an error about it.
    #[must_use]
    pub fn defect(cause: impl fmt::Display) -> Self {
        tracing::error!(%cause, "operator action failed");
        Self { is_defect: true, ..Self::new(Kind::Failed, cause.to_string()) }
    }

    /// Returns the error as a caller on this channel may see it: the cause of an unexpected failure can quote rows
    /// and statements, and is not sent over the network.
    #[must_use]
    pub fn shown_over(self, channel: Channel) -> Self {
        if !(self.is_defect && matches!(channel, Channel::Network | Channel::Console)) {
            return self;
        }
        Self::new(Kind::Failed, "the action failed unexpectedly")
            .remedy("see the log of the server for the cause")
    }
}

impl From<ApiError> for OperatorError {
    fn from(refusal: ApiError) -> Self {
        refusal.log_cause();
        let mut message = refusal.message.trim_end_matches('.').to_owned();
        let errors =
            refusal.details().and_then(|details| details.get("errors")).and_then(|errors| errors.as_array());
        for error in errors.into_iter().flatten() {
            let text = |member: &str| error.get(member).and_then(|text| text.as_str()).unwrap_or_default();
            message.push_str(&format!("\n  {} {}", text("field"), text("message")));
        }
        let kind = Kind::of_status(refusal.code.status());
        let again = (kind == Kind::Unavailable).then(|| "repeat the command in a moment".to_owned());
        Self { kind, message, remedy: again, is_defect: false }
    }
}

impl From<causeway_store::Error> for OperatorError {
    fn from(error: causeway_store::Error) -> Self {
        match error {
            // An operator may see causes that callers of the interface may not.
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

    #[test]
    fn the_cause_of_a_defect_stays_on_the_machine() {
        let error = || OperatorError::from(causeway_store::Error::Statement("no table payee".to_owned()));
        for channel in [Channel::Command, Channel::Socket] {
            assert!(error().shown_over(channel).message.contains("payee"), "{channel:?}");
        }
        for channel in [Channel::Network, Channel::Console] {
            let sent = error().shown_over(channel);
            assert_eq!(sent.kind, Kind::Failed);
            assert!(!sent.to_string().contains("payee") && sent.remedy.is_some(), "{sent}");
        }
        let refused = OperatorError::refused("the payee is gone").shown_over(Channel::Network);
        assert_eq!(refused.message, "the payee is gone");
    }
}
