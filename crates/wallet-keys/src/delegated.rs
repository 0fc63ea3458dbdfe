//! Keys that sign for a wallet when one of its cards is used (wallet 9).

use causeway_domain::ids::DelegatedKeyId;
use causeway_service::ports::wallet_keys::{DelegatedKeyMade, KeysError};
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
        let place = format!("delegated key {key} of {}", wallet.account);
        let sealed = keys.seal(&place, drawn.to_bytes().expose(), &self.ids)?;
        Ok(DelegatedKeyMade { public_key: drawn.public_key().to_compressed_hex(), sealed })
    }
}
