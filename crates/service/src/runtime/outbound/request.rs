//! One request to another HTTP service, and its outcome.

use std::fmt;
use std::time::Duration;

use axum::http::{HeaderMap, Method};
use bytes::Bytes;
use futures_util::future::BoxFuture;

use super::{Reach, Target};

/// Another party's HTTP service, reached through the one client or, in a simulation, played by the test.
pub trait Transport: fmt::Debug + Send + Sync {
    /// Sends one request and reads the response.
    ///
    /// A request may arrive twice: if a kept connection ends before the first byte of a response, it is
    /// repeated once on a fresh connection. Requests that must not be repeated set
    /// [`OutboundRequest::is_only_attempt`].
    fn exchange(&self, request: OutboundRequest) -> BoxFuture<'_, Result<OutboundResponse, Failure>>;
}

/// One request.
#[derive(Debug, Clone)]
pub struct OutboundRequest {
    pub method: Method,
    pub target: Target,
    /// Headers besides `Host` and `Content-Length`.
    pub headers: HeaderMap,
    pub body: Bytes,
    pub reach: Reach,
    /// Timeout, from resolving the name to the last byte of the response.
    pub limit: Duration,
    /// Uses a fresh connection, because the host may have closed a kept one without notice.
    pub is_only_attempt: bool,
    /// Maximum number of bytes read of the response's body; the rest is cut off.
    pub body_max: usize,
}

/// Maximum number of bytes read of most responses' bodies (conventions 11.4).
pub const MAX_BODY: usize = 64 * 1024;

/// A response.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct OutboundResponse {
    pub status: u16,
    pub headers: HeaderMap,
    /// Up to [`OutboundRequest::body_max`] bytes.
    pub body: Bytes,
    /// `false` if the body was longer, and so was cut off.
    pub is_whole: bool,
}

impl OutboundResponse {
    /// Builds a response without headers and with its whole body, as another part of this process gives it.
    #[must_use]
    pub fn of(status: u16, body: impl Into<Bytes>) -> Self {
        Self { status, headers: HeaderMap::new(), body: body.into(), is_whole: true }
    }
}

/// The reason why a response is incomplete or missing.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Failure {
    /// No complete response in time.
    Timeout,
    /// No connection: refused, unreachable, or an address that must not be connected to. The request was not
    /// sent.
    Unconnected,
    /// A broken connection: reset, or not HTTP. The request may have arrived.
    ConnectionFailed,
    /// TLS failed: no trusted certificate for this host, or no common protocol.
    Tls,
    /// The host's name does not resolve.
    Dns,
}

impl Failure {
    /// Returns the name in the API (conventions 11.7).
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
