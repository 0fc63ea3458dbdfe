//! Signed requests, and pushes, which are requests of the adapter (rails 3.2).

use causeway_vocabulary::ids::RailId;

use super::base::{Expectation, SignedMessage, base, check, read_signature, seal};
use super::content_digest::ContentDigest;
use super::error::{SignatureError, SignedPart};
use super::headers::SignatureHeaders;
use super::keys::{Signature, SigningKey, VerifyingKey};
use super::nonce::Nonce;
use super::parameters::{MessageKind, Parameters, SignatureProof};
use super::target::RequestTarget;

/// A request to be signed or verified.
#[derive(Debug, Clone, Copy)]
pub struct Request<'a> {
    /// Method, path and query.
    pub target: &'a RequestTarget,
    /// The rail that the request belongs to.
    pub rail: RailId,
    /// The body as it is sent; empty if there is none.
    pub body: &'a [u8],
}

/// A request with a verified signature.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct VerifiedRequest {
    /// The signature, to which the answer is bound.
    pub proof: SignatureProof,
    /// Nonce, which the receiver remembers for 10 minutes (rails 3.4).
    pub nonce: Nonce,
}

/// Signs a request at `created`, in seconds since 1970.
#[must_use]
pub fn sign_request(key: &SigningKey, request: &Request<'_>, created: i64, nonce: Nonce) -> SignedMessage {
    let kind = MessageKind::Request;
    let parameters = Parameters::new(kind, created, Some(nonce), key.verifying_key().key_id());
    let digest = ContentDigest::of(request.body).to_string();
    let base = request_base(request, &digest, &parameters);
    seal(key, base, &parameters, request.rail, request.body)
}

/// Verifies a request with the sender's keys at `now`, in seconds since 1970.
///
/// # Errors
/// Any [`SignatureError`]; its code answers the request. A nonce that was seen before is the caller's to refuse.
pub fn verify_request(
    request: &Request<'_>,
    headers: &SignatureHeaders,
    keys: &[VerifyingKey],
    now: i64,
) -> Result<VerifiedRequest, SignatureError> {
    let parameters = Parameters::parse(&headers.signature_input, MessageKind::Request)?;
    let base = request_base(request, &headers.content_digest, &parameters);
    let expected = Expectation { rail: request.rail, keys, body: request.body, now };
    let proof = check(headers, base, &parameters, &expected)?;
    let nonce = parameters.nonce.ok_or(SignatureError::Unsigned(SignedPart::SignatureInput))?;
    Ok(VerifiedRequest { proof, nonce })
}

/// Returns the signature of a request as far as it can be read, to bind the answer to a request that was not
/// verified; `None` if it cannot be read.
#[must_use]
pub fn request_signature(header: &str) -> Option<Signature> {
    read_signature(header).ok()
}

fn request_base(request: &Request<'_>, digest: &str, parameters: &Parameters) -> String {
    let target = request.target;
    let lines = [
        format!("\"@method\": {}", target.method()),
        format!("\"@path\": {}", target.path()),
        format!("\"@query\": ?{}", target.query()),
        format!("\"content-digest\": {digest}"),
        format!("\"crp-rail\": {}", request.rail),
    ];
    base(&lines, parameters)
}
