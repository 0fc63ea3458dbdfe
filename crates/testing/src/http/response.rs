//! An answer, and what a test may expect of it.

use bytes::Bytes;
use hyper::{HeaderMap, StatusCode};
use serde_json::Value;

/// An answer with the request it belongs to.
#[derive(Debug, Clone)]
pub struct Response {
    /// The method of the request.
    pub method: String,
    /// The path and query of the request, without the base URL.
    pub path: String,
    /// The HTTP status.
    pub status: u16,
    /// All headers.
    pub headers: HeaderMap,
    /// The exact bytes of the body.
    pub body: Bytes,
    sent: Bytes,
}

impl Response {
    pub(super) fn new(
        (method, path, sent): (String, String, Bytes),
        status: StatusCode,
        headers: HeaderMap,
        body: Bytes,
    ) -> Self {
        Self { method, path, sent, status: status.as_u16(), headers, body }
    }

    /// The exact bytes of the request's body.
    #[must_use]
    pub fn sent(&self) -> &[u8] {
        &self.sent
    }

    /// The header as text; absent or not text gives `None`.
    #[must_use]
    pub fn header(&self, name: &str) -> Option<&str> {
        self.headers.get(name)?.to_str().ok()
    }

    /// The body as JSON; `Null` when it is empty.
    ///
    /// # Panics
    /// When the body is neither empty nor JSON.
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

    /// The body as JSON, of an answer that has this status.
    ///
    /// # Panics
    /// When it has another one: with the whole exchange.
    #[track_caller]
    pub fn expect(&self, status: u16) -> Value {
        assert!(self.status == status, "expected {status}\n{self}");
        self.json()
    }

    /// The body of a refusal (conventions 8) with this status and code.
    ///
    /// # Panics
    /// When it is anything else: with the whole exchange.
    #[track_caller]
    pub fn refused(&self, status: u16, code: &str) -> Value {
        let body = self.expect(status);
        assert!(body["code"] == code, "expected the code {code}\n{self}");
        assert!(body["status"] == status, "expected the body's status to be {status}\n{self}");
        body
    }
}

/// The whole exchange: what a failed expectation prints.
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
