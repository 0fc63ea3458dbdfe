//! Requests as the adapter reads them, and its replies to them before they are sent.

use std::sync::atomic::Ordering;

use bytes::Bytes;
use causeway_rail_protocol::messages::{ErrorBody, ErrorDetails};
use causeway_rail_protocol::operations::{Call, InvalidCall};
use causeway_rail_protocol::signing::{
    Answer, Request, RequestTarget, Signature, SignatureError, SignatureHeaders, SigningKey,
    request_signature, sign_answer, verify_request,
};
use causeway_rail_protocol::values::{ErrorCode, Timestamp};

use super::lenience::Lenience;
use super::reply::{Delivery, Exchange, Reply};
use super::state::{AdapterState, ServiceSide};

/// The header whose value the answer is bound to.
const SIGNATURE: &str = "signature";
/// Seconds by which a stale answer is too old.
const STALE: i64 = 3600;

/// A request as it arrives. Names of headers are in lower case.
#[derive(Debug, Clone)]
pub struct LocalRequest<'a> {
    pub method: &'a str,
    /// Percent-encoded, from the root.
    pub path: &'a str,
    /// Without the question mark.
    pub query: Option<&'a str>,
    pub headers: Vec<(&'a str, &'a [u8])>,
    pub body: Bytes,
}

/// A request that was read, with what its answer is bound to.
pub(super) struct ReadRequest {
    target: RequestTarget,
    headers: Result<SignatureHeaders, SignatureError>,
    bound: Option<Signature>,
    body: Bytes,
}

impl ReadRequest {
    /// Reads a request; `None` if its target is none.
    pub(super) fn of(request: &LocalRequest<'_>) -> Option<Self> {
        let LocalRequest { method, path, query, headers, body } = request;
        let target = RequestTarget::new(method, path, *query).ok()?;
        let signature = headers.iter().find(|(name, _)| *name == SIGNATURE);
        let signature = signature.and_then(|(_, value)| std::str::from_utf8(value).ok());
        let bound = signature.and_then(request_signature);
        let headers = SignatureHeaders::read(headers.iter().copied());
        Some(Self { target, headers, bound, body: body.clone() })
    }
}

impl AdapterState {
    /// Answers a request, and lets the test change the reply.
    pub(super) fn reply(&self, read: &ReadRequest, side: ServiceSide) -> Reply {
        let number = self.requests.fetch_add(1, Ordering::AcqRel);
        let call = Call::parse(read.target.method(), read.target.path(), read.target.query());
        let mut reply = match self.refusal(read, side) {
            Some(refusal) => refusal,
            None => match call {
                Ok(call) => self.book().answer(call, &read.body),
                Err(InvalidCall::UnknownOperation) => {
                    Reply::error(ErrorCode::UnknownOperation, self.memory())
                }
                Err(InvalidCall::InvalidQuery) => Reply::error(ErrorCode::Malformed, self.memory()),
            },
        };
        self.change(&Exchange { call: call.ok(), number }, &mut reply);
        reply
    }

    /// Returns the refusal of a request that is not authentic.
    fn refusal(&self, read: &ReadRequest, side: ServiceSide) -> Option<Reply> {
        let skips = self.book().leniences.clone();
        let is_skipped = |lenience| skips.contains(&lenience);
        if is_skipped(Lenience::AnySignature) {
            return None;
        }
        let headers = match &read.headers {
            Ok(headers) => headers,
            Err(error) => return Some(self.refuse(*error)),
        };
        let bare = RequestTarget::new(read.target.method(), read.target.path(), None).ok();
        let target = bare.as_ref().filter(|_| is_skipped(Lenience::NoQuery)).unwrap_or(&read.target);
        let request = Request { target, rail: side.rail, body: &read.body };
        let error = verify_request(&request, headers, &[side.key], self.now()).err()?;
        let is_taken = match error {
            SignatureError::WrongDigest => is_skipped(Lenience::AnyBody),
            SignatureError::Stale { .. } => is_skipped(Lenience::AnyTime),
            SignatureError::WrongRail => is_skipped(Lenience::AnyRail),
            SignatureError::Unsigned(_) | SignatureError::UnknownKey(_) | SignatureError::WrongSignature => {
                false
            }
        };
        (!is_taken).then(|| self.refuse(error))
    }

    fn refuse(&self, error: SignatureError) -> Reply {
        let mut body = ErrorBody::new(error.code(), &error.to_string(), Some(self.memory()));
        if error.code() == ErrorCode::Stale {
            let now = Timestamp::from_millis(self.clock.now().millis()).ok();
            body.error.details = Some(ErrorDetails { now });
        }
        Reply::of_error(&body)
    }

    /// Signs a reply in its way.
    pub(super) fn headers(
        &self,
        delivery: Delivery,
        text: &str,
        status: u16,
        read: &ReadRequest,
        side: ServiceSide,
    ) -> Vec<(&'static str, String)> {
        let stranger = SigningKey::from_seed(&[7; 32]).ok();
        let key = stranger.as_ref().filter(|_| delivery == Delivery::OtherKey).unwrap_or(&self.key);
        let request = match delivery {
            Delivery::OtherRequest => Some(self.key.sign(b"another request")),
            Delivery::Unbound => None,
            _ => read.bound,
        };
        let created = if delivery == Delivery::Stale { self.now() - STALE } else { self.now() };
        let answer = Answer { status, rail: side.rail, body: text.as_bytes(), request };
        let signed = sign_answer(key, &answer, created);
        signed.headers.pairs().into_iter().map(|(name, value)| (name, value.to_owned())).collect()
    }
}
