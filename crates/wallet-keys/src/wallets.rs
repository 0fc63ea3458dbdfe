//! Wallets come into being, with their words.

use causeway_domain::ids::InternalAccountId;
use causeway_service::ports::wallet_keys::{
    CredentialClaims, KeysError, NewWallet, WalletCertificates, WalletClaims,
};
use causeway_wallet_crypto::{Mnemonic, Secret};

use crate::LocalWalletKeys;
use crate::environment::broken;

impl LocalWalletKeys {
    /// Draws the words of a wallet, and certifies it with its first credential.
    pub(crate) fn make(&self, wanted: &NewWallet) -> Result<WalletCertificates, KeysError> {
        let keys = self.keys(wanted.environment);
        let words = Mnemonic::from_entropy(&Secret::new(self.ids.bytes())).map_err(|_| broken())?;
        let sealed = keys.seal(&place_of_words(wanted.account), words.expose().as_bytes(), &self.ids)?;
        let wallet = WalletClaims {
            environment: wanted.environment,
            platform: wanted.platform,
            customer: wanted.customer,
            account: wanted.account,
            organization_id: wanted.organization_id,
            user_id: wanted.user_id,
            wallet_id: wanted.wallet_id,
            sealed_words: sealed.iter().map(|byte| format!("{byte:02x}")).collect(),
        };
        let credential = CredentialClaims {
            account: wanted.account,
            credential: wanted.credential,
            identity: wanted.identity.clone(),
        };
        Ok(WalletCertificates { wallet: keys.certify(&wallet)?, credential: keys.certify(&credential)? })
    }
}

/// Where the words of a wallet are sealed for.
pub(crate) fn place_of_words(account: InternalAccountId) -> String {
    format!("words of {account}")
}
