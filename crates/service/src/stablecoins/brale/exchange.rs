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
use crate::runtime::outbound::{Failure, OutboundRequest, OutboundResponse, Reach, Target, Transport};

/// Maximum bytes of a response: a list of all addresses is not paged.
const MAX_BODY: usize = 4 * 1024 * 1024;

/// The maximum length of an id.
const MAX_ID: usize = 128;

/// The characters that need no encoding in a path segment.
const PATH_SEGMENT: &AsciiSet = &NON_ALPHANUMERIC.remove(b'-').remove(b'_').remove(b'.').remove(b'~');

/// The provider's addresses and the transport to reach them.
#[derive(Debug, Clone)]
pub(super) struct Endpoint {
    pub(super) transport: Arc<dyn Transport>,
    /// The base URL of its API, without a trailing slash.
    pub(super) api_url: String,
    /// The URL of its access tokens.
    pub(super) token_url: String,
    pub(super) allowed_networks: Reach,
    pub(super) limit: Duration,
}

/// The provider's response.
#[derive(Debug, Clone, PartialEq)]
pub(super) enum ApiResponse {
    /// The request was carried out.
    Success(Json),
    /// The requested resource does not exist.
    NotFound,
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
    /// The path below the API's URL, with each segment encoded.
    pub(super) path: String,
    pub(super) body: Option<&'a Json>,
    /// The idempotency key.
    pub(super) key: Option<String>,
}

/// Encodes a path segment.
pub(super) fn encode_path_segment(text: &str) -> String {
    utf8_percent_encode(text, PATH_SEGMENT).to_string()
}

/// Parses the id in a response; `None` if it is missing or malformed.
pub(super) fn parse_id(json: &Json) -> Option<String> {
    let is_spelled = |id: &&str| !id.is_empty() && id.len() <= MAX_ID && is_printable(id);
    let id = json["id"].as_str().filter(is_spelled);
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
        headers.insert(AUTHORIZATION, sensitive_header(&basic)?);
        let form = HeaderValue::from_static("application/x-www-form-urlencoded");
        headers.insert(CONTENT_TYPE, form);
        let body = Bytes::from_static(b"grant_type=client_credentials");
        let response = self.send(Method::POST, &self.token_url, headers, body).await;
        let response = response.map_err(|_| ProviderError::NotExecuted)?;
        match response.status {
            200 => {
                let json: Json =
                    serde_json::from_slice(&response.body).map_err(|_| ProviderError::NotExecuted)?;
                let token = json["access_token"].as_str();
                let token = token.filter(|token| !token.is_empty() && is_printable(token));
                let token = token.ok_or(ProviderError::NotExecuted)?;
                Ok(Access { bearer: Zeroizing::new(format!("Bearer {token}")) })
            }
            400 | 401 | 403 => Err(credentials_error(&response)),
            _ => Err(ProviderError::NotExecuted),
        }
    }

    /// Sends a request to the provider.
    pub(super) async fn send_request(
        &self,
        access: &Access,
        request: ApiRequest<'_>,
    ) -> Result<ApiResponse, ProviderError> {
        let mut headers = HeaderMap::new();
        headers.insert(AUTHORIZATION, sensitive_header(&access.bearer)?);
        headers.insert(ACCEPT, HeaderValue::from_static("application/json"));
        if let Some(key) = &request.key {
            let key = HeaderValue::try_from(key).map_err(|_| ProviderError::NotExecuted)?;
            headers.insert(HeaderName::from_static("idempotency-key"), key);
        }
        let body = match request.body {
            None => Bytes::new(),
            Some(body) => {
                headers.insert(CONTENT_TYPE, HeaderValue::from_static("application/json"));
                body.to_string().into()
            }
        };
        let url = format!("{}{}", self.api_url, request.path);
        let response =
            self.send(request.method, &url, headers, body).await.map_err(|failure| match failure {
                // The request was not sent.
                Failure::Unconnected | Failure::Dns | Failure::Tls => ProviderError::NotExecuted,
                Failure::Timeout | Failure::ConnectionFailed => ProviderError::OutcomeUnknown,
            })?;
        match response.status {
            200..=299 => {
                let json =
                    serde_json::from_slice(&response.body).map_err(|_| ProviderError::OutcomeUnknown)?;
                Ok(ApiResponse::Success(json))
            }
            401 | 403 => Err(credentials_error(&response)),
            404 | 410 => Ok(ApiResponse::NotFound),
            400 | 422 => Ok(ApiResponse::Refused),
            // Rate limited: the request was not carried out.
            429 => Err(ProviderError::NotExecuted),
            _ => Err(ProviderError::OutcomeUnknown),
        }
    }

    async fn send(
        &self,
        method: Method,
        url: &str,
        headers: HeaderMap,
        body: Bytes,
    ) -> Result<OutboundResponse, Failure> {
        let target: Target = url.parse().map_err(|_| Failure::Dns)?;
        let request = OutboundRequest {
            method,
            target,
            headers,
            body,
            reach: self.allowed_networks,
            limit: self.limit,
            is_only_attempt: false,
            body_max: MAX_BODY,
        };
        self.transport.exchange(request).await
    }
}

/// Returns the error for refused credentials: wrong, or revoked.
fn credentials_error(response: &OutboundResponse) -> ProviderError {
    let json: Json = serde_json::from_slice(&response.body).unwrap_or_default();
    let code = json["error"].as_str().or_else(|| json["code"].as_str()).unwrap_or_default();
    if code.contains("revoked") { ProviderError::Revoked } else { ProviderError::CredentialsRejected }
}

/// Builds a header value that is not logged.
fn sensitive_header(text: &str) -> Result<HeaderValue, ProviderError> {
    let mut value = HeaderValue::try_from(text).map_err(|_| ProviderError::NotExecuted)?;
    value.set_sensitive(true);
    Ok(value)
}
