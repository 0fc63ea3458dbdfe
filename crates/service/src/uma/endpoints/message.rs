//! A message to the public endpoints, and the answer to it, without HTTP.

use axum::http::Method;
use bytes::Bytes;
use causeway_store::platforms::{Environment, PlatformRecord};
use causeway_uma::errors::{ErrorBody, WireCode};

use crate::runtime::api_error::ApiError;

/// The way by which a message arrived.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Origin {
    /// From a peer, by HTTP.
    Network,
    /// From a platform of this deployment and of this environment, in process.
    Internal(Environment),
}

impl Origin {
    /// Returns `true` for a message in process.
    pub(super) const fn is_internal(self) -> bool {
        matches!(self, Self::Internal(_))
    }

    /// Checks that the message may reach a platform: no money passes between the environments of a deployment
    /// (uma 2).
    ///
    /// # Errors
    /// [`WireError::NoSuchPath`] for a message in process from the other environment.
    pub(super) fn check_reaches(self, platform: &PlatformRecord) -> Result<(), WireError> {
        match self {
            Self::Internal(environment) if environment != platform.environment => Err(WireError::NoSuchPath),
            Self::Internal(_) | Self::Network => Ok(()),
        }
    }
}

/// A message of another provider.
#[derive(Debug, Clone)]
pub struct WireRequest {
    pub method: Method,
    /// The host that the message is for, with its port if it has one.
    pub host: String,
    /// As sent, percent-encoded.
    pub path: String,
    /// As sent, without `?`.
    pub query: String,
    pub body: Bytes,
}

/// The answer to a message: JSON.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct WireReply {
    pub status: u16,
    pub body: String,
    /// `true` if pages of any origin may read the answer.
    pub is_for_any_origin: bool,
}

/// The reason why a message is not answered with 200.
#[derive(Debug)]
pub(in crate::uma) enum WireError {
    /// No platform is at the host of the message.
    NoSuchPath,
    /// The message is refused.
    Refused(Box<ErrorBody>),
    /// This service failed.
    Failed(ApiError),
}

impl WireReply {
    /// Returns an answer with status 200.
    pub(super) const fn of(body: String) -> Self {
        Self { status: 200, body, is_for_any_origin: false }
    }

    /// Returns an answer with an error body, and the status of its code.
    pub(super) fn refused(body: &ErrorBody) -> Self {
        let status = body.known_code().map_or(500, WireCode::status);
        Self { status, body: body.to_json(), is_for_any_origin: false }
    }
}

impl WireError {
    /// Returns the refusal with this code. The reason is for the operators of the peer.
    pub(in crate::uma) fn refused(code: WireCode, reason: &str) -> Self {
        Self::Refused(Box::new(ErrorBody::new(code, reason)))
    }

    /// Returns the answer, or `None` if the path does not exist.
    pub(super) fn into_reply(self) -> Option<WireReply> {
        match self {
            Self::NoSuchPath => None,
            Self::Refused(body) => Some(WireReply::refused(&body)),
            Self::Failed(error) => {
                error.log_cause();
                let reason = "The service failed; repeat the request.";
                Some(WireReply::refused(&ErrorBody::new(WireCode::InternalError, reason)))
            }
        }
    }
}

impl From<ApiError> for WireError {
    fn from(error: ApiError) -> Self {
        Self::Failed(error)
    }
}

impl From<causeway_store::Error> for WireError {
    fn from(error: causeway_store::Error) -> Self {
        Self::Failed(error.into())
    }
}

/// The outcome of a write that is committed also if the message is refused, because it records the message's nonce.
pub(super) type MessageOutcome<T> = Result<T, Box<ErrorBody>>;

/// Separates a refusal, with which the write is committed, from a failure, which undoes it. Nothing else than the
/// nonce may have been written before a refusal.
///
/// # Errors
/// The failure.
pub(super) fn committed<T>(outcome: Result<T, WireError>) -> Result<MessageOutcome<T>, WireError> {
    match outcome {
        Ok(done) => Ok(Ok(done)),
        Err(WireError::Refused(body)) => Ok(Err(body)),
        Err(error) => Err(error),
    }
}
