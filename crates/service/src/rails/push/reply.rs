//! Answers to pushes.

use axum::http::header::{CONTENT_TYPE, RETRY_AFTER};
use axum::http::{HeaderMap, HeaderName, HeaderValue};
use bytes::Bytes;
use causeway_domain::Time;
use causeway_rail_protocol::Message;
use causeway_rail_protocol::messages::{ErrorBody, ErrorDetails, PushResponse};
use causeway_rail_protocol::signing::{Answer, Signature, sign_answer};
use causeway_rail_protocol::values::{ErrorCode, FeedPosition, Timestamp};

use crate::runtime::rails::KnownRail;

const JSON: HeaderValue = HeaderValue::from_static("application/json");
/// Pause in seconds before a push is repeated that could not be taken.
const PAUSE: HeaderValue = HeaderValue::from_static("5");

/// An answer to a push.
#[derive(Debug, Clone)]
pub struct PushReply {
    pub status: u16,
    pub headers: HeaderMap,
    pub body: Bytes,
}

/// The signature of an answer, and the request that it is bound to.
pub(super) struct ReplySignature<'a> {
    pub(super) rail: &'a KnownRail,
    pub(super) request: Option<Signature>,
    /// Wall time.
    pub(super) now: Time,
}

/// Refuses a push with a body that is too large, before its signature is read: it does not tell if there is such a rail.
#[must_use]
pub fn refuse_large() -> PushReply {
    unsigned(ErrorCode::TooLarge, "The body is larger than 1 MiB.")
}

/// Refuses a push while too many others are under way, before its signature is read as well.
#[must_use]
pub fn refuse_many() -> PushReply {
    unsigned(ErrorCode::SlowDown, "Too many pushes are under way; repeat this one.").after_pause()
}

/// Refuses a push that no rail of this name has signed. It does not tell if there is such a rail (rails 15.2).
pub(super) fn refuse_stranger() -> PushReply {
    unsigned(ErrorCode::BadSignature, "No rail of this name has signed this request.")
}

fn unsigned(code: ErrorCode, message: &str) -> PushReply {
    PushReply {
        status: code.status(),
        headers: HeaderMap::from_iter([(CONTENT_TYPE, JSON)]),
        body: ErrorBody::new(code, message, None).to_json().into(),
    }
}

impl PushReply {
    /// Asks the adapter to repeat the push later.
    pub(super) fn after_pause(mut self) -> Self {
        self.headers.insert(RETRY_AFTER, PAUSE);
        self
    }
}

impl ReplySignature<'_> {
    /// Answers that the items up to this one are stored.
    pub(super) fn accept(&self, through: FeedPosition) -> PushReply {
        self.sign(200, PushResponse { through }.to_json())
    }

    /// Refuses the push. A refusal for its time names the time here.
    pub(super) fn refuse(&self, code: ErrorCode, message: &str) -> PushReply {
        let mut error = ErrorBody::new(code, message, None);
        if code == ErrorCode::Stale {
            let now = Timestamp::from_millis(self.now.millis()).ok();
            error.error.details = Some(ErrorDetails { now });
        }
        self.sign(code.status(), error.to_json())
    }

    /// Refuses the push for a body that cannot be read.
    pub(super) fn refuse_body(&self, error: &ErrorBody) -> PushReply {
        self.sign(error.code().map_or(400, ErrorCode::status), error.to_json())
    }

    fn sign(&self, status: u16, body: String) -> PushReply {
        let body = Bytes::from(body);
        let mut headers = HeaderMap::from_iter([(CONTENT_TYPE, JSON)]);
        // Without a key, the answer is unsigned, and so none for the adapter.
        if let Some(key) = self.rail.signer.as_deref() {
            let answer = Answer { status, rail: self.rail.record.id, body: &body, request: self.request };
            let signed = sign_answer(key, &answer, self.now.millis().div_euclid(1_000));
            for (name, value) in signed.headers.pairs() {
                if let Ok(value) = HeaderValue::try_from(value) {
                    headers.insert(HeaderName::from_static(name), value);
                }
            }
        }
        PushReply { status, headers, body }
    }
}
