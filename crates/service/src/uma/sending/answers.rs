//! Checks of signed answers: time, signature, and a nonce that was not seen before (uma 4).

use std::sync::Arc;

use causeway_domain::Time;
use causeway_store::{Tx, uma_nonces};
use causeway_uma::addresses::Host;
use causeway_uma::keys::PublicKey;
use causeway_uma::signing::{BackingSignature, MessageSignature, SignatureError, is_within_window};
use causeway_wire::Code;

use super::refusals;
use crate::runtime::api_error::ApiError;
use crate::runtime::app::App;
use crate::uma::peer_keys::{self, PeerSignatureError, Verifier};

/// The nonce of a verified answer, to be remembered in the write that uses the answer.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct SignedNonce {
    domain: Host,
    nonce: String,
    signed_at: Time,
}

/// The signed parts of an answer.
pub(super) struct SignedParts<'a> {
    pub(super) signature: &'a MessageSignature,
    pub(super) payload: &'a str,
    pub(super) backing: &'a [BackingSignature],
}

/// Checks time and signatures of an answer from the provider at a domain. `check` verifies the main signature.
///
/// # Errors
/// `INVALID_TIMESTAMP`; `INVALID_SIGNATURE`; the errors of keys (uma 3).
pub(super) async fn verify(
    app: &Arc<App>,
    verifier: Verifier,
    domain: &Host,
    parts: SignedParts<'_>,
    check: impl Fn(&PublicKey) -> Result<(), SignatureError>,
) -> Result<SignedNonce, ApiError> {
    let SignedParts { signature, payload, backing } = parts;
    if !is_within_window(signature.timestamp, seconds(app.clock.now())) {
        return Err(outside_the_window());
    }
    peer_keys::verify(app, verifier, domain, check).await.map_err(not_verified)?;
    peer_keys::verify_backing(app, verifier, payload, backing).await.map_err(not_verified)?;
    Ok(SignedNonce {
        domain: domain.clone(),
        nonce: signature.nonce.to_string(),
        signed_at: Time::from_millis(signature.timestamp.saturating_mul(1_000)),
    })
}

impl SignedNonce {
    /// Remembers the nonce.
    ///
    /// # Errors
    /// `INVALID_NONCE` if another answer had it.
    pub(crate) fn remember(&self, tx: &mut Tx<'_>) -> Result<(), ApiError> {
        if uma_nonces::remember(tx, self.domain.as_str(), &self.nonce, self.signed_at)? {
            return Ok(());
        }
        let message = "The receiver's provider has sent this answer before.";
        Err(ApiError::new(Code::InvalidNonce, message))
    }
}

/// Returns the seconds of an instant, as in messages.
pub(super) fn seconds(at: Time) -> i64 {
    at.millis().div_euclid(1_000)
}

fn not_verified(error: PeerSignatureError) -> ApiError {
    match error {
        PeerSignatureError::Keys(error) => refusals::of_keys(error),
        PeerSignatureError::Signature => {
            let message = "The answer of the receiver's provider is not signed with its key.";
            ApiError::new(Code::InvalidSignature, message)
        }
    }
}

fn outside_the_window() -> ApiError {
    let message = "The answer of the receiver's provider is not of this moment.";
    ApiError::new(Code::InvalidTimestamp, message)
}
