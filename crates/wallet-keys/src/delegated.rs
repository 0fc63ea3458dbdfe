//! Delegated keys, which sign for a wallet when one of its cards is used (wallet 9).

use causeway_domain::ids::{DelegatedKeyId, Id, InternalAccountId};
use causeway_service::ports::wallet_keys::{KeysError, NewDelegatedKey, PullSignatureRequest};
use causeway_service::runtime::hex;
use causeway_wallet_crypto::PrivateKey;

use crate::LocalWalletKeys;
use crate::environment::key_failure;

impl LocalWalletKeys {
    /// Generates a delegated key for a wallet. Its private half is encrypted for this key's id only.
    pub(crate) fn generate_delegated_key(
        &self,
        wallet: &str,
        key: DelegatedKeyId,
    ) -> Result<NewDelegatedKey, KeysError> {
        let (wallet, keys) = self.wallet(wallet)?;
        let drawn = PrivateKey::derive(self.ids.bytes::<32>()).map_err(|_| key_failure())?;
        let context = delegated_key_context(key, wallet.account);
        let encrypted = keys.encrypt(&context, drawn.to_bytes().expose(), &self.ids)?;
        Ok(NewDelegatedKey { public_key: drawn.public_key().to_compressed_hex(), encrypted })
    }

    /// Signs for a pull (cards 8.4), unless the key was revoked. A private half that was encrypted for
    /// another key or another wallet cannot be decrypted.
    pub(crate) fn sign_pull_message(&self, wanted: &PullSignatureRequest) -> Result<String, KeysError> {
        let (wallet, keys) = self.wallet(&wanted.wallet)?;
        if self.is_revoked(wanted.key.uuid())? {
            return Err(KeysError::NotCertified);
        }
        let opened = keys.decrypt(&delegated_key_context(wanted.key, wallet.account), &wanted.encrypted)?;
        let key = PrivateKey::from_bytes(opened.expose()).map_err(|_| KeysError::NotCertified)?;
        Ok(hex::encode(key.sign(wanted.message.as_bytes()).to_der().as_ref()))
    }
}

/// Returns the encryption context of a delegated key.
pub(crate) fn delegated_key_context(key: DelegatedKeyId, wallet: InternalAccountId) -> String {
    format!("delegated key {key} of {wallet}")
}
