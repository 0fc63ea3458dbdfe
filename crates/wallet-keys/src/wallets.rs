//! Wallets come into being, with their words.

use causeway_domain::ids::{Id, InternalAccountId};
use causeway_service::ports::wallet_keys::{
    CredentialClaims, KeysError, NewWallet, WalletCertificates, WalletClaims, certificate_id,
    first_credential_id, provision_id,
};
use causeway_service::runtime::hex;
use causeway_wallet_crypto::{Mnemonic, Secret};

use crate::LocalWalletKeys;
use crate::environment::broken;

impl LocalWalletKeys {
    /// Draws the words of a wallet, and certifies it with its first credential. A wallet that has had keys gets others only
    /// with the same first credential, as long as that is not revoked: its rows can be those of a backup from before.
    pub(crate) fn make(&self, wanted: &NewWallet) -> Result<WalletCertificates, KeysError> {
        let keys = self.keys(wanted.environment);
        let first = keys.certify(&CredentialClaims {
            account: wanted.account,
            credential: wanted.credential,
            identity: wanted.identity.clone(),
            serial: None,
        })?;
        let (got_keys, with_this) = (provision_id(wanted.account), first_credential_id(&first));
        let has_keys = self.is_known(got_keys)? && !self.is_known(with_this)?;
        let is_revoked =
            self.is_revoked(wanted.credential.uuid())? || self.is_revoked(certificate_id(&first))?;
        if has_keys || is_revoked {
            return Err(KeysError::NotCertified);
        }
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
            sealed_words: hex::encode(&sealed),
        };
        Ok(WalletCertificates {
            wallet: keys.certify(&wallet)?,
            credential: first,
            marks: vec![got_keys, with_this],
        })
    }
}

/// Where the words of a wallet are sealed for.
pub(crate) fn place_of_words(account: InternalAccountId) -> String {
    format!("words of {account}")
}
