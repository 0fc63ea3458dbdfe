//! Export of a wallet's mnemonic to its owner's device.

use causeway_service::ports::wallet_keys::{KeysError, WalletExportRequest};
use causeway_service::runtime::hex;
use causeway_store::platforms::Environment;
use causeway_wallet_crypto::payload::Action;
use causeway_wallet_crypto::{ClientPublicKey, KeyForm, Mnemonic, WalletExport};

use crate::LocalWalletKeys;
use crate::environment::key_failure;
use crate::wallets::mnemonic_context;

impl LocalWalletKeys {
    /// Encrypts the mnemonic to the device key that a session has signed for.
    pub(crate) fn export_mnemonic(&self, wanted: &WalletExportRequest) -> Result<String, KeysError> {
        let (wallet, keys) = self.wallet(&wanted.wallet)?;
        let client = ClientPublicKey::parse(&wanted.client_public_key)
            .ok()
            .filter(|key| key.form() == KeyForm::Uncompressed)
            .ok_or(KeysError::Malformed("clientPublicKey"))?;
        let wallet_id = wallet.wallet_id.to_string();
        let organization = wallet.organization_id.to_string();
        let action = Action::ExportWallet { wallet_id: &wallet_id, target_public_key: client.as_str() };
        self.authorize(keys, &wallet, &[&wallet], &wanted.authority, &action)?;
        let encrypted = hex::decode(&wallet.encrypted_words).ok_or(KeysError::NotCertified)?;
        let words = keys.decrypt(&mnemonic_context(wallet.account), &encrypted)?;
        let words = std::str::from_utf8(words.expose()).ok().and_then(|words| Mnemonic::parse(words).ok());
        let words = words.ok_or(KeysError::NotCertified)?;
        let is_signed = keys.environment == Environment::Production || wanted.is_signed_in_sandbox;
        let export = WalletExport { mnemonic: &words, organization_id: &organization };
        let seed: [u8; 32] = self.ids.bytes();
        let bundle = export.seal(client.key(), seed, is_signed.then_some(&keys.bundles));
        bundle.map(|bundle| bundle.to_json()).map_err(|_| key_failure())
    }
}
