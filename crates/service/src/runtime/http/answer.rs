//! The answer to one request: status, body and the few headers that depend on them.

use axum::http::header::{CONTENT_TYPE, RETRY_AFTER, WWW_AUTHENTICATE};
use axum::http::{HeaderName, HeaderValue, StatusCode};
use axum::response::Response;
use bytes::Bytes;
use causeway_store::{Storable, StoredAnswer};
use causeway_wire::{Code, Endpoint, ErrorBody, Reply};

use super::ignored::X_SVC_IGNORED;
use crate::runtime::api_error::ApiError;
use crate::runtime::app::App;

const X_SHOULD_RETRY: HeaderName = HeaderName::from_static("x-should-retry");
const IDEMPOTENT_REPLAYED: HeaderName = HeaderName::from_static("idempotent-replayed");

/// A finished answer, rendered once: the caller and the idempotency record get the same bytes.
#[derive(Debug, Clone)]
pub struct Answer {
    status: StatusCode,
    body: Bytes,
    headers: Vec<(HeaderName, HeaderValue)>,
    /// The encrypted body, which the idempotency record stores instead if the body contains a secret.
    encrypted: Option<Bytes>,
    /// The error code, for the edge to count.
    refused_with: Option<Code>,
    /// The preflight was outdated, and nothing was done.
    is_outdated: bool,
}

impl Answer {
    /// Returns the answer of a successful operation.
    ///
    /// # Errors
    /// `INTERNAL_ERROR` if the reply cannot be written as JSON.
    pub fn success<E: Endpoint>(reply: &Reply<E>) -> Result<Self, ApiError> {
        let body = reply.to_bytes().map_err(ApiError::internal)?;
        Ok(Self {
            status: status_code(reply.status()),
            body: body.into(),
            headers: Vec::new(),
            encrypted: None,
            refused_with: None,
            is_outdated: false,
        })
    }

    /// Returns the answer for an error (conventions 7.1, 7.4).
    #[must_use]
    pub fn refused(refusal: &ApiError) -> Self {
        refusal.log_cause();
        let mut body = ErrorBody::new(refusal.code, &refusal.message);
        body.details = refusal.details().cloned();
        if refusal.code == Code::Unauthorized {
            let reason = refusal.details().and_then(|details| details.get("reason")?.as_str());
            body.reason = reason.map(str::to_owned);
        }
        let mut answer = Self {
            status: status_code(refusal.code.status()),
            body: serde_json::to_vec(&body).unwrap_or_default().into(),
            headers: Vec::new(),
            encrypted: None,
            refused_with: Some(refusal.code),
            is_outdated: refusal.is_outdated(),
        };
        if let Some(seconds) = refusal.retry_after_seconds {
            answer.headers.push((RETRY_AFTER, HeaderValue::from(seconds)));
        }
        if let Some(challenge) = refusal.challenge {
            answer.headers.push((WWW_AUTHENTICATE, HeaderValue::from_static(challenge)));
        }
        if refusal.forbids_retry() {
            answer.headers.push((X_SHOULD_RETRY, HeaderValue::from_static("false")));
        }
        answer
    }

    /// Returns the stored answer of the first request with the same key.
    #[must_use]
    pub fn replayed(stored: StoredAnswer) -> Self {
        let status = status_code(stored.status);
        let mut headers = vec![(IDEMPOTENT_REPLAYED, HeaderValue::from_static("true"))];
        if matches!(status, StatusCode::CONFLICT | StatusCode::NOT_IMPLEMENTED) {
            headers.push((X_SHOULD_RETRY, HeaderValue::from_static("false")));
        }
        Self {
            status,
            body: stored.body.into(),
            headers,
            encrypted: None,
            refused_with: None,
            is_outdated: false,
        }
    }

    /// Encrypts the body for the idempotency record.
    ///
    /// # Errors
    /// `INTERNAL_ERROR` if encryption fails.
    pub(super) fn encrypted(mut self, app: &App, encryption_context: &str) -> Result<Self, ApiError> {
        let encrypted =
            app.keys().encrypt(encryption_context, &self.body, &app.ids).map_err(ApiError::internal)?;
        self.encrypted = Some(encrypted.into());
        Ok(self)
    }

    /// Decrypts a body that was replayed from an idempotency record. Errors contain no secret and are not
    /// encrypted.
    ///
    /// # Errors
    /// `INTERNAL_ERROR` if it cannot be decrypted: its root key is gone, or the record was changed.
    pub(super) fn decrypted(mut self, app: &App, encryption_context: &str) -> Result<Self, ApiError> {
        let is_replayed = self.headers.iter().any(|(name, _)| *name == IDEMPOTENT_REPLAYED);
        if is_replayed && self.status.is_success() {
            let plain = app.keys().decrypt(encryption_context, &self.body).map_err(ApiError::internal)?;
            self.body = plain.expose().clone().into();
        }
        Ok(self)
    }

    /// Names what the request contained without effect. The names are those of this request, also if the answer
    /// is the stored one of an earlier request.
    #[must_use]
    pub(super) fn naming(mut self, ignored: Option<HeaderValue>) -> Self {
        self.headers.extend(ignored.map(|names| (X_SVC_IGNORED, names)));
        self
    }

    /// Returns `true` if the operation may run again with a new preflight.
    pub(super) const fn is_outdated(&self) -> bool {
        self.is_outdated
    }

    #[must_use]
    pub const fn status(&self) -> StatusCode {
        self.status
    }

    /// Returns the form that the idempotency record stores.
    #[must_use]
    pub fn into_stored(self) -> StoredAnswer {
        let body = self.encrypted.unwrap_or(self.body);
        StoredAnswer { status: self.status.as_u16(), body: body.to_vec() }
    }

    /// Converts into the HTTP response.
    #[must_use]
    pub fn into_response(self) -> Response {
        let mut response = Response::new(axum::body::Body::from(self.body));
        *response.status_mut() = self.status;
        if self.status != StatusCode::NO_CONTENT {
            let json = HeaderValue::from_static("application/json; charset=utf-8");
            response.headers_mut().insert(CONTENT_TYPE, json);
        }
        response.headers_mut().extend(self.headers);
        if let Some(code) = self.refused_with {
            response.extensions_mut().insert(code);
        }
        response
    }
}

impl Storable for Answer {
    fn stored(&self) -> Option<StoredAnswer> {
        Some(self.clone().into_stored())
    }
}

impl Storable for ApiError {
    fn stored(&self) -> Option<StoredAnswer> {
        self.is_remembered().then(|| Answer::refused(self).into_stored())
    }
}

fn status_code(status: u16) -> StatusCode {
    StatusCode::from_u16(status).unwrap_or(StatusCode::INTERNAL_SERVER_ERROR)
}
