//! Errors (rails 14).

use crate::limits::ORDER_BODY;
use crate::shape::{MessageError, MessageFault, messages, top_level};
use crate::values::{ErrorCode, Memory, Notice, OpenValue, Timestamp};

messages! {
    /// The body of an error.
    pub struct ErrorBody {
        error: ErrorEntry = "error",
        /// Head of the adapter's memory; `null` if the store could not be read, or was not asked.
        memory: Option<Memory> = "memory",
    }

    /// An error.
    pub struct ErrorEntry {
        code: OpenValue<ErrorCode> = "code",
        /// Words for operators: the rule, and the remedy.
        message: Notice = "message",
        /// Path of the member that breaks a rule.
        field: Option<Notice> = "field",
        details: Option<ErrorDetails> = "details",
    }

    /// Further members of an error.
    pub struct ErrorDetails {
        /// The receiver's clock, with `STALE`.
        now: Option<Timestamp> = "now",
    }
}

impl ErrorBody {
    /// Builds an error without details.
    #[must_use]
    pub fn new(code: ErrorCode, message: &str, memory: Option<Memory>) -> Self {
        let entry =
            ErrorEntry { code: code.into(), message: Notice::new(message), field: None, details: None };
        Self { error: entry, memory }
    }

    /// Builds the error for a body that a reader has refused.
    #[must_use]
    pub fn of_message(error: &MessageError, memory: Option<Memory>) -> Self {
        let code = match error.fault {
            MessageFault::TooLarge => ErrorCode::TooLarge,
            MessageFault::Malformed => ErrorCode::Malformed,
            MessageFault::Invalid => ErrorCode::InvalidOrder,
        };
        let mut body = Self::new(code, &error.to_string(), memory);
        body.error.field = (!error.field.is_empty()).then(|| Notice::new(&error.field));
        body
    }

    /// Returns the code, or `None` for one that this version does not have.
    #[must_use]
    pub const fn code(&self) -> Option<ErrorCode> {
        self.error.code.known()
    }
}

impl ErrorCode {
    /// Returns the HTTP status of answers with this code.
    #[must_use]
    pub const fn status(self) -> u16 {
        match self {
            Self::Malformed => 400,
            Self::Unsigned
            | Self::BadSignature
            | Self::UnknownKey
            | Self::Stale
            | Self::Replayed
            | Self::WrongRail => 401,
            Self::OrderNotFound | Self::UnknownOperation => 404,
            Self::OrderConflict => 409,
            Self::CursorTooOld => 410,
            Self::TooLarge => 413,
            Self::InvalidOrder | Self::NoSuchCorridor => 422,
            Self::SlowDown => 429,
            Self::Internal => 500,
            Self::Unavailable => 503,
        }
    }
}

top_level! {
    ErrorBody: ORDER_BODY;
}
