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
use super::service::DemoPlatform;
use super::transcript::Transcript;
use super::wording::short_id;
use crate::router::BASE_PATH;

/// Time limit for a response; far longer than any should take.
const RESPONSE_TIMEOUT: Duration = Duration::from_secs(30);

const IDEMPOTENCY_KEY: HeaderName = HeaderName::from_static("idempotency-key");

/// An HTTP client with the credentials of a platform or of an agent, which prints each call.
pub(super) struct Caller<'a> {
    /// Prints the calls.
    pub(super) transcript: &'a mut Transcript,
    client: Client,
    origin: &'a str,
    /// `None` for a caller without credentials.
    authorization: Option<String>,
}

/// One request.
#[derive(Debug, Clone, Copy)]
pub(super) struct Call<'a> {
    pub(super) method: &'a Method,
    /// Path from the root, with the query.
    pub(super) path: &'a str,
    pub(super) body: CallBody<'a>,
    /// Idempotency key.
    pub(super) key: Option<&'a str>,
    /// Expected status of the response.
    pub(super) status: u16,
}

/// The body of a request.
#[derive(Debug, Clone, Copy)]
pub(super) enum CallBody<'a> {
    None,
    Json(&'a Value),
    /// A form with a file.
    Form {
        content_type: &'a str,
        bytes: &'a [u8],
    },
}

impl<'a> Caller<'a> {
    /// Creates a client of a platform for the service at this origin.
    pub(super) fn new(origin: &'a str, platform: &DemoPlatform, transcript: &'a mut Transcript) -> Self {
        let credentials = STANDARD.encode(format!("{}:{}", platform.client_id, platform.client_secret));
        let authorization = Some(format!("Basic {credentials}"));
        Self { transcript, client: Client::new(), origin, authorization }
    }

    /// Uses other credentials, or none, for a while: returns those of before.
    pub(super) fn authorize(&mut self, authorization: Option<String>) -> Option<String> {
        std::mem::replace(&mut self.authorization, authorization)
    }

    /// Calls an operation without a body; the response must have status 200.
    pub(super) async fn get(&mut self, path: &str) -> Result<Value, DemoError> {
        let path = format!("{BASE_PATH}{path}");
        let call = Call { method: &Method::GET, path: &path, body: CallBody::None, key: None, status: 200 };
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
        let body = CallBody::Json(body);
        parsed(&self.send(Call { method, path: &path, body, key: None, status }).await?)
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
        if let Some(authorization) = &self.authorization {
            headers.insert(AUTHORIZATION, value(authorization)?);
        }
        let (content_type, body) = match call.body {
            CallBody::None => ("application/json", Bytes::new()),
            CallBody::Json(body) => ("application/json", body.to_string().into()),
            CallBody::Form { content_type, bytes } => (content_type, Bytes::copy_from_slice(bytes)),
        };
        headers.insert(CONTENT_TYPE, value(content_type)?);
        if let Some(key) = call.key {
            headers.insert(IDEMPOTENCY_KEY, value(key)?);
        }
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
