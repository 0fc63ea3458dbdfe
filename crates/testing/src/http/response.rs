//! A response, and a test's expectations of it.

use bytes::Bytes;
use hyper::{HeaderMap, StatusCode};
use serde_json::Value;

/// A response with its request.
#[derive(Debug, Clone)]
pub struct Response {
    /// Method of the request.
    pub method: String,
    /// Path and query of the request, without the base URL.
    pub path: String,
    pub status: u16,
    pub headers: HeaderMap,
    /// The exact bytes.
    pub body: Bytes,
    sent: Bytes,
}

impl Response {
    pub(super) fn new(
        method: String,
        path: String,
        sent: Bytes,
        status: StatusCode,
        headers: HeaderMap,
        body: Bytes,
    ) -> Self {
        Self { method, path, sent, status: status.as_u16(), headers, body }
    }

    /// Returns the exact bytes of the request body.
    #[must_use]
    pub fn sent(&self) -> &[u8] {
        &self.sent
    }

    /// Returns a header as text, or `None` if it is absent or not text.
    #[must_use]
    pub fn header(&self, name: &str) -> Option<&str> {
        self.headers.get(name)?.to_str().ok()
    }

    /// Returns the body as JSON, or `Null` if it is empty.
    ///
    /// # Panics
    /// If the body is neither empty nor JSON.
    #[must_use]
    #[track_caller]
    pub fn json(&self) -> Value {
        if self.body.is_empty() {
            return Value::Null;
        }
        match serde_json::from_slice(&self.body) {
            Ok(value) => value,
            Err(cause) => panic!("an answer that is not JSON ({cause})\n{self}"),
        }
    }

    /// Returns the body as JSON if the response has this status.
    ///
    /// # Panics
    /// If the status differs: with the whole exchange.
    #[track_caller]
    pub fn expect(&self, status: u16) -> Value {
        assert!(self.status == status, "expected {status}\n{self}");
        self.json()
    }

    /// Returns the error body (conventions 8) if the response has this status and code.
    ///
    /// # Panics
    /// If it does not: with the whole exchange.
    #[track_caller]
    pub fn expect_error(&self, status: u16, code: &str) -> Value {
        let body = self.expect(status);
        assert!(body["code"] == code, "expected the code {code}\n{self}");
        assert!(body["status"] == status, "expected the body's status to be {status}\n{self}");
        body
    }
}

/// The whole exchange, as printed by a failed expectation.
impl std::fmt::Display for Response {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        writeln!(f, "  {} {} {}", self.method, self.path, String::from_utf8_lossy(&self.sent))?;
        writeln!(f, "  {}", self.status)?;
        for (name, value) in &self.headers {
            writeln!(f, "  {name}: {}", String::from_utf8_lossy(value.as_bytes()))?;
        }
        match serde_json::from_slice::<Value>(&self.body) {
            Ok(json) => write!(f, "  {json:#}"),
            Err(_) => write!(f, "  {}", String::from_utf8_lossy(&self.body)),
        }
    }
}
