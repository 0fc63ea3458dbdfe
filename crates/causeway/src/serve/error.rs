//! Why a server does not start, or ends with a failure.

use std::fmt;
use std::io;
use std::net::SocketAddr;
use std::path::PathBuf;

use causeway_service::ApiError;
use causeway_store::Error;

use super::logs::LogError;
use super::metrics::MetricsError;
use crate::folder::{HoldError, SocketError};
use crate::wiring::WiringError;

/// Why a server does not start, or ends with a failure.
#[derive(Debug)]
pub enum ServeError {
    /// The log cannot be written.
    Log(LogError),
    /// The data folder cannot be made or used.
    Folder {
        /// Which folder.
        folder: PathBuf,
        why: HoldError,
    },
    /// An address cannot be taken.
    Listen {
        /// Which address.
        address: SocketAddr,
        why: io::Error,
    },
    /// The operator socket cannot be offered.
    Socket(SocketError),
    /// The service cannot be put together.
    Wiring(WiringError),
    /// There is a production platform, and callers would send its secrets over plain HTTP.
    PlainHttp {
        /// The platform's name.
        platform: String,
    },
    /// The service refused something at the start.
    Service(ApiError),
    /// Measurements cannot be taken.
    Metrics(MetricsError),
    /// The operating system refuses.
    System(io::Error),
    /// A part of the server has ended by itself.
    PartEnded(&'static str),
}

impl fmt::Display for ServeError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Log(error) => write!(f, "{error}"),
            Self::Folder { folder, why } => write!(f, "the data folder {}: {why}", folder.display()),
            Self::Listen { address, why } => {
                write!(f, "{address}: {why}; choose another with --listen or --admin")
            }
            Self::Socket(error) => write!(f, "{error}"),
            Self::Wiring(error) => write!(f, "{error}"),
            Self::PlainHttp { platform } => write!(
                f,
                "{platform} is a production platform, and this server speaks plain HTTP: run it behind a proxy \
                 that terminates TLS and say --behind-proxy (or set development_mode on a private machine)"
            ),
            Self::Service(refusal) => write!(f, "{refusal}"),
            Self::Metrics(error) => write!(f, "{error}"),
            Self::System(error) => write!(f, "{error}"),
            Self::PartEnded(part) => write!(f, "{part} has ended unexpectedly"),
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
            // What to do about it is said there.
            Error::Damaged(_) => Self::Wiring(error.into()),
            other => Self::Service(other.into()),
        }
    }
}

impl From<ApiError> for ServeError {
    fn from(refusal: ApiError) -> Self {
        Self::Service(refusal)
    }
}

impl From<MetricsError> for ServeError {
    fn from(error: MetricsError) -> Self {
        Self::Metrics(error)
    }
}
