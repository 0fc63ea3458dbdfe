//! Answers that are kept as evidence (rails 16).

use super::content_digest::ContentDigest;
use super::error::SignatureError;
use super::keys::{Signature, VerifyingKey};

/// Verifies a stored answer: the signature over the base, and the digest of the body in the base.
///
/// # Errors
/// [`SignatureError::WrongSignature`] or [`SignatureError::WrongDigest`].
pub fn verify_evidence(
    key: &VerifyingKey,
    base: &str,
    signature: &Signature,
    body: &[u8],
) -> Result<(), SignatureError> {
    if !key.has_signed(base.as_bytes(), signature) {
        return Err(SignatureError::WrongSignature);
    }
    let digests = base.lines().filter_map(|line| line.strip_prefix("\"content-digest\": "));
    if digests.eq([ContentDigest::of(body).to_string().as_str()]) {
        return Ok(());
    }
    Err(SignatureError::WrongDigest)
}
