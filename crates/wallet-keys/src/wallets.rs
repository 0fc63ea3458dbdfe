//! Creation of wallets with their mnemonics.

use causeway_domain::ids::{Id, InternalAccountId};
use causeway_service::ports::wallet_keys::{
    CredentialClaims, KeysError, NewWallet, WalletCertificates, WalletClaims, certificate_id,
    first_credential_id, provision_id,
};
use causeway_service::runtime::hex;
use causeway_wallet_crypto::{Mnemonic, Secret};

use crate::LocalWalletKeys;
use crate::environment::key_failure;

impl LocalWalletKeys {
    /// Generates the mnemonic of a wallet, and certifies the wallet with its first credential. A wallet that
    /// has had keys gets new ones only with the same first credential, unless that was revoked: its rows may
    /// come from a backup made before.
    pub(crate) fn create_wallet(&self, wanted: &NewWallet) -> Result<WalletCertificates, KeysError> {
        let keys = self.keys(wanted.environment);
        let first = keys.certify(&CredentialClaims {
            account: wanted.account,
            credential: wanted.credential,
            identity: wanted.identity.clone(),
            serial: None,
        })?;
        let got_keys = provision_id(wanted.account);
        let with_this = first_credential_id(&first);
        let has_keys = self.is_recorded(got_keys)? && !self.is_recorded(with_this)?;
        let is_revoked =
            self.is_revoked(wanted.credential.uuid())? || self.is_revoked(certificate_id(&first))?;
        if has_keys || is_revoked {
            return Err(KeysError::NotCertified);
        }
        let words = Mnemonic::from_entropy(&Secret::new(self.ids.bytes())).map_err(|_| key_failure())?;
        let encrypted =
            keys.encrypt(&mnemonic_context(wanted.account), words.expose().as_bytes(), &self.ids)?;
        let wallet = WalletClaims {
            environment: wanted.environment,
            platform: wanted.platform,
            customer: wanted.customer,
            account: wanted.account,
            organization_id: wanted.organization_id,
            user_id: wanted.user_id,
            wallet_id: wanted.wallet_id,
            encrypted_words: hex::encode(&encrypted),
        };
        Ok(WalletCertificates {
            wallet: keys.certify(&wallet)?,
            credential: first,
            marks: vec![got_keys, with_this],
        })
    }
}

/// Returns the encryption context of a wallet's mnemonic.
pub(crate) fn mnemonic_context(account: InternalAccountId) -> String {
    format!("words of {account}")
}
