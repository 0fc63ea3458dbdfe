//! One signed request to an adapter and its verified answer (rails 3).

use std::time::Duration;

use axum::http::header::{ACCEPT, CONTENT_TYPE, RETRY_AFTER};
use axum::http::{HeaderMap, HeaderName, HeaderValue, Method};
use bytes::Bytes;
use causeway_domain::ids::Id;
use causeway_domain::{Ids, Time};
use causeway_rail_protocol::operations::{Call, retry_after};
use causeway_rail_protocol::signing::{
    Answer, ContentDigest, Nonce, Request, RequestTarget, Signature, SignatureHeaders, SignatureProof,
    SigningKey, VerifyingKey, sign_request, verify_answer,
};
use uuid::Uuid;

use super::exchange::Exchange;
use super::no_answer::NoAnswer;
use super::table::KnownRail;
use crate::runtime::outbound::{AddressRange, OutboundRequest, OutboundResponse, Reach, Scheme, Target};

/// A verified answer, whatever its status.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SignedAnswer {
    pub status: u16,
    pub body: Bytes,
    pub proof: AnswerProof,
    /// Wall time.
    pub received_at: Time,
    /// The pause that the adapter asks for, at most an hour.
    pub retry_after: Option<Duration>,
}

/// The proof that the adapter gave an answer, which is kept as evidence (rails 16).
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct AnswerProof {
    /// The row of the adapter's key.
    pub key: Uuid,
    /// SHA-256 of the request's body.
    pub request_digest: [u8; 32],
    /// The signed text.
    pub base: String,
    pub signature: Vec<u8>,
}

/// A request that is ready to be sent, with the parts that its answer is bound to.
pub(super) struct SignedRequest {
    pub(super) outbound: OutboundRequest,
    signature: Signature,
    digest: [u8; 32],
}

/// The header that relates a request to the payment (rails 16).
const TRACE_PARENT: &str = "traceparent";

/// Signs a request at this wall time.
pub(super) fn sign(exchange: &Exchange<'_>, ids: &Ids, now: Time) -> Result<SignedRequest, NoAnswer> {
    let rail = exchange.rail;
    let key: &SigningKey = rail.signer.as_deref().ok_or(NoAnswer::NoKey)?;
    let base: Target = rail.record.doc.url.parse().map_err(|_| NoAnswer::NoAddress)?;
    let signed = exchange.call.target(base.path()).map_err(|_| NoAnswer::NoAddress)?;
    let target = sent_target(&base, &signed)?;
    let reach = reach_of(rail, &base)?;
    let request = Request { target: &signed, rail: rail.record.id, body: &exchange.body };
    let message = sign_request(key, &request, seconds(now), Nonce::from_bytes(ids.bytes()));
    let outbound = OutboundRequest {
        method: Method::from_bytes(signed.method().as_bytes()).map_err(|_| NoAnswer::NoAddress)?,
        target,
        headers: headers(exchange, &message.headers, ids)?,
        body: exchange.body.clone(),
        reach,
        limit: exchange.limit,
        // A repeated request would have a nonce that was seen before.
        is_only_attempt: true,
        body_max: exchange.body_max,
    };
    let digest = *ContentDigest::of(&exchange.body).bytes();
    Ok(SignedRequest { outbound, signature: message.proof.signature, digest })
}

/// Returns the URL that is sent. Its path and query are those that are signed.
fn sent_target(base: &Target, signed: &RequestTarget) -> Result<Target, NoAnswer> {
    let scheme = match base.scheme() {
        Scheme::Http => "http",
        Scheme::Https => "https",
    };
    let url = format!("{scheme}://{}{}", base.authority(), signed.path_and_query());
    let target: Target = url.parse().map_err(|_| NoAnswer::NoAddress)?;
    let is_as_signed = target.path() == signed.path() && target.query() == signed.query();
    if is_as_signed { Ok(target) } else { Err(NoAnswer::NoAddress) }
}

/// Returns the networks that the adapter may be in. Plain HTTP is for this machine only (rails 2).
pub(crate) fn reach_of(rail: &KnownRail, base: &Target) -> Result<Reach, NoAnswer> {
    if base.scheme() == Scheme::Http && !base.host().is_loopback() {
        return Err(NoAnswer::NoAddress);
    }
    match &rail.record.doc.allow {
        None => Ok(Reach::Public),
        Some(range) => range.parse::<AddressRange>().map(Reach::Only).map_err(|_| NoAnswer::NoAddress),
    }
}

fn headers(exchange: &Exchange<'_>, signature: &SignatureHeaders, ids: &Ids) -> Result<HeaderMap, NoAnswer> {
    let json = HeaderValue::from_static("application/json");
    let mut headers = HeaderMap::from_iter([(ACCEPT, json.clone())]);
    if !exchange.body.is_empty() {
        headers.insert(CONTENT_TYPE, json);
    }
    for (name, value) in signature.pairs() {
        let value = HeaderValue::try_from(value).map_err(|_| NoAnswer::NoKey)?;
        headers.insert(HeaderName::from_static(name), value);
    }
    let parent = HeaderValue::try_from(trace_parent(exchange.call, ids)).map_err(|_| NoAnswer::NoKey)?;
    headers.insert(HeaderName::from_static(TRACE_PARENT), parent);
    Ok(headers)
}

/// Returns the trace of a request: the id of its order's transaction, which all requests about the order have, or a random
/// one.
fn trace_parent(call: Call, ids: &Ids) -> String {
    let trace = match call {
        Call::Submit(_, id) | Call::Status(_, id) | Call::Cancel(_, id) => id.uuid().as_u128(),
        Call::Capabilities | Call::Precheck(_) | Call::Changes { .. } => u128::from_be_bytes(ids.bytes()),
    };
    format!("00-{:032x}-{:016x}-01", trace.max(1), u64::from_be_bytes(ids.bytes()).max(1))
}

/// Verifies an answer with the adapter's keys at this wall time.
pub(super) fn verify(
    rail: &KnownRail,
    request: &SignedRequest,
    response: OutboundResponse,
    now: Time,
) -> Result<SignedAnswer, NoAnswer> {
    if !response.is_whole {
        return Err(NoAnswer::Oversized);
    }
    let headers = response.headers.iter().map(|(name, value)| (name.as_str(), value.as_bytes()));
    let headers = SignatureHeaders::read(headers)?;
    let keys = keys_in_force(rail, now);
    let verifying: Vec<VerifyingKey> = keys.iter().map(|(_, key)| *key).collect();
    let answer = Answer {
        status: response.status,
        rail: rail.record.id,
        body: &response.body,
        request: Some(request.signature),
    };
    let proof = verify_answer(&answer, &headers, &verifying, seconds(now))?;
    let key = keys.iter().find(|(_, key)| key.key_id() == proof.key_id);
    let key = key.map(|(id, _)| *id).ok_or(NoAnswer::OtherKey)?;
    let pause = response.headers.get(RETRY_AFTER).and_then(|value| value.to_str().ok());
    Ok(SignedAnswer {
        status: response.status,
        proof: proof_of(proof, key, request.digest),
        body: response.body,
        received_at: now,
        retry_after: pause.and_then(retry_after),
    })
}

fn proof_of(proof: SignatureProof, key: Uuid, request_digest: [u8; 32]) -> AnswerProof {
    let signature = proof.signature.bytes().to_vec();
    AnswerProof { key, request_digest, base: proof.base, signature }
}

/// Returns the adapter's keys that count at this wall time, each with its row.
pub(crate) fn keys_in_force(rail: &KnownRail, now: Time) -> Vec<(Uuid, VerifyingKey)> {
    let in_force = rail.keys.iter().filter(|key| key.counts_at(now));
    in_force.filter_map(|key| Some((key.id, VerifyingKey::from_bytes(key.public_key).ok()?))).collect()
}

/// Returns a wall time in seconds since 1970.
const fn seconds(at: Time) -> i64 {
    at.millis().div_euclid(1_000)
}

#[cfg(test)]
mod tests {
    use causeway_domain::ids::TransactionId;
    use causeway_rail_protocol::values::OrderKind;

    use super::*;

    /// Returns the trace id and the parent id of a request.
    fn trace_of(call: Call, ids: &Ids) -> [String; 2] {
        let parent = trace_parent(call, ids);
        let parts: Vec<&str> = parent.split('-').collect();
        let [version, trace, span, flags] = parts[..] else { panic!("{parent}") };
        assert_eq!([version, flags], ["00", "01"], "{parent}");
        assert_eq!([trace.len(), span.len()], [32, 16], "{parent}");
        [trace.to_owned(), span.to_owned()]
    }

    /// Checks that the trace of an order's requests is the id of its transaction, as the interface says (rails 16).
    #[test]
    fn requests_about_an_order_have_the_trace_of_its_transaction() {
        let ids = Ids::system();
        let id = TransactionId::from_uuid(Uuid::from_u128(0x0198_f3c2_0000_7000_8000_0000_0000_00aa));
        let kind = OrderKind::Payout;
        let about = [Call::Submit(kind, id), Call::Status(kind, id), Call::Cancel(kind, id)];
        let [first, second, third] = about.map(|call| trace_of(call, &ids));
        for [trace, _] in [&first, &second, &third] {
            assert_eq!(trace, "0198f3c20000700080000000000000aa");
        }
        assert_ne!(first[1], second[1], "each request is a span of its own");
        let others = [Call::Precheck(kind), Call::Capabilities].map(|call| trace_of(call, &ids));
        assert_ne!(others[0][0], others[1][0]);
    }
}
