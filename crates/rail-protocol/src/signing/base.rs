//! Signature bases, and the checks that requests and answers share.

use causeway_vocabulary::ids::RailId;

use super::content_digest::ContentDigest;
use super::error::{SignatureError, SignedPart};
use super::headers::SignatureHeaders;
use super::keys::{Signature, SigningKey, VerifyingKey};
use super::parameters::{Parameters, SignatureProof};
use crate::limits::CREATED_WINDOW_SECONDS;

/// The signature of a request or an answer that was signed here.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SignedMessage {
    /// Headers to be sent.
    pub headers: SignatureHeaders,
    /// The signature with its base.
    pub proof: SignatureProof,
}

/// Builds a signature base of the lines before the last one, without line ends at the end.
pub(super) fn base(lines: &[String], parameters: &Parameters) -> String {
    let mut text = lines.join("\n");
    text.push_str("\n\"@signature-params\": ");
    text.push_str(&parameters.text);
    text
}

/// Signs a base, and returns the headers with the proof.
pub(super) fn seal(
    key: &SigningKey,
    base: String,
    parameters: &Parameters,
    rail: RailId,
    body: &[u8],
) -> SignedMessage {
    let signature = key.sign(base.as_bytes());
    let headers = SignatureHeaders {
        content_digest: ContentDigest::of(body).to_string(),
        rail: rail.to_string(),
        signature_input: parameters.header(),
        signature: signature_header(&signature),
    };
    let proof = SignatureProof { base, signature, key_id: parameters.key_id, created: parameters.created };
    SignedMessage { headers, proof }
}

/// Writes the header `Signature`.
pub(super) fn signature_header(signature: &Signature) -> String {
    format!("crp=:{signature}:")
}

/// Reads the header `Signature`.
pub(super) fn read_signature(header: &str) -> Result<Signature, SignatureError> {
    let text = header.strip_prefix("crp=:").and_then(|rest| rest.strip_suffix(':'));
    text.and_then(|text| text.parse().ok()).ok_or(SignatureError::Unsigned(SignedPart::Signature))
}

/// Checks rail, key, signature, digest and time, in this order, and returns the proof.
pub(super) fn check(
    headers: &SignatureHeaders,
    base: String,
    parameters: &Parameters,
    expected: &Expectation<'_>,
) -> Result<SignatureProof, SignatureError> {
    if headers.rail != expected.rail.to_string() {
        return Err(SignatureError::WrongRail);
    }
    let digest: ContentDigest =
        headers.content_digest.parse().map_err(|_| SignatureError::Unsigned(SignedPart::ContentDigest))?;
    let signature = read_signature(&headers.signature)?;
    let key = expected.keys.iter().find(|key| key.key_id() == parameters.key_id);
    let key = key.ok_or(SignatureError::UnknownKey(parameters.key_id))?;
    if !key.has_signed(base.as_bytes(), &signature) {
        return Err(SignatureError::WrongSignature);
    }
    if digest != ContentDigest::of(expected.body) {
        return Err(SignatureError::WrongDigest);
    }
    let ahead_seconds = parameters.created.saturating_sub(expected.now);
    if ahead_seconds.saturating_abs() > CREATED_WINDOW_SECONDS {
        return Err(SignatureError::Stale { ahead_seconds });
    }
    Ok(SignatureProof { base, signature, key_id: key.key_id(), created: parameters.created })
}

/// The receiver's side of a check.
pub(super) struct Expectation<'a> {
    pub(super) rail: RailId,
    /// Keys of the sender that are in force.
    pub(super) keys: &'a [VerifyingKey],
    pub(super) body: &'a [u8],
    /// Seconds since 1970 on the receiver's wall clock.
    pub(super) now: i64,
}
