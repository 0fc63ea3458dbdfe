//! The platform's side of HTTP: what it asks is printed, and an answer with another status ends the demonstration.

use std::time::Duration;

use axum::http::header::{AUTHORIZATION, CONTENT_TYPE};
use axum::http::{HeaderMap, HeaderName, HeaderValue, Method};
use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use bytes::Bytes;
use causeway_service::runtime::outbound::{
    BODY_MAX, Client, Exchange, Failure, Reach, Reply, Target, Transport,
};
use serde_json::Value;

use super::DemoError;
use super::stage::Stage;
use super::transcript::Transcript;
use super::wording::short;
use crate::router::BASE_PATH;

/// How long an answer may take: far longer than it ever should.
const PATIENCE: Duration = Duration::from_secs(30);

const IDEMPOTENCY_KEY: HeaderName = HeaderName::from_static("idempotency-key");

/// Calls the service with the platform's credentials, and prints each call.
pub(super) struct Caller<'a> {
    /// Where it is printed.
    pub(super) transcript: &'a mut Transcript,
    client: Client,
    origin: &'a str,
    authorization: String,
}

/// One request.
#[derive(Debug, Clone, Copy)]
pub(super) struct Call<'a> {
    pub(super) method: &'a Method,
    /// The path from the root, with the query.
    pub(super) path: &'a str,
    pub(super) body: Option<&'a Value>,
    /// The idempotency key.
    pub(super) key: Option<&'a str>,
    /// The status that the answer must have.
    pub(super) status: u16,
}

impl<'a> Caller<'a> {
    /// A caller on this stage.
    pub(super) fn new(stage: &'a Stage, transcript: &'a mut Transcript) -> Self {
        let credentials = STANDARD.encode(format!("{}:{}", stage.client_id, stage.client_secret));
        let authorization = format!("Basic {credentials}");
        Self { transcript, client: Client::new(), origin: &stage.origin, authorization }
    }

    /// Calls an operation without a body that is answered with 200.
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

    /// Sends a request; the exact bytes of the answer.
    pub(super) async fn send(&mut self, call: Call<'_>) -> Result<Bytes, DemoError> {
        let shown = call.path.strip_prefix(BASE_PATH).unwrap_or(call.path);
        let shown = format!("{} {}", call.method, short(shown));
        let no_answer = |why| DemoError::NoAnswer { call: shown.clone(), why };
        let exchange = self.exchange(&call).map_err(no_answer)?;
        let Reply { status, body } = self.client.exchange(exchange).await.map_err(no_answer)?;
        if status != call.status {
            let body = String::from_utf8_lossy(&body).into_owned();
            return Err(DemoError::Status { call: shown, status, body });
        }
        self.transcript.call(shown, status)?;
        Ok(body)
    }

    fn exchange(&self, call: &Call<'_>) -> Result<Exchange, Failure> {
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
        Ok(Exchange {
            method,
            target,
            headers,
            body,
            reach,
            limit: PATIENCE,
            is_only_attempt: false,
            body_max: BODY_MAX,
        })
    }
}

/// A body as JSON.
pub(super) fn parsed(body: &[u8]) -> Result<Value, DemoError> {
    serde_json::from_slice(body).map_err(|_| DemoError::Missing { member: "JSON".to_owned() })
}
