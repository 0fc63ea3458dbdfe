//! A request under construction.

use std::fmt;
use std::panic::Location;

use bytes::Bytes;
use http_body_util::{BodyExt, Full};
use hyper_util::client::legacy;
use percent_encoding::{NON_ALPHANUMERIC, utf8_percent_encode};
use serde_json::Value;

use super::{Client, Form, Response};

/// A request under construction; nothing happens before [`Request::send`].
#[derive(Debug)]
pub struct Request {
    client: Client,
    method: String,
    path: String,
    headers: Vec<(String, Bytes)>,
    body: Bytes,
    caller: &'static Location<'static>,
}

/// No answer came.
#[derive(Debug)]
pub enum SendError {
    /// A method, path or header that HTTP has no form for.
    NotHttp(hyper::http::Error),
    /// Not connected, or the connection ended before the answer: whether the request took effect is unknown.
    Connection(legacy::Error),
    /// The connection ended within the answer's body.
    Body(hyper::Error),
    /// The client's limit passed.
    Late,
}

impl Client {
    /// A request; `path` begins with `/` and may have a query.
    #[must_use]
    #[track_caller]
    pub fn request(&self, method: &str, path: &str) -> Request {
        Request::new(self.clone(), method, path)
    }

    /// `GET path`.
    #[must_use]
    #[track_caller]
    pub fn get(&self, path: &str) -> Request {
        self.request("GET", path)
    }

    /// `POST path`.
    #[must_use]
    #[track_caller]
    pub fn post(&self, path: &str) -> Request {
        self.request("POST", path)
    }

    /// `PATCH path`.
    #[must_use]
    #[track_caller]
    pub fn patch(&self, path: &str) -> Request {
        self.request("PATCH", path)
    }

    /// `PUT path`.
    #[must_use]
    #[track_caller]
    pub fn put(&self, path: &str) -> Request {
        self.request("PUT", path)
    }

    /// `DELETE path`.
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

    /// With a JSON body and its content type.
    #[must_use]
    pub fn json(self, body: &Value) -> Self {
        self.raw("application/json", body.to_string())
    }

    /// With a form as body.
    #[must_use]
    pub fn form(self, form: Form) -> Self {
        self.raw(Form::CONTENT_TYPE, form.into_body())
    }

    /// With exactly these bytes as body, under this content type, in place of another body.
    #[must_use]
    pub fn raw(mut self, content_type: &str, body: impl Into<Bytes>) -> Self {
        self.body = body.into();
        self.headers.retain(|(name, _)| !name.eq_ignore_ascii_case("Content-Type"));
        self.header("Content-Type", content_type)
    }

    /// With one more header.
    #[must_use]
    pub fn header(mut self, name: &str, value: &str) -> Self {
        self.headers.push(header(name, value));
        self
    }

    /// With one more header whose value need not be text.
    #[must_use]
    pub fn header_bytes(mut self, name: &str, value: impl Into<Bytes>) -> Self {
        self.headers.push((name.to_owned(), value.into()));
        self
    }

    /// With an `Idempotency-Key` (conventions 9), in place of another one.
    #[must_use]
    pub fn idempotency_key(self, key: &str) -> Self {
        self.idempotency_key_bytes(key.to_owned())
    }

    /// The same with a key that need not be text.
    #[must_use]
    pub fn idempotency_key_bytes(mut self, key: impl Into<Bytes>) -> Self {
        self.headers.retain(|(name, _)| name != IDEMPOTENCY_KEY);
        self.header_bytes(IDEMPOTENCY_KEY, key)
    }

    /// With one more query parameter; the value is percent-encoded here.
    #[must_use]
    pub fn query(mut self, name: &str, value: &str) -> Self {
        let separator = if self.path.contains('?') { '&' } else { '?' };
        self.path =
            format!("{}{separator}{name}={}", self.path, utf8_percent_encode(value, NON_ALPHANUMERIC));
        self
    }

    /// Sends it and gives the answer, whatever its status.
    ///
    /// # Panics
    /// At the line that made the request, when no answer comes.
    pub async fn send(self) -> Response {
        let (caller, what) = (self.caller, format!("{} {}", self.method, self.path));
        match self.try_send().await {
            Ok(response) => response,
            Err(error) => panic!("{caller}: {what}: {error}"),
        }
    }

    /// Sends it; for tests in which the other side may die.
    ///
    /// # Errors
    /// No answer came.
    pub async fn try_send(self) -> Result<Response, SendError> {
        let url = format!("{}{}", self.client.base, self.path);
        let mut request = hyper::Request::builder().method(self.method.as_str()).uri(&url);
        for (name, value) in self.headers {
            request = request.header(name, value.as_ref());
        }
        let request = request.body(Full::new(self.body.clone())).map_err(SendError::NotHttp)?;
        let exchange = async {
            let answer = self.client.transport.request(request).await.map_err(SendError::Connection)?;
            let (head, body) = answer.into_parts();
            Ok((head, body.collect().await.map_err(SendError::Body)?.to_bytes()))
        };
        let answered = tokio::time::timeout(self.client.limit, exchange).await;
        let (head, body) = answered.map_err(|_| SendError::Late)??;
        let response = Response::new((self.method, self.path, self.body), head.status, head.headers, body);
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
            Self::Body(cause) => write!(f, "the answer broke off: {cause}"),
            Self::Late => f.write_str("no answer in time"),
        }
    }
}

impl std::error::Error for SendError {}
