//! Checks of a message's signatures (uma 4).

use std::sync::Arc;

use causeway_domain::Time;
use causeway_store::platforms::PlatformRecord;
use causeway_uma::addresses::Host;
use causeway_uma::errors::WireCode;
use causeway_uma::signing::{BackingSignature, MessageSignature, is_within_window};

use super::message::WireError;
use crate::runtime::app::App;
use crate::runtime::timers;
use crate::uma::peer_keys::{self, FetchCause, PeerKeyError, PeerSignatureError, Verifier};

/// The signed part of a message.
#[derive(Debug, Clone, Copy)]
pub(super) struct SignedMessage<'a> {
    /// The provider whose keys verify the message.
    pub(super) domain: &'a Host,
    pub(super) signature: &'a MessageSignature,
    /// The signed text.
    pub(super) payload: &'a str,
    pub(super) backing: &'a [BackingSignature],
}

/// Checks time and signatures of a message, within the time of one message to a provider. Its nonce is checked when it
/// is recorded.
///
/// # Errors
/// `COUNTERPARTY_PUBKEY_FETCH_ERROR` and the codes of bad keys; `INVALID_TIMESTAMP`; `INVALID_SIGNATURE`.
pub(super) async fn verify(
    app: &Arc<App>,
    platform: &PlatformRecord,
    message: SignedMessage<'_>,
) -> Result<(), WireError> {
    let verifying = verify_all(app, platform, message);
    let verified = timers::within(timers::UMA_EXCHANGE, verifying).await;
    verified.unwrap_or_else(|timers::Timeout| Err(unusable_keys(PeerKeyError::Fetch)))
}

async fn verify_all(
    app: &Arc<App>,
    platform: &PlatformRecord,
    message: SignedMessage<'_>,
) -> Result<(), WireError> {
    let SignedMessage { domain, signature, payload, backing } = message;
    let PlatformRecord { id: platform, environment, .. } = *platform;
    let cause = FetchCause::PeerMessage;
    peer_keys::keys_of(app, environment, domain, cause).await.map_err(unusable_keys)?;
    if !is_within_window(signature.timestamp, seconds(app.clock.now())) {
        let reason = "The timestamp is more than five minutes away from this provider's clock.";
        return Err(WireError::refused(WireCode::InvalidTimestamp, reason));
    }
    let verifier = Verifier { environment, platform, cause };
    let verified = peer_keys::verify(app, verifier, domain, |key| signature.verify(payload, key)).await;
    verified.map_err(not_verified)?;
    peer_keys::verify_backing(app, verifier, payload, backing).await.map_err(not_verified)
}

/// Returns wall time in the unit of messages.
pub(super) const fn seconds(now: Time) -> i64 {
    now.millis().div_euclid(1_000)
}

/// Returns the time of a signature in the unit of the database.
pub(super) const fn signed_at(signature: &MessageSignature) -> Time {
    Time::from_millis(signature.timestamp.saturating_mul(1_000))
}

fn not_verified(error: PeerSignatureError) -> WireError {
    match error {
        PeerSignatureError::Keys(error) => unusable_keys(error),
        PeerSignatureError::Signature => {
            WireError::refused(WireCode::InvalidSignature, "The signature does not verify.")
        }
    }
}

fn unusable_keys(error: PeerKeyError) -> WireError {
    WireError::refused(error.code(), "The keys of the sending provider cannot be fetched or used.")
}
