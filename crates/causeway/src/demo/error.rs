//! The reasons why a demonstration ends early.

use std::fmt;
use std::io;
use std::net::SocketAddr;

use causeway_service::ApiError;
use causeway_service::operator::OperatorError;
use causeway_service::runtime::outbound;
use causeway_store::Error;

use super::signature::BadSignature;
use crate::config::ConfigError;
use crate::data_folder::LockError;
use crate::serve::LogError;
use crate::wiring::WiringError;

/// The reason why a demonstration ends early.
#[derive(Debug)]
pub enum DemoError {
    /// A flag names a location, although the demonstration uses its own.
    Flag(&'static str),
    /// The URL of the database is invalid.
    Config(ConfigError),
    /// The temporary folder cannot be created, used or removed.
    Folder(io::Error),
    /// Another process works on the temporary folder.
    Lock(LockError),
    /// The temporary schema cannot be created or removed.
    Schema(Error),
    /// The log cannot be written.
    Log(LogError),
    /// The service cannot be assembled.
    Wiring(WiringError),
    /// The service returned an error at its start.
    Service(ApiError),
    /// The database could not be read.
    Store(Error),
    /// No port is available on loopback, or standard output cannot be written to.
    System(io::Error),
    /// The address is not available.
    Listen {
        address: SocketAddr,
        error: io::Error,
    },
    /// An operator's action failed.
    Action(OperatorError),
    /// A request got no response.
    NoResponse {
        /// Method and path.
        call: String,
        error: outbound::Failure,
    },
    /// A response has an unexpected status.
    Status {
        /// Method and path.
        call: String,
        status: u16,
        body: String,
    },
    /// A response or event lacks a member.
    Missing {
        /// JSON pointer.
        member: String,
    },
    /// A webhook did not arrive in time.
    WebhookTimeout {
        event: String,
    },
    /// The signature of a webhook is invalid.
    InvalidSignature {
        /// Type in its unverified body.
        event: String,
        error: BadSignature,
    },
    /// A value differs from the expected one.
    Differs {
        subject: String,
        found: String,
        expected: String,
    },
    Interrupted,
}

impl DemoError {
    /// Returns `true` if the command line is invalid.
    #[must_use]
    pub const fn is_usage(&self) -> bool {
        matches!(self, Self::Flag(_) | Self::Config(_))
    }
}

/// Compares a value with the expected one.
///
/// # Errors
/// [`DemoError::Differs`].
pub(super) fn check_equal<T: PartialEq + fmt::Display>(
    subject: &str,
    found: T,
    expected: T,
) -> Result<(), DemoError> {
    if found == expected {
        return Ok(());
    }
    let found = found.to_string();
    let expected = expected.to_string();
    Err(DemoError::Differs { subject: subject.to_owned(), found, expected })
}

impl fmt::Display for DemoError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Flag(flag) => write!(f, "the demo uses a temporary database of its own: omit {flag}"),
            Self::Config(error) => write!(f, "{error}"),
            Self::Folder(error) => write!(f, "cannot create, use or remove the temporary folder: {error}"),
            Self::Lock(error) => write!(f, "cannot lock the temporary folder: {error}"),
            Self::Schema(error) => {
                write!(f, "cannot create or remove the temporary schema in that database: {error}")
            }
            Self::Log(error) => write!(f, "{error}"),
            Self::Wiring(error) => write!(f, "{error}"),
            Self::Service(error) => write!(f, "{error}"),
            Self::Store(error) => write!(f, "{error}"),
            Self::System(error) => write!(f, "{error}"),
            Self::Listen { address, error } => {
                write!(f, "cannot listen on {address}: {error}\nchoose another address: --listen 127.0.0.1:0")
            }
            Self::Action(error) => write!(f, "{error}"),
            Self::NoResponse { call, error } => write!(f, "no response to {call}: {error}"),
            Self::Status { call, status, body } => write!(f, "{call} returned status {status}: {body}"),
            Self::Missing { member } => write!(f, "{member} is missing in the response of the service"),
            Self::WebhookTimeout { event } => write!(f, "the webhook {event} did not arrive in time"),
            Self::InvalidSignature { event, error } => {
                write!(f, "the signature of the webhook {event} is invalid: {error}")
            }
            Self::Differs { subject, found, expected } => {
                write!(f, "{subject} is {found}, and should be {expected}")
            }
            Self::Interrupted => f.write_str("interrupted"),
        }
    }
}

impl std::error::Error for DemoError {}

impl From<WiringError> for DemoError {
    fn from(error: WiringError) -> Self {
        Self::Wiring(error)
    }
}

impl From<ConfigError> for DemoError {
    fn from(error: ConfigError) -> Self {
        Self::Config(error)
    }
}

impl From<Error> for DemoError {
    fn from(error: Error) -> Self {
        Self::Store(error)
    }
}

impl From<OperatorError> for DemoError {
    fn from(error: OperatorError) -> Self {
        Self::Action(error)
    }
}

impl From<ApiError> for DemoError {
    fn from(error: ApiError) -> Self {
        Self::Service(error)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_difference_is_named_with_the_expected_value() {
        assert!(check_equal("the balance", 1, 1).is_ok());
        let message = check_equal("the balance", "9.99 USD", "10.00 USD").unwrap_err().to_string();
        assert_eq!(message, "the balance is 9.99 USD, and should be 10.00 USD");
    }
}
