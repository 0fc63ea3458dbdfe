//! A request as data.

use axum::body::Body;
use axum::http;
use axum::http::header::{AUTHORIZATION, CONTENT_TYPE, HOST};
use causeway::router::BASE_PATH;
use causeway_wire::table::Operation;
use serde_json::Value;

use super::Token;
use crate::rng::Rng;
use crate::violation::CheckResult;

pub(crate) const JSON: &str = "application/json";
const FORM: &str = "multipart/form-data; boundary=part-of-a-form";
/// The host name of the service.
const HERE: &str = "service.example";
/// The boundary between the parts of a multipart form.
const BOUNDARY: &str = "part-of-a-form";

/// A request before it is sent, and the expected response.
#[derive(Debug, Clone)]
pub(crate) struct Request {
    pub(crate) operation: Operation,
    /// Index of the platform in the world.
    pub(crate) tenant: usize,
    pub(crate) method: &'static str,
    /// Relative to the base path.
    pub(crate) path: String,
    /// Without the question mark.
    pub(crate) query: String,
    pub(crate) authorization: Option<String>,
    pub(crate) content_type: Option<&'static str>,
    pub(crate) body: Option<Vec<u8>>,
    pub(crate) key: Option<String>,
    pub(crate) headers: Vec<(&'static str, String)>,
    pub(crate) expects: Expectation,
}

/// The expected response in the absence of faults.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Expectation {
    /// Any response that is no failure of the service.
    AnyResponse,
    Success,
    /// Any response but a success.
    ApiError,
    Status(u16),
    /// The response to an earlier request with the same key, byte for byte.
    Replay {
        status: u16,
        body: Vec<u8>,
    },
    /// The error for a key that was used with another request.
    KeyReused,
}

impl Request {
    /// Creates a request of this platform with one of its tokens, with neither query nor body.
    pub(crate) fn new(tenant: usize, operation: Operation, token: &Token) -> Self {
        Self::with(tenant, operation, Some(token.authorization()))
    }

    /// Creates a request for another operation by the same sender.
    pub(crate) fn another(&self, operation: Operation) -> Self {
        Self::with(self.tenant, operation, self.authorization.clone())
    }

    fn with(tenant: usize, operation: Operation, authorization: Option<String>) -> Self {
        let row = operation.row();
        Self {
            operation,
            tenant,
            method: row.method.as_str(),
            path: row.path.to_owned(),
            query: String::new(),
            authorization,
            content_type: None,
            body: None,
            key: None,
            headers: Vec::new(),
            expects: Expectation::AnyResponse,
        }
    }

    /// Replaces the token.
    pub(crate) fn authorized_by(mut self, token: &Token) -> Self {
        self.authorization = Some(token.authorization());
        self
    }

    /// Replaces the first parameter of the path by this id.
    pub(crate) fn of(mut self, id: impl ToString) -> Self {
        if let Some((before, rest)) = self.path.split_once('{') {
            let after = rest.split_once('}').map_or("", |(_, after)| after);
            self.path = format!("{before}{}{after}", id.to_string());
        }
        self
    }

    pub(crate) fn json(mut self, body: Value) -> Self {
        self.body = Some(body.to_string().into_bytes());
        self.content_type = Some(JSON);
        self
    }

    /// Sets a form with these texts and this file as the body.
    pub(crate) fn form(mut self, texts: &Value, file: &[u8]) -> Self {
        let mut body = Vec::new();
        let mut part = |disposition: &str, content: &[u8]| {
            let head = format!("--{BOUNDARY}\r\nContent-Disposition: form-data; {disposition}\r\n\r\n");
            body.extend([head.as_bytes(), content, b"\r\n"].concat());
        };
        for (name, text) in texts.as_object().into_iter().flatten() {
            part(&format!("name=\"{name}\""), text.as_str().unwrap_or_default().as_bytes());
        }
        part("name=\"file\"; filename=\"a file\"", file);
        body.extend(format!("--{BOUNDARY}--\r\n").into_bytes());
        self.body = Some(body);
        self.content_type = Some(FORM);
        self
    }

    pub(crate) fn header(mut self, name: &'static str, value: &str) -> Self {
        self.headers.push((name, value.to_owned()));
        self
    }

    pub(crate) fn query(mut self, name: &str, value: impl ToString) -> Self {
        let separator = if self.query.is_empty() { "" } else { "&" };
        self.query = format!("{}{separator}{name}={}", self.query, value.to_string());
        self
    }

    pub(crate) fn expecting(mut self, expects: Expectation) -> Self {
        self.expects = expects;
        self
    }

    /// Adds a fresh idempotency key if the request has none and the operation takes one.
    pub(crate) fn keyed(mut self, rng: &Rng) -> Self {
        if self.key.is_none() && self.operation.row().takes_idempotency_key() {
            self.key = Some(format!("key-{:015}", rng.between(0, 999_999_999_999_999)));
        }
        self
    }

    /// Returns the id at the first parameter of the operation's path.
    pub(crate) fn path_id(&self) -> Option<&str> {
        let template = self.operation.row().path;
        let at = template.split('/').position(|part| part.starts_with('{'))?;
        self.path.split('/').nth(at)
    }

    /// Returns the body as JSON, or null if it is not JSON.
    pub(crate) fn sent(&self) -> Value {
        self.body.as_deref().and_then(|body| serde_json::from_slice(body).ok()).unwrap_or_default()
    }

    /// Returns the idempotency key if the operation takes one.
    pub(crate) fn honoured_key(&self) -> Option<&str> {
        let takes_key = self.operation.row().takes_idempotency_key();
        self.key.as_deref().filter(|_| takes_key)
    }

    /// Builds the HTTP request.
    pub(crate) fn to_request(&self) -> CheckResult<http::Request<Body>> {
        let mark = if self.query.is_empty() { "" } else { "?" };
        let uri = format!("{BASE_PATH}{}{mark}{}", self.path, self.query);
        let mut request = http::Request::builder().method(self.method).uri(uri).header(HOST, HERE);
        if let Some(authorization) = &self.authorization {
            request = request.header(AUTHORIZATION, authorization);
        }
        if let Some(content_type) = self.content_type {
            request = request.header(CONTENT_TYPE, content_type);
        }
        if let Some(key) = &self.key {
            request = request.header("Idempotency-Key", key);
        }
        for (name, value) in &self.headers {
            request = request.header(*name, value);
        }
        Ok(request.body(self.body.clone().map_or_else(Body::empty, Body::from))?)
    }
}
