//! What arrived.

use std::time::Instant;

use bytes::Bytes;
use hyper::HeaderMap;
use serde_json::Value;

/// One recorded request.
#[derive(Debug, Clone)]
pub struct Received {
    /// The place in the order of arrival, from 0.
    pub order: usize,
    /// The place among the requests of its connection, from 0.
    pub turn: usize,
    /// When its last byte had arrived.
    pub at: Instant,
    /// `POST` for a webhook.
    pub method: String,
    /// Path and query.
    pub target: String,
    /// All headers as they came.
    pub headers: HeaderMap,
    /// The exact bytes of the body.
    pub body: Bytes,
}

impl Received {
    /// The header as text; absent or not text gives `None`.
    #[must_use]
    pub fn header(&self, name: &str) -> Option<&str> {
        self.headers.get(name)?.to_str().ok()
    }

    /// The body as JSON; `Null` when it is none.
    #[must_use]
    pub fn json(&self) -> Value {
        serde_json::from_slice(&self.body).unwrap_or_default()
    }

    /// The envelope's `type` (conventions 11.2); empty when there is none.
    #[must_use]
    pub fn event(&self) -> String {
        self.text("type")
    }

    /// The envelope's `id`; the same on every attempt for one event; empty when there is none.
    #[must_use]
    pub fn id(&self) -> String {
        self.text("id")
    }

    fn text(&self, member: &str) -> String {
        self.json()[member].as_str().unwrap_or_default().to_owned()
    }
}

impl std::fmt::Display for Received {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{} {} {}", self.method, self.target, String::from_utf8_lossy(&self.body))
    }
}
