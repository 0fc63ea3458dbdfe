//! The recorded requests.

use std::time::Instant;

use bytes::Bytes;
use hyper::HeaderMap;
use serde_json::Value;

/// One recorded request.
#[derive(Debug, Clone)]
pub struct ReceivedRequest {
    /// Position in the order of arrival, from 0.
    pub order: usize,
    /// Position among the requests of its connection, from 0.
    pub turn: usize,
    /// Time at which its last byte had arrived.
    pub at: Instant,
    /// `POST` for a webhook.
    pub method: String,
    /// Path and query.
    pub target: String,
    pub headers: HeaderMap,
    /// The exact bytes.
    pub body: Bytes,
}

impl ReceivedRequest {
    /// Returns a header as text, or `None` if it is absent or not text.
    #[must_use]
    pub fn header(&self, name: &str) -> Option<&str> {
        self.headers.get(name)?.to_str().ok()
    }

    /// Returns the body as JSON, or `Null` if it is not JSON.
    #[must_use]
    pub fn json(&self) -> Value {
        serde_json::from_slice(&self.body).unwrap_or_default()
    }

    /// Returns the envelope's `type` (conventions 11.2), or an empty text if there is none.
    #[must_use]
    pub fn event(&self) -> String {
        self.text("type")
    }

    /// Returns the envelope's `id`, which is the same on every attempt for one event, or an empty text if
    /// there is none.
    #[must_use]
    pub fn id(&self) -> String {
        self.text("id")
    }

    fn text(&self, member: &str) -> String {
        self.json()[member].as_str().unwrap_or_default().to_owned()
    }
}

impl std::fmt::Display for ReceivedRequest {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{} {} {}", self.method, self.target, String::from_utf8_lossy(&self.body))
    }
}
