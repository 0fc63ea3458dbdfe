//! One HTTP exchange with the provider, and the meaning of its status.

use std::sync::Arc;
use std::time::Duration;

use axum::http::header::{ACCEPT, AUTHORIZATION, CONTENT_TYPE};
use axum::http::{HeaderMap, HeaderName, HeaderValue, Method};
use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use bytes::Bytes;
use percent_encoding::{AsciiSet, NON_ALPHANUMERIC, utf8_percent_encode};
use serde_json::Value as Json;
use zeroize::Zeroizing;

use crate::ports::{ProviderError, ProviderLogin};
use crate::runtime::outbound::{Exchange, Failure, Reach, Reply, Target, Transport};

/// Maximum bytes of an answer: a list of all addresses comes in one piece.
const BODY_MAX: usize = 4 * 1024 * 1024;

/// The maximum length of an id.
const ID_MAX: usize = 128;

/// The characters that need no encoding in a path segment.
const PART: &AsciiSet = &NON_ALPHANUMERIC.remove(b'-').remove(b'_').remove(b'.').remove(b'~');

/// The provider's addresses and the transport to reach them.
#[derive(Debug, Clone)]
pub(super) struct Endpoint {
    pub(super) transport: Arc<dyn Transport>,
    /// The base URL of its API, without a trailing slash.
    pub(super) base: String,
    /// The URL of its access tokens.
    pub(super) token_url: String,
    pub(super) reach: Reach,
    pub(super) limit: Duration,
}

/// The provider's answer.
#[derive(Debug, Clone, PartialEq)]
pub(super) enum ApiResponse {
    /// The request was carried out.
    Done(Json),
    /// The requested resource does not exist.
    Nothing,
    /// The request was refused permanently.
    Refused,
}

/// An access token of a platform.
pub(super) struct Access {
    bearer: Zeroizing<String>,
}

/// A request without its authorization.
pub(super) struct ApiRequest<'a> {
    pub(super) method: Method,
    /// The path below the base, with each segment encoded.
    pub(super) path: String,
    pub(super) body: Option<&'a Json>,
    /// The idempotency key.
    pub(super) key: Option<String>,
}

/// Encodes a path segment.
pub(super) fn part(text: &str) -> String {
    utf8_percent_encode(text, PART).to_string()
}

/// Returns the id in an answer.
pub(super) fn id_of(answer: &Json) -> Option<String> {
    let is_spelled = |id: &&str| !id.is_empty() && id.len() <= ID_MAX && is_printable(id);
    let id = answer["id"].as_str().filter(is_spelled);
    id.map(str::to_owned)
}

fn is_printable(text: &str) -> bool {
    text.bytes().all(|byte| byte.is_ascii_graphic())
}

impl Endpoint {
    /// Gets an access token. Without one, nothing has happened at the provider.
    pub(super) async fn log_in(&self, login: &ProviderLogin) -> Result<Access, ProviderError> {
        let pair = Zeroizing::new(format!("{}:{}", login.client_id, login.client_secret));
        let basic = Zeroizing::new(format!("Basic {}", STANDARD.encode(pair.as_bytes())));
        let mut headers = HeaderMap::new();
        headers.insert(AUTHORIZATION, sensitive(&basic)?);
        let form = HeaderValue::from_static("application/x-www-form-urlencoded");
        headers.insert(CONTENT_TYPE, form);
        let body = Bytes::from_static(b"grant_type=client_credentials");
        let reply = self.send(Method::POST, &self.token_url, headers, body).await;
        let reply = reply.map_err(|_| ProviderError::Unreachable)?;
        match reply.status {
            200 => {
                let answer: Json =
                    serde_json::from_slice(&reply.body).map_err(|_| ProviderError::Unreachable)?;
                let token = answer["access_token"].as_str();
                let token = token.filter(|token| !token.is_empty() && is_printable(token));
                let token = token.ok_or(ProviderError::Unreachable)?;
                Ok(Access { bearer: Zeroizing::new(format!("Bearer {token}")) })
            }
            400 | 401 | 403 => Err(rejection(&reply)),
            _ => Err(ProviderError::Unreachable),
        }
    }

    /// Sends a request to the provider.
    pub(super) async fn ask(
        &self,
        access: &Access,
        request: ApiRequest<'_>,
    ) -> Result<ApiResponse, ProviderError> {
        let mut headers = HeaderMap::new();
        headers.insert(AUTHORIZATION, sensitive(&access.bearer)?);
        headers.insert(ACCEPT, HeaderValue::from_static("application/json"));
        if let Some(key) = &request.key {
            let key = HeaderValue::try_from(key).map_err(|_| ProviderError::Unreachable)?;
            headers.insert(HeaderName::from_static("idempotency-key"), key);
        }
        let body = match request.body {
            None => Bytes::new(),
            Some(body) => {
                headers.insert(CONTENT_TYPE, HeaderValue::from_static("application/json"));
                body.to_string().into()
            }
        };
        let url = format!("{}{}", self.base, request.path);
        let reply =
            self.send(request.method, &url, headers, body).await.map_err(|failure| match failure {
                // No connection was made.
                Failure::Dns | Failure::Tls => ProviderError::Unreachable,
                Failure::Timeout | Failure::Unconnected | Failure::ConnectionFailed => ProviderError::Unclear,
            })?;
        match reply.status {
            200..=299 => {
                let answer = serde_json::from_slice(&reply.body).map_err(|_| ProviderError::Unclear)?;
                Ok(ApiResponse::Done(answer))
            }
            401 | 403 => Err(rejection(&reply)),
            404 | 410 => Ok(ApiResponse::Nothing),
            400 | 422 => Ok(ApiResponse::Refused),
            // Rate limited: the request was not carried out.
            429 => Err(ProviderError::Unreachable),
            _ => Err(ProviderError::Unclear),
        }
    }

    async fn send(
        &self,
        method: Method,
        url: &str,
        headers: HeaderMap,
        body: Bytes,
    ) -> Result<Reply, Failure> {
        let target: Target = url.parse().map_err(|_| Failure::Dns)?;
        let exchange = Exchange {
            method,
            target,
            headers,
            body,
            reach: self.reach,
            limit: self.limit,
            is_only_attempt: false,
            body_max: BODY_MAX,
        };
        self.transport.exchange(exchange).await
    }
}

/// Returns the error for refused credentials: wrong, or revoked.
fn rejection(reply: &Reply) -> ProviderError {
    let answer: Json = serde_json::from_slice(&reply.body).unwrap_or_default();
    let code = answer["error"].as_str().or_else(|| answer["code"].as_str()).unwrap_or_default();
    if code.contains("revoked") { ProviderError::Revoked } else { ProviderError::CredentialsRejected }
}

/// Builds a header value that is not logged.
fn sensitive(text: &str) -> Result<HeaderValue, ProviderError> {
    let mut value = HeaderValue::try_from(text).map_err(|_| ProviderError::Unreachable)?;
    value.set_sensitive(true);
    Ok(value)
}
