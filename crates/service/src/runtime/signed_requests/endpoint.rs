//! A service configured by the operator, and one request to it.

use std::fmt;
use std::sync::Arc;
use std::time::Duration;

use axum::http::header::CONTENT_TYPE;
use axum::http::{HeaderMap, HeaderName, HeaderValue, Method};
use bytes::Bytes;
use causeway_domain::Clock;

use super::signature::seconds;
use super::{ID_HEADER, SIGNATURE_HEADER, ServiceUrl, SigningSecrets, TIME_HEADER};
use crate::runtime::outbound::{Failure, Host, OutboundRequest, Transport};
use crate::runtime::timers;

/// Maximum number of bytes read of a response of which only the status counts.
const MAX_ANSWER: usize = 1024;

/// Maximum number of bytes read of a reply. A longer one is cut off, and so no JSON.
const MAX_REPLY: usize = 16 * 1024;

/// A service that accepts signed requests.
#[derive(Debug, Clone)]
pub struct SignedEndpoint {
    pub transport: Arc<dyn Transport>,
    pub clock: Clock,
    pub url: ServiceUrl,
    pub secrets: SigningSecrets,
    /// Timeout of a request, including its second attempt.
    pub limit: Duration,
}

/// The error of a request that was not accepted. It contains neither the URL nor the request.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum RequestError {
    /// No connection: the request was not sent.
    Unreachable(Failure),
    /// The status of the response is not 2xx.
    Rejected(u16),
    /// No complete response: the request may have been accepted.
    Unclear(Failure),
}

impl SignedEndpoint {
    /// Returns the host, for log lines.
    #[must_use]
    pub const fn host(&self) -> &Host {
        self.url.host()
    }

    /// Posts JSON under an id that is the same for each repetition, so that the service can drop duplicates.
    /// Retries once if no connection is made.
    ///
    /// # Errors
    /// [`RequestError`] if the service does not answer 2xx in time.
    pub async fn post(&self, id: &str, body: Bytes) -> Result<(), RequestError> {
        self.request(id, body, MAX_ANSWER).await.map(drop)
    }

    /// Posts JSON as [`Self::post`] does, and returns the body of the reply.
    ///
    /// # Errors
    /// The same as [`Self::post`].
    pub async fn ask(&self, id: &str, body: Bytes) -> Result<Bytes, RequestError> {
        self.request(id, body, MAX_REPLY).await
    }

    async fn request(&self, id: &str, body: Bytes, body_max: usize) -> Result<Bytes, RequestError> {
        let replied = timers::within(self.limit, self.request_or_reconnect(id, body, body_max)).await;
        replied.unwrap_or(Err(RequestError::Unclear(Failure::Timeout)))
    }

    async fn request_or_reconnect(
        &self,
        id: &str,
        body: Bytes,
        body_max: usize,
    ) -> Result<Bytes, RequestError> {
        match self.request_once(id, body.clone(), body_max).await {
            Err(RequestError::Unreachable(_)) => {
                timers::pause(timers::RECONNECT_BACKOFF).await;
                self.request_once(id, body, body_max).await
            }
            settled => settled,
        }
    }

    async fn request_once(&self, id: &str, body: Bytes, body_max: usize) -> Result<Bytes, RequestError> {
        let request = OutboundRequest {
            method: Method::POST,
            target: self.url.target().clone(),
            headers: self.headers(id, &body)?,
            body,
            reach: self.url.reach(),
            limit: self.limit,
            is_only_attempt: true,
            body_max,
        };
        match self.transport.exchange(request).await {
            Ok(response) if (200..=299).contains(&response.status) => Ok(response.body),
            Ok(response) => Err(RequestError::Rejected(response.status)),
            Err(failure @ (Failure::Unconnected | Failure::Dns | Failure::Tls)) => {
                Err(RequestError::Unreachable(failure))
            }
            Err(failure @ (Failure::Timeout | Failure::ConnectionFailed)) => {
                Err(RequestError::Unclear(failure))
            }
        }
    }

    fn headers(&self, id: &str, body: &[u8]) -> Result<HeaderMap, RequestError> {
        let unusable = |_| RequestError::Unreachable(Failure::Unconnected);
        let now = self.clock.now();
        let mut signature = HeaderValue::try_from(self.secrets.sign(id, now, body)).map_err(unusable)?;
        signature.set_sensitive(true);
        let id = HeaderValue::try_from(id).map_err(unusable)?;
        Ok(HeaderMap::from_iter([
            (CONTENT_TYPE, HeaderValue::from_static("application/json")),
            (HeaderName::from_static(ID_HEADER), id),
            (HeaderName::from_static(TIME_HEADER), HeaderValue::from(seconds(now))),
            (HeaderName::from_static(SIGNATURE_HEADER), signature),
        ]))
    }
}

impl fmt::Display for RequestError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Unreachable(failure) => write!(f, "no connection ({failure})"),
            Self::Rejected(status) => write!(f, "status {status}"),
            Self::Unclear(failure) => write!(f, "no complete response ({failure})"),
        }
    }
}

impl std::error::Error for RequestError {}
