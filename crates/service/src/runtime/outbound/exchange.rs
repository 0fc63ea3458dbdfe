//! One request to somebody else, and what came of it.

use std::fmt;
use std::time::Duration;

use axum::http::{HeaderMap, Method};
use bytes::Bytes;
use futures_util::future::BoxFuture;

use super::{Reach, Target};

/// Somebody else's HTTP service, reached through the one client or, in a simulation, played by the test.
pub trait Transport: fmt::Debug + Send + Sync {
    /// Sends one request and reads the answer.
    ///
    /// A request may arrive twice: if a kept connection ends before the first byte of an answer, it is repeated once
    /// on a fresh connection. Requests that must not be repeated set [`Exchange::is_only_attempt`].
    fn exchange(&self, exchange: Exchange) -> BoxFuture<'_, Result<Reply, Failure>>;
}

/// One request.
#[derive(Debug, Clone)]
pub struct Exchange {
    pub method: Method,
    /// Where to.
    pub target: Target,
    /// Headers beside `Host` and `Content-Length`.
    pub headers: HeaderMap,
    pub body: Bytes,
    /// How far out it may reach.
    pub reach: Reach,
    /// The longest it may take, from resolving the name to the last byte of the answer.
    pub limit: Duration,
    /// Uses a fresh connection, since a kept one may have been ended by the host without a word.
    pub is_only_attempt: bool,
    /// Bytes of the answer's body that are read; the rest is cut off.
    pub body_max: usize,
}

/// Bytes that are read of most answers (conventions 11.4).
pub const BODY_MAX: usize = 64 * 1024;

/// An answer.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Reply {
    pub status: u16,
    /// The body, up to [`Exchange::body_max`].
    pub body: Bytes,
}

/// Why there was no complete answer.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Failure {
    /// Not in time.
    Timeout,
    /// No connection was made: refused, unreachable, or an address that must not be connected to. Nothing was sent.
    Unconnected,
    /// A connection that broke: reset, or not HTTP. The request may have arrived.
    ConnectionFailed,
    /// TLS failed: no trusted certificate for this host, or no common protocol.
    Tls,
    /// The host's name does not resolve.
    Dns,
}

impl Failure {
    /// The name in the interface (conventions 11.7).
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Timeout => "TIMEOUT",
            Self::Unconnected | Self::ConnectionFailed => "CONNECTION_FAILED",
            Self::Tls => "TLS_ERROR",
            Self::Dns => "DNS_ERROR",
        }
    }
}

impl fmt::Display for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}

impl std::error::Error for Failure {}
