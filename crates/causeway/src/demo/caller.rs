//! The HTTP client of the platform: it prints each request, and ends the demonstration if a response has
//! another status.

use std::time::Duration;

use axum::http::header::{AUTHORIZATION, CONTENT_TYPE};
use axum::http::{HeaderMap, HeaderName, HeaderValue, Method};
use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use bytes::Bytes;
use causeway_service::runtime::outbound::{
    Client, Failure, MAX_BODY, OutboundRequest, OutboundResponse, Reach, Target, Transport,
};
use serde_json::Value;

use super::DemoError;
use super::service::DemoService;
use super::transcript::Transcript;
use super::wording::short_id;
use crate::router::BASE_PATH;

/// Time limit for a response; far longer than any should take.
const RESPONSE_TIMEOUT: Duration = Duration::from_secs(30);

const IDEMPOTENCY_KEY: HeaderName = HeaderName::from_static("idempotency-key");

/// An HTTP client with the platform's credentials, which prints each call.
pub(super) struct Caller<'a> {
    /// Prints the calls.
    pub(super) transcript: &'a mut Transcript,
    client: Client,
    origin: &'a str,
    authorization: String,
}

/// One request.
#[derive(Debug, Clone, Copy)]
pub(super) struct Call<'a> {
    pub(super) method: &'a Method,
    /// Path from the root, with the query.
    pub(super) path: &'a str,
    pub(super) body: Option<&'a Value>,
    /// Idempotency key.
    pub(super) key: Option<&'a str>,
    /// Expected status of the response.
    pub(super) status: u16,
}

impl<'a> Caller<'a> {
    /// Creates a client for this service.
    pub(super) fn new(service: &'a DemoService, transcript: &'a mut Transcript) -> Self {
        let credentials = STANDARD.encode(format!("{}:{}", service.client_id, service.client_secret));
        let authorization = format!("Basic {credentials}");
        Self { transcript, client: Client::new(), origin: &service.origin, authorization }
    }

    /// Calls an operation without a body; the response must have status 200.
    pub(super) async fn get(&mut self, path: &str) -> Result<Value, DemoError> {
        let path = format!("{BASE_PATH}{path}");
        let call = Call { method: &Method::GET, path: &path, body: None, key: None, status: 200 };
        parsed(&self.send(call).await?)
    }

    /// Calls an operation with a body.
    pub(super) async fn write(
        &mut self,
        method: &Method,
        path: &str,
        body: &Value,
        status: u16,
    ) -> Result<Value, DemoError> {
        let path = format!("{BASE_PATH}{path}");
        parsed(&self.send(Call { method, path: &path, body: Some(body), key: None, status }).await?)
    }

    /// Sends a request and returns the exact bytes of the response.
    pub(super) async fn send(&mut self, call: Call<'_>) -> Result<Bytes, DemoError> {
        let path = call.path.strip_prefix(BASE_PATH).unwrap_or(call.path);
        let name = format!("{} {}", call.method, short_id(path));
        let no_response = |error| DemoError::NoResponse { call: name.clone(), error };
        let request = self.request(&call).map_err(no_response)?;
        let OutboundResponse { status, body, .. } =
            self.client.exchange(request).await.map_err(no_response)?;
        if status != call.status {
            let body = String::from_utf8_lossy(&body).into_owned();
            return Err(DemoError::Status { call: name, status, body });
        }
        self.transcript.call(name, status)?;
        Ok(body)
    }

    fn request(&self, call: &Call<'_>) -> Result<OutboundRequest, Failure> {
        let url = format!("{}{}", self.origin, call.path);
        let target: Target = url.parse().map_err(|_| Failure::ConnectionFailed)?;
        let value = |text: &str| HeaderValue::from_str(text).map_err(|_| Failure::ConnectionFailed);
        let mut headers = HeaderMap::new();
        headers.insert(AUTHORIZATION, value(&self.authorization)?);
        headers.insert(CONTENT_TYPE, HeaderValue::from_static("application/json"));
        if let Some(key) = call.key {
            headers.insert(IDEMPOTENCY_KEY, value(key)?);
        }
        let body = call.body.map(Value::to_string).unwrap_or_default().into();
        let method = call.method.clone();
        let reach = Reach::Private;
        Ok(OutboundRequest {
            method,
            target,
            headers,
            body,
            reach,
            limit: RESPONSE_TIMEOUT,
            is_only_attempt: false,
            body_max: MAX_BODY,
        })
    }
}

/// Parses a body as JSON.
pub(super) fn parsed(body: &[u8]) -> Result<Value, DemoError> {
    serde_json::from_slice(body).map_err(|_| DemoError::Missing { member: "JSON".to_owned() })
}
