//! Re-encryption of a wallet's stored keys under the newest master key.

use causeway_domain::ids::{DelegatedKeyId, Id};
use causeway_service::ports::wallet_keys::{KeysError, StoredWalletKeys, WalletClaims};
use causeway_service::runtime::hex;

use crate::LocalWalletKeys;
use crate::delegated::delegated_key_context;
use crate::environment::EnvironmentKeys;
use crate::wallets::mnemonic_context;

impl LocalWalletKeys {
    /// Decrypts and checks everything with any of the master keys, and encrypts and certifies it with the
    /// newest. Entries that were revoked, belong to another wallet or cannot be verified are left out.
    pub(crate) fn reencrypt_wallet(&self, kept: &StoredWalletKeys) -> Result<StoredWalletKeys, KeysError> {
        let (wallet, keys) = self.wallet(&kept.wallet)?;
        let encrypted = hex::decode(&wallet.encrypted_words).ok_or(KeysError::NotCertified)?;
        let context = mnemonic_context(wallet.account);
        let words = keys.decrypt(&context, &encrypted)?;
        let encrypted_words = hex::encode(&keys.encrypt(&context, words.expose(), &self.ids)?);
        let mut credentials = Vec::with_capacity(kept.credentials.len());
        for (id, certificate) in &kept.credentials {
            match self.credential(&wallet, keys, certificate) {
                Ok(claims) => credentials.push((*id, keys.certify(&claims)?)),
                Err(KeysError::NotCertified) => {}
                Err(error) => return Err(error),
            }
        }
        let mut delegated_keys = Vec::with_capacity(kept.delegated_keys.len());
        for (id, encrypted) in &kept.delegated_keys {
            if let Some(encrypted) = self.reencrypt_delegated_key(keys, &wallet, *id, encrypted)? {
                delegated_keys.push((*id, encrypted));
            }
        }
        let wallet = keys.certify(&WalletClaims { encrypted_words, ..wallet })?;
        Ok(StoredWalletKeys { wallet, credentials, delegated_keys })
    }

    fn reencrypt_delegated_key(
        &self,
        keys: &EnvironmentKeys,
        wallet: &WalletClaims,
        id: DelegatedKeyId,
        encrypted: &[u8],
    ) -> Result<Option<Vec<u8>>, KeysError> {
        let context = delegated_key_context(id, wallet.account);
        let Ok(key) = keys.decrypt(&context, encrypted) else { return Ok(None) };
        if self.is_revoked(id.uuid())? {
            return Ok(None);
        }
        keys.encrypt(&context, key.expose(), &self.ids).map(Some)
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use causeway_domain::ids::{AuthMethodId, CustomerId, InternalAccountId, PlatformId};
    use causeway_domain::{Clock, Ids, Time};
    use causeway_service::ports::wallet_keys::{
        CredentialClaims, Identity, NewDelegatedKey, NewWallet, PullSignatureRequest, WalletKeys,
        certificate_id,
    };
    use causeway_service::ports::{NoKeySets, NoMessages};
    use causeway_service::runtime::settings::WalletTimes;
    use causeway_service::runtime::tombstones::Tombstones;
    use causeway_store::platforms::Environment;
    use futures_util::FutureExt;
    use uuid::Uuid;

    use super::*;
    use crate::{CodeMarks, KeyServiceParts, MasterKeys};

    const FIRST: &str = "SANDBOX:1111111111111111111111111111111111111111111111111111111111111111 \
                         PRODUCTION:2222222222222222222222222222222222222222222222222222222222222222";
    const SECOND: &str = "SANDBOX.2:3333333333333333333333333333333333333333333333333333333333333333 \
                          PRODUCTION.2:4444444444444444444444444444444444444444444444444444444444444444";

    /// Returns key services with the first keys, with both, and with the second ones, which share their
    /// tombstones.
    fn key_services() -> [LocalWalletKeys; 3] {
        let tombstones = Arc::new(Tombstones::in_memory());
        [FIRST.to_owned(), format!("{FIRST} {SECOND}"), SECOND.to_owned()].map(|keys| {
            let parts = KeyServiceParts {
                keys: MasterKeys::parse(&keys).unwrap(),
                tombstones: Arc::clone(&tombstones),
                codes: CodeMarks::in_memory(),
                messages: Arc::new(NoMessages),
                key_sets: Arc::new(NoKeySets),
                clock: Clock::manual(Time::from_millis(0)),
                ids: Ids::seeded(1),
                times: WalletTimes::default(),
            };
            LocalWalletKeys::new(parts).unwrap()
        })
    }

    fn id<I: Id>(number: u128) -> I {
        I::from_uuid(Uuid::from_u128(number))
    }

    /// Creates a wallet with a credential and a delegated key, all with the id `number`.
    fn wallet(service: &LocalWalletKeys, number: u128) -> (StoredWalletKeys, NewDelegatedKey) {
        let wanted = NewWallet {
            environment: Environment::Production,
            platform: id::<PlatformId>(1),
            customer: id::<CustomerId>(number),
            account: id::<InternalAccountId>(number),
            organization_id: Uuid::from_u128(1),
            user_id: Uuid::from_u128(2),
            wallet_id: Uuid::from_u128(number),
            credential: id::<AuthMethodId>(number),
            identity: Identity::EmailOtp { address: format!("{number}@example.com") },
        };
        let made = service.make_wallet(wanted).now_or_never().unwrap().unwrap();
        service.revoke(made.marks).now_or_never().unwrap().unwrap();
        let key = service.generate_delegated_key(&made.wallet, id(number)).unwrap();
        let kept = StoredWalletKeys {
            wallet: made.wallet,
            credentials: vec![(id(number), made.credential)],
            delegated_keys: vec![(id(number), key.encrypted.clone())],
        };
        (kept, key)
    }

    fn reencrypt(service: &LocalWalletKeys, kept: &StoredWalletKeys) -> Result<StoredWalletKeys, KeysError> {
        service.reencrypt(kept.clone()).now_or_never().unwrap()
    }

    fn pull(service: &LocalWalletKeys, kept: &StoredWalletKeys) -> Result<String, KeysError> {
        let (key, encrypted) = kept.delegated_keys[0].clone();
        service.sign_pull_message(&PullSignatureRequest {
            wallet: kept.wallet.clone(),
            key,
            encrypted,
            message: "pull".to_owned(),
        })
    }

    fn words(service: &LocalWalletKeys, kept: &StoredWalletKeys) -> Option<Vec<u8>> {
        let (wallet, keys) = service.wallet(&kept.wallet).ok()?;
        let words = keys.decrypt(&mnemonic_context(wallet.account), &hex::decode(&wallet.encrypted_words)?);
        words.ok().map(|words| words.expose().clone())
    }

    #[test]
    fn reencrypted_data_is_the_same_without_the_older_key() {
        let [older, both, newer] = key_services();
        let (kept, _) = wallet(&older, 7);
        assert_eq!(
            reencrypt(&newer, &kept),
            Err(KeysError::NotCertified),
            "the newer keys never included the older key"
        );
        let anew = reencrypt(&both, &kept).unwrap();
        assert!(words(&older, &kept).is_some() && words(&newer, &anew) == words(&older, &kept));
        assert_eq!(pull(&newer, &anew), pull(&older, &kept));
        assert_eq!(pull(&both, &kept), pull(&older, &kept), "both count meanwhile");
        let (claims, keys) = newer.wallet(&anew.wallet).unwrap();
        newer.credential(&claims, keys, &anew.credentials[0].1).unwrap();
        for (service, kept) in [(&newer, &kept), (&older, &anew)] {
            assert_eq!(words(service, kept), None);
            assert_eq!(pull(service, kept), Err(KeysError::NotCertified));
        }
        let mixed = StoredWalletKeys { delegated_keys: kept.delegated_keys.clone(), ..anew };
        assert_eq!(pull(&newer, &mixed), Err(KeysError::NotCertified), "a key that was not encrypted again");
    }

    #[test]
    fn invalid_and_revoked_keys_are_left_out() {
        let [older, both, _] = key_services();
        let kept = wallet(&older, 7).0;
        let others = wallet(&older, 8).0;
        let revoked = wallet(&older, 9).0;
        both.revoke(vec![Uuid::from_u128(9)]).now_or_never().unwrap().unwrap();
        let credential = kept.credentials[0].0;
        let former = certificate_id(&kept.credentials[0].1);
        let forged = both.keys(Environment::Sandbox).certify(&CredentialClaims {
            account: id(7),
            credential,
            identity: Identity::EmailOtp { address: "mallory@example.com".to_owned() },
            serial: None,
        });
        let mixed = StoredWalletKeys {
            credentials: [others.credentials, kept.credentials.clone(), vec![(credential, forged.unwrap())]]
                .concat(),
            delegated_keys: [others.delegated_keys, kept.delegated_keys.clone()].concat(),
            ..kept.clone()
        };
        let anew = reencrypt(&both, &mixed).unwrap();
        assert_eq!((anew.credentials.len(), anew.delegated_keys.len()), (1, 1));
        assert_eq!((anew.credentials[0].0, anew.delegated_keys[0].0), (credential, id(7)));
        assert_eq!(certificate_id(&anew.credentials[0].1), former, "what was revoked of it stays so");
        let none = reencrypt(&both, &revoked).unwrap();
        assert_eq!((none.credentials.len(), none.delegated_keys.len()), (0, 0));
        both.revoke(vec![former]).now_or_never().unwrap().unwrap();
        assert_eq!(reencrypt(&both, &anew).unwrap().credentials, []);
    }

    #[test]
    fn the_oldest_key_is_first_for_bundles_and_the_newest_for_certificates() {
        let [older, both, newer] = key_services();
        let keys = |service: &LocalWalletKeys| service.public_keys(Environment::Production).unwrap().clone();
        let [older, both, newer] = [keys(&older), keys(&both), keys(&newer)];
        assert_eq!(both.bundles, [older.bundles, newer.bundles].concat());
        assert_eq!(both.certificates, [newer.certificates, older.certificates].concat());
    }
}
