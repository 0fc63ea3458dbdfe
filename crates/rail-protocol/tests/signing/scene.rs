//! The two sides of the test vector (rails 3.3).

use causeway_rail_protocol::RailId;
use causeway_rail_protocol::signing::{
    Answer, Nonce, Request, RequestTarget, Signature, SignatureHeaders, SignedMessage, SigningKey,
    sign_answer, sign_request,
};

pub(crate) const CREATED: i64 = 1_795_363_200;
pub(crate) const REQUEST_BODY: &[u8] = br#"{"reason":"TIMEOUT"}"#;
pub(crate) const ANSWER_BODY: &[u8] = br#"{"outcome":"RELEASED"}"#;
pub(crate) const PATH: &str = "/v1/payouts/Transaction:0198f3c2-0000-7000-8000-0000000000aa/cancel";

/// Returns the key whose seed counts up from a byte.
fn key(first: u8) -> SigningKey {
    let mut seed = [0; 32];
    for (byte, value) in seed.iter_mut().zip(first..) {
        *byte = value;
    }
    SigningKey::from_seed(&seed).unwrap()
}

pub(crate) fn service_key() -> SigningKey {
    key(0)
}

pub(crate) fn adapter_key() -> SigningKey {
    key(32)
}

pub(crate) fn rail() -> RailId {
    "Rail:0198f3c2-0000-7000-8000-000000000001".parse().unwrap()
}

pub(crate) fn target() -> RequestTarget {
    RequestTarget::new("POST", PATH, None).unwrap()
}

pub(crate) fn nonce() -> Nonce {
    let mut bytes = [0; 16];
    for (byte, value) in bytes.iter_mut().zip(0..) {
        *byte = value;
    }
    Nonce::from_bytes(bytes)
}

pub(crate) fn request(target: &RequestTarget) -> Request<'_> {
    Request { target, rail: rail(), body: REQUEST_BODY }
}

pub(crate) fn signed_request() -> SignedMessage {
    sign_request(&service_key(), &request(&target()), CREATED, nonce())
}

pub(crate) fn answer(request: Option<Signature>) -> Answer<'static> {
    Answer { status: 200, rail: rail(), body: ANSWER_BODY, request }
}

pub(crate) fn signed_answer() -> SignedMessage {
    let request = Some(signed_request().proof.signature);
    sign_answer(&adapter_key(), &answer(request), CREATED + 1)
}

/// Reads the headers as they come over the wire.
pub(crate) fn received(headers: &SignatureHeaders) -> SignatureHeaders {
    let pairs = headers.pairs();
    SignatureHeaders::read(pairs.iter().map(|(name, value)| (*name, value.as_bytes()))).unwrap()
}
