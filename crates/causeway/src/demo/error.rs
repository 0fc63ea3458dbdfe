//! The reasons why a demonstration ends early.

use std::fmt;
use std::io;

use causeway_service::ApiError;
use causeway_service::runtime::outbound;
use causeway_store::Error;

use super::signature::BadSignature;
use crate::config::ConfigError;
use crate::folder::HoldError;
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
    Hold(HoldError),
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
    /// A request got no response.
    NoAnswer {
        /// Method and path.
        call: String,
        why: outbound::Failure,
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
    Silence {
        event: String,
    },
    /// The signature of a webhook is invalid.
    Forged {
        /// Type in its unverified body.
        event: String,
        why: BadSignature,
    },
    /// A value differs from the expected one.
    Differs {
        what: String,
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
pub(super) fn expect<T: PartialEq + fmt::Display>(
    what: &str,
    found: T,
    expected: T,
) -> Result<(), DemoError> {
    if found == expected {
        return Ok(());
    }
    let found = found.to_string();
    let expected = expected.to_string();
    Err(DemoError::Differs { what: what.to_owned(), found, expected })
}

impl fmt::Display for DemoError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Flag(flag) => write!(f, "the demo uses a temporary database of its own: omit {flag}"),
            Self::Config(error) => write!(f, "{error}"),
            Self::Folder(fault) => write!(f, "the temporary folder: {fault}"),
            Self::Hold(error) => write!(f, "the temporary folder: {error}"),
            Self::Schema(error) => write!(f, "the demo's own schema in that database: {error}"),
            Self::Log(error) => write!(f, "{error}"),
            Self::Wiring(error) => write!(f, "{error}"),
            Self::Service(refusal) => write!(f, "{refusal}"),
            Self::Store(error) => write!(f, "{error}"),
            Self::System(fault) => write!(f, "{fault}"),
            Self::NoAnswer { call, why } => write!(f, "{call} was not answered: {why}"),
            Self::Status { call, status, body } => write!(f, "{call} was answered {status}: {body}"),
            Self::Missing { member } => write!(f, "{member} is missing in the answer of the service"),
            Self::Silence { event } => write!(f, "the webhook {event} did not arrive in time"),
            Self::Forged { event, why } => write!(f, "the webhook {event} was not verified: {why}"),
            Self::Differs { what, found, expected } => {
                write!(f, "{what} is {found}, and should be {expected}")
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

impl From<ApiError> for DemoError {
    fn from(refusal: ApiError) -> Self {
        Self::Service(refusal)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn whatever_differs_is_named_with_what_it_should_be() {
        assert!(expect("the balance", 1, 1).is_ok());
        let seen = expect("the balance", "9.99 USD", "10.00 USD").unwrap_err().to_string();
        assert_eq!(seen, "the balance is 9.99 USD, and should be 10.00 USD");
    }
}
