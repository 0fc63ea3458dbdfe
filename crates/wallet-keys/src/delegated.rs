//! Keys that sign for a wallet when one of its cards is used (wallet 9).

use causeway_domain::ids::{DelegatedKeyId, Id, InternalAccountId};
use causeway_service::ports::wallet_keys::{DelegatedKeyMade, KeysError, SignPull};
use causeway_service::runtime::hex;
use causeway_wallet_crypto::PrivateKey;

use crate::LocalWalletKeys;
use crate::environment::broken;

impl LocalWalletKeys {
    /// Draws a key for a wallet. Its private half is sealed for this key alone.
    pub(crate) fn draw_delegated_key(
        &self,
        wallet: &str,
        key: DelegatedKeyId,
    ) -> Result<DelegatedKeyMade, KeysError> {
        let (wallet, keys) = self.wallet(wallet)?;
        let drawn = PrivateKey::derive(self.ids.bytes::<32>()).map_err(|_| broken())?;
        let place = place_of(key, wallet.account);
        let sealed = keys.seal(&place, drawn.to_bytes().expose(), &self.ids)?;
        Ok(DelegatedKeyMade { public_key: drawn.public_key().to_compressed_hex(), sealed })
    }

    /// Signs for a pull (cards 8.4), unless the key was revoked. What is sealed for another key, or another wallet, does not
    /// open.
    pub(crate) fn sign_for_pull(&self, wanted: &SignPull) -> Result<String, KeysError> {
        let (wallet, keys) = self.wallet(&wanted.wallet)?;
        if self.is_revoked(wanted.key.uuid())? {
            return Err(KeysError::NotCertified);
        }
        let opened = keys.unseal(&place_of(wanted.key, wallet.account), &wanted.sealed)?;
        let key = PrivateKey::from_bytes(opened.expose()).map_err(|_| KeysError::NotCertified)?;
        Ok(hex::encode(key.sign(wanted.message.as_bytes()).to_der().as_ref()))
    }
}

/// The place that a key is sealed for.
pub(crate) fn place_of(key: DelegatedKeyId, wallet: InternalAccountId) -> String {
    format!("delegated key {key} of {wallet}")
}
