//! The devices of wallets' users. Their keys are derived from the wallets' ids, so that they need not be
//! stored.

use causeway_wallet_crypto::{PrivateKey, Stamp};

use super::set_up::uuid;
use crate::error::Result;

/// Returns the device key of a wallet's user.
pub(super) fn key_of(account: &str) -> Result<PrivateKey> {
    let half = uuid(account)?;
    let mut seed = [0; 32];
    seed[..16].copy_from_slice(&half);
    seed[16..].copy_from_slice(&half);
    PrivateKey::derive(seed).map_err(|_| "not a key".into())
}

/// Returns the stamp of a wallet's user over this payload.
pub(super) fn stamp(account: &str, payload: &str) -> Result<String> {
    Ok(Stamp::sign(&key_of(account)?, payload).to_header())
}
