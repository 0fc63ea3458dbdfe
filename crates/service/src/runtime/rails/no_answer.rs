//! The reasons why an exchange with an adapter has no answer (rails 3.3, 12).

use std::fmt;

use causeway_rail_protocol::signing::SignatureError;

use crate::runtime::outbound::Failure;

/// The reason why an exchange has no answer. The adapter may have done what was asked, except after the first four.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum NoAnswer {
    /// All places of the rail are taken, or the adapter has asked for a pause.
    Busy,
    /// The adapter has not answered for some time, and it is not the time to try again.
    Degraded,
    /// The service's own key of the rail cannot be read.
    NoKey,
    /// The stored address of the adapter is none.
    NoAddress,
    Failed(Failure),
    /// The answer has no signature of the profile's form.
    Unsigned,
    /// The answer is signed with a key that is not the rail's.
    OtherKey,
    /// The signature is not one over this answer to this request.
    OtherRequest,
    WrongDigest,
    /// The adapter's clock is ahead by these seconds, or behind if they are negative.
    Stale {
        seconds: i64,
    },
    /// The body is longer than its kind may be.
    Oversized,
}

impl NoAnswer {
    /// Returns the name in metrics.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Busy => "busy",
            Self::Degraded => "degraded",
            Self::NoKey => "no_key",
            Self::NoAddress => "no_address",
            Self::Failed(Failure::Timeout) => "timeout",
            Self::Failed(Failure::Unconnected) => "unconnected",
            Self::Failed(Failure::ConnectionFailed) => "connection_failed",
            Self::Failed(Failure::Tls) => "tls",
            Self::Failed(Failure::Dns) => "dns",
            Self::Unsigned => "unsigned",
            Self::OtherKey => "other_key",
            Self::OtherRequest => "other_request",
            Self::WrongDigest => "wrong_digest",
            Self::Stale { .. } => "stale",
            Self::Oversized => "oversized",
        }
    }
}

impl From<SignatureError> for NoAnswer {
    fn from(error: SignatureError) -> Self {
        match error {
            SignatureError::Unsigned(_) => Self::Unsigned,
            SignatureError::UnknownKey(_) => Self::OtherKey,
            SignatureError::WrongRail | SignatureError::WrongSignature => Self::OtherRequest,
            SignatureError::WrongDigest => Self::WrongDigest,
            SignatureError::Stale { ahead_seconds } => Self::Stale { seconds: ahead_seconds },
        }
    }
}

impl fmt::Display for NoAnswer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Busy => f.write_str("the rail has no free place for an exchange"),
            Self::Degraded => f.write_str("the adapter does not answer, and is asked again later"),
            Self::NoKey => f.write_str("the service's key of the rail cannot be read"),
            Self::NoAddress => f.write_str("the address of the adapter cannot be used"),
            Self::Failed(failure) => write!(f, "no response: {failure}"),
            Self::Unsigned => f.write_str("the response is not signed"),
            Self::OtherKey => f.write_str("the response is signed with a key that is not the rail's"),
            Self::OtherRequest => f.write_str("the signature is not one over this response to this request"),
            Self::WrongDigest => f.write_str("the body of the response has another digest"),
            Self::Stale { seconds } => write!(f, "the adapter's clock is ahead by {seconds} s"),
            Self::Oversized => f.write_str("the body of the response is too long"),
        }
    }
}

impl std::error::Error for NoAnswer {}
