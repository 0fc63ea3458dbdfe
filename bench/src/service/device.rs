//! The devices of wallets' users: their keys are made from the ids of the wallets, so that nobody has to keep them.

use causeway_wallet_crypto::{PrivateKey, Stamp};

use super::set_up::uuid;
use crate::error::Result;

/// The key of the device of a wallet's user.
pub(super) fn key_of(account: &str) -> Result<PrivateKey> {
    let half = uuid(account)?;
    let mut seed = [0; 32];
    seed[..16].copy_from_slice(&half);
    seed[16..].copy_from_slice(&half);
    PrivateKey::derive(seed).map_err(|_| "not a key".into())
}

/// The stamp of a wallet's user over this payload.
pub(super) fn stamp(account: &str, payload: &str) -> Result<String> {
    Ok(Stamp::sign(&key_of(account)?, payload).to_header())
}
