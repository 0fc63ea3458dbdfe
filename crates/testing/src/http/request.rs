//! Building and sending a request.

use std::fmt;
use std::panic::Location;

use bytes::Bytes;
use http_body_util::{BodyExt, Full};
use hyper_util::client::legacy;
use percent_encoding::{NON_ALPHANUMERIC, utf8_percent_encode};
use serde_json::Value;

use super::{Client, Form, Response};

/// A request under construction; it is sent by [`Request::send`].
#[derive(Debug)]
pub struct Request {
    client: Client,
    method: String,
    path: String,
    headers: Vec<(String, Bytes)>,
    body: Bytes,
    caller: &'static Location<'static>,
}

/// A failure to get a response.
#[derive(Debug)]
pub enum SendError {
    /// The method, path or header is not valid in HTTP.
    NotHttp(hyper::http::Error),
    /// The connection failed, or ended before the response: the request may have taken effect.
    Connection(legacy::Error),
    /// The connection ended within the response body.
    Body(hyper::Error),
    /// The client's time limit was exceeded.
    Late,
}

impl Client {
    /// Starts a request; `path` begins with `/` and may contain a query.
    #[must_use]
    #[track_caller]
    pub fn request(&self, method: &str, path: &str) -> Request {
        Request::new(self.clone(), method, path)
    }

    #[must_use]
    #[track_caller]
    pub fn get(&self, path: &str) -> Request {
        self.request("GET", path)
    }

    #[must_use]
    #[track_caller]
    pub fn post(&self, path: &str) -> Request {
        self.request("POST", path)
    }

    #[must_use]
    #[track_caller]
    pub fn patch(&self, path: &str) -> Request {
        self.request("PATCH", path)
    }

    #[must_use]
    #[track_caller]
    pub fn put(&self, path: &str) -> Request {
        self.request("PUT", path)
    }

    #[must_use]
    #[track_caller]
    pub fn delete(&self, path: &str) -> Request {
        self.request("DELETE", path)
    }
}

impl Request {
    #[track_caller]
    fn new(client: Client, method: &str, path: &str) -> Self {
        let headers = client.authorization.iter().map(|value| header("Authorization", value)).collect();
        let caller = Location::caller();
        Self { client, method: method.to_owned(), path: path.to_owned(), headers, body: Bytes::new(), caller }
    }

    /// Sets a JSON body and its content type.
    #[must_use]
    pub fn json(self, body: &Value) -> Self {
        self.raw("application/json", body.to_string())
    }

    #[must_use]
    pub fn form(self, form: Form) -> Self {
        self.raw(Form::CONTENT_TYPE, form.into_body())
    }

    /// Sets exactly these bytes as the body, under this content type.
    #[must_use]
    pub fn raw(mut self, content_type: &str, body: impl Into<Bytes>) -> Self {
        self.body = body.into();
        self.headers.retain(|(name, _)| !name.eq_ignore_ascii_case("Content-Type"));
        self.header("Content-Type", content_type)
    }

    /// Adds a header.
    #[must_use]
    pub fn header(mut self, name: &str, value: &str) -> Self {
        self.headers.push(header(name, value));
        self
    }

    /// Adds a header whose value need not be text.
    #[must_use]
    pub fn header_bytes(mut self, name: &str, value: impl Into<Bytes>) -> Self {
        self.headers.push((name.to_owned(), value.into()));
        self
    }

    /// Sets the `Idempotency-Key` (conventions 9).
    #[must_use]
    pub fn idempotency_key(self, key: &str) -> Self {
        self.idempotency_key_bytes(key.to_owned())
    }

    /// Sets an `Idempotency-Key` that need not be text.
    #[must_use]
    pub fn idempotency_key_bytes(mut self, key: impl Into<Bytes>) -> Self {
        self.headers.retain(|(name, _)| name != IDEMPOTENCY_KEY);
        self.header_bytes(IDEMPOTENCY_KEY, key)
    }

    /// Adds a query parameter and percent-encodes its value.
    #[must_use]
    pub fn query(mut self, name: &str, value: &str) -> Self {
        let separator = if self.path.contains('?') { '&' } else { '?' };
        self.path =
            format!("{}{separator}{name}={}", self.path, utf8_percent_encode(value, NON_ALPHANUMERIC));
        self
    }

    /// Sends the request and returns the response, whatever its status.
    ///
    /// # Panics
    /// At the line that created the request, if there is no response.
    pub async fn send(self) -> Response {
        let caller = self.caller;
        let what = format!("{} {}", self.method, self.path);
        match self.try_send().await {
            Ok(response) => response,
            Err(error) => panic!("{caller}: {what}: {error}"),
        }
    }

    /// Sends the request; for tests in which the other side may fail.
    ///
    /// # Errors
    /// No response came.
    pub async fn try_send(self) -> Result<Response, SendError> {
        let url = format!("{}{}", self.client.base, self.path);
        let mut request = hyper::Request::builder().method(self.method.as_str()).uri(&url);
        for (name, value) in self.headers {
            request = request.header(name, value.as_ref());
        }
        let request = request.body(Full::new(self.body.clone())).map_err(SendError::NotHttp)?;
        let exchange = async {
            let response = self.client.transport.request(request).await.map_err(SendError::Connection)?;
            let (head, body) = response.into_parts();
            Ok((head, body.collect().await.map_err(SendError::Body)?.to_bytes()))
        };
        let answered = tokio::time::timeout(self.client.limit, exchange).await;
        let (head, body) = answered.map_err(|_| SendError::Late)??;
        let response = Response::new(self.method, self.path, self.body, head.status, head.headers, body);
        for observer in &self.client.observers {
            observer(&response);
        }
        Ok(response)
    }
}

const IDEMPOTENCY_KEY: &str = "Idempotency-Key";

fn header(name: &str, value: &str) -> (String, Bytes) {
    (name.to_owned(), Bytes::copy_from_slice(value.as_bytes()))
}

impl fmt::Display for SendError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NotHttp(cause) => write!(f, "not a request: {cause}"),
            Self::Connection(cause) => write!(f, "no answer: {cause:?}"),
            Self::Body(cause) => write!(f, "the response was cut off: {cause}"),
            Self::Late => f.write_str("no answer in time"),
        }
    }
}

impl std::error::Error for SendError {}
