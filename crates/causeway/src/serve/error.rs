//! The reasons why a server does not start, or ends with a failure.

use std::fmt;
use std::io;
use std::net::SocketAddr;
use std::path::PathBuf;

use causeway_service::ApiError;
use causeway_store::Error;

use super::logs::LogError;
use super::metrics::MetricsError;
use crate::data_folder::{LockError, SocketError};
use crate::wiring::WiringError;

/// The reason why a server does not start, or ends with a failure.
#[derive(Debug)]
pub enum ServeError {
    /// The log cannot be written.
    Log(LogError),
    /// The data folder does not exist, and cannot be created.
    NewFolder { folder: PathBuf, error: io::Error },
    /// The data folder cannot be locked or written to.
    Folder { folder: PathBuf, error: LockError },
    /// The process cannot listen on an address.
    Listen { address: SocketAddr, error: io::Error },
    /// The operator socket cannot be opened.
    Socket(SocketError),
    /// The service cannot be assembled.
    Wiring(WiringError),
    /// A production platform exists, and callers would send its secrets over plain HTTP.
    PlainHttp {
        /// Name of the platform.
        platform: String,
    },
    /// The service returned an error during the start.
    Service(ApiError),
    /// The metrics recorder cannot be installed.
    Metrics(MetricsError),
    /// The operating system refused.
    System(io::Error),
    /// A part of the server ended unexpectedly.
    PartEnded(&'static str),
}

impl fmt::Display for ServeError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Log(error) => write!(f, "{error}"),
            Self::NewFolder { folder, error } => write!(
                f,
                "cannot create the data folder {}: {error}; name another one with --data or SVC_DATA",
                folder.display()
            ),
            Self::Folder { folder, error } => {
                write!(f, "cannot open the data folder {}: {error}", folder.display())
            }
            Self::Listen { address, error } => {
                write!(
                    f,
                    "cannot listen on {address}: {error}; choose another address with --listen or --admin"
                )
            }
            Self::Socket(error) => write!(f, "{error}"),
            Self::Wiring(error) => write!(f, "{error}"),
            Self::PlainHttp { platform } => write!(
                f,
                "{platform} is a production platform, and this server speaks plain HTTP: run it behind a proxy \
                 that terminates TLS and set --behind-proxy (or set development_mode on a private machine)"
            ),
            Self::Service(error) => write!(f, "{error}"),
            Self::Metrics(error) => write!(f, "{error}"),
            Self::System(error) => write!(f, "{error}"),
            Self::PartEnded(part) => write!(f, "the {part} ended unexpectedly"),
        }
    }
}

impl std::error::Error for ServeError {}

impl From<LogError> for ServeError {
    fn from(error: LogError) -> Self {
        Self::Log(error)
    }
}

impl From<SocketError> for ServeError {
    fn from(error: SocketError) -> Self {
        Self::Socket(error)
    }
}

impl From<WiringError> for ServeError {
    fn from(error: WiringError) -> Self {
        Self::Wiring(error)
    }
}

impl From<Error> for ServeError {
    fn from(error: Error) -> Self {
        match error {
            // The wiring error includes the remedy for damage.
            Error::Damaged(_) => Self::Wiring(error.into()),
            other => Self::Service(other.into()),
        }
    }
}

impl From<ApiError> for ServeError {
    fn from(error: ApiError) -> Self {
        Self::Service(error)
    }
}

impl From<MetricsError> for ServeError {
    fn from(error: MetricsError) -> Self {
        Self::Metrics(error)
    }
}
