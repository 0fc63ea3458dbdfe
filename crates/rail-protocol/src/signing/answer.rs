//! Signed answers, each bound to its request (rails 3.3).

use causeway_vocabulary::ids::RailId;

use super::base::{Expectation, SignedMessage, base, check, seal, signature_header};
use super::content_digest::ContentDigest;
use super::error::SignatureError;
use super::headers::SignatureHeaders;
use super::keys::{Signature, SigningKey, VerifyingKey};
use super::parameters::{MessageKind, Parameters, SignatureProof};

/// An answer to be signed or verified.
#[derive(Debug, Clone, Copy)]
pub struct Answer<'a> {
    /// HTTP status.
    pub status: u16,
    /// The rail that the request belongs to.
    pub rail: RailId,
    /// The body as it is sent; empty if there is none.
    pub body: &'a [u8],
    /// Signature of the request; `None` if it had no readable one.
    pub request: Option<Signature>,
}

/// Signs an answer at `created`, in seconds since 1970.
#[must_use]
pub fn sign_answer(key: &SigningKey, answer: &Answer<'_>, created: i64) -> SignedMessage {
    let parameters = Parameters::new(kind(answer), created, None, key.verifying_key().key_id());
    let digest = ContentDigest::of(answer.body).to_string();
    let base = answer_base(answer, &digest, &parameters);
    seal(key, base, &parameters, answer.rail, answer.body)
}

/// Verifies an answer with the sender's keys at `now`, in seconds since 1970. `answer.request` is the signature
/// of the request that was sent, so that the answer to another request is refused.
///
/// # Errors
/// Any [`SignatureError`]. The answer then is no answer, whatever its status.
pub fn verify_answer(
    answer: &Answer<'_>,
    headers: &SignatureHeaders,
    keys: &[VerifyingKey],
    now: i64,
) -> Result<SignatureProof, SignatureError> {
    let parameters = Parameters::parse(&headers.signature_input, kind(answer))?;
    let base = answer_base(answer, &headers.content_digest, &parameters);
    let expected = Expectation { rail: answer.rail, keys, body: answer.body, now };
    check(headers, base, &parameters, &expected)
}

const fn kind(answer: &Answer<'_>) -> MessageKind {
    if answer.request.is_some() { MessageKind::BoundAnswer } else { MessageKind::FreeAnswer }
}

fn answer_base(answer: &Answer<'_>, digest: &str, parameters: &Parameters) -> String {
    let mut lines = vec![
        format!("\"@status\": {}", answer.status),
        format!("\"content-digest\": {digest}"),
        format!("\"crp-rail\": {}", answer.rail),
    ];
    if let Some(signature) = &answer.request {
        // The header's member as RFC 9421 writes it: without the label.
        let member = signature_header(signature);
        let member = member.strip_prefix("crp=").unwrap_or_default();
        lines.push(format!("\"signature\";req;key=\"crp\": {member}"));
    }
    base(&lines, parameters)
}
