//! A platform's webhook endpoint, with everything a request to it needs.

use axum::http::header::{CONTENT_TYPE, HeaderMap, HeaderName, USER_AGENT};
use axum::http::{HeaderValue, Method};
use bytes::Bytes;
use causeway_domain::Time;
use uuid::Uuid;

use crate::runtime::keys::WebhookKey;
use crate::runtime::outbound::{MAX_BODY, OutboundRequest, Reach, Target};
use crate::runtime::timers;

const SIGNATURE: HeaderName = HeaderName::from_static("x-svc-signature");
const SIGNATURE_KEY: HeaderName = HeaderName::from_static("x-svc-signature-key");
const AGENT: HeaderValue = HeaderValue::from_static("svc-webhooks/2025-10-13");
const JSON: HeaderValue = HeaderValue::from_static("application/json");

/// The URL that a platform's events are sent to, and their signer.
#[derive(Debug, Clone)]
pub struct WebhookEndpoint {
    pub target: Target,
    /// The networks that the URL may lead to.
    pub reach: Reach,
    pub signer: Signer,
}

/// The signer of one platform's deliveries.
#[derive(Debug, Clone)]
pub struct Signer {
    pub key: WebhookKey,
    /// Names the key among the published ones.
    pub key_id: Uuid,
    /// Wall time from which on the next key signs; `None` if none is planned.
    pub until: Option<Time>,
    /// `true` if the header's value is JSON (conventions 11.3).
    pub as_json: bool,
}

impl WebhookEndpoint {
    /// Returns the request that delivers these bytes (conventions 11.2).
    pub(crate) fn request(&self, body: Bytes) -> OutboundRequest {
        OutboundRequest {
            method: Method::POST,
            target: self.target.clone(),
            headers: self.signer.headers(&body),
            body,
            reach: self.reach,
            limit: timers::DELIVERY_TIMEOUT,
            is_only_attempt: false,
            body_max: MAX_BODY,
        }
    }
}

impl Signer {
    /// Returns `true` if the key signs at a wall time.
    pub(crate) fn signs_at(&self, wall: Time) -> bool {
        self.until.is_none_or(|until| wall < until)
    }

    /// Returns the headers of a delivery of these bytes (conventions 11.2).
    fn headers(&self, body: &[u8]) -> HeaderMap {
        let signature = self.key.sign(body);
        let value = if self.as_json { format!(r#"{{"v":"1","s":"{signature}"}}"#) } else { signature };
        let mut headers = HeaderMap::from_iter([(CONTENT_TYPE, JSON), (USER_AGENT, AGENT)]);
        // Base64, this JSON and an id are visible ASCII, so these are always valid.
        for (name, value) in [(SIGNATURE, value), (SIGNATURE_KEY, self.key_id.to_string())] {
            if let Ok(value) = HeaderValue::try_from(value) {
                headers.insert(name, value);
            }
        }
        headers
    }
}
