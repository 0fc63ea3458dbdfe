//! Encryption of Travel Rule data to a receiver's provider (uma 3, 6.1).

use std::sync::Arc;

use causeway_domain::Ids;
use causeway_store::platforms::Environment;
use causeway_uma::addresses::Host;
use causeway_uma::keys::PrivateKey;
use causeway_uma::travel_rule::{self, EncryptionRandomness};

use super::refusals;
use crate::runtime::api_error::ApiError;
use crate::runtime::app::App;
use crate::runtime::keys::Secret;
use crate::uma::peer_keys::{self, FetchCause, PeerKeyError};

/// Encrypts the data to the encryption key of the provider at a domain.
///
/// # Errors
/// The errors of keys (uma 3).
pub(super) async fn encrypt(
    app: &Arc<App>,
    environment: Environment,
    provider: &Host,
    content: &Secret<String>,
) -> Result<String, ApiError> {
    let keys = peer_keys::keys_of(app, environment, provider, FetchCause::OwnRequest).await;
    let keys = keys.map_err(refusals::of_keys)?;
    let unusable = |error| refusals::of_keys(PeerKeyError::Certificate(error));
    let recipient = keys.encryption.map_err(unusable)?;
    let randomness = EncryptionRandomness { ephemeral_key: ephemeral_key(&app.ids), nonce: app.ids.bytes() };
    let encrypted = travel_rule::encrypt(&recipient, &randomness, content.expose().as_bytes());
    encrypted.map_err(ApiError::internal)
}

fn ephemeral_key(ids: &Ids) -> PrivateKey {
    loop {
        // All but about one in 2^128 draws are valid keys.
        if let Ok(key) = PrivateKey::from_bytes(&ids.bytes::<32>()) {
            return key;
        }
    }
}
