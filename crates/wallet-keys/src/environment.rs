//! Signing and encryption keys derived from the master keys.

use causeway_domain::Ids;
use causeway_service::ports::wallet_keys::{Claims, KeysError, PublicKeys, WalletClaims, certify, read};
use causeway_service::runtime::keys::{DataKey, Secret};
use causeway_store::platforms::Environment;
use causeway_wallet_crypto::PrivateKey;
use hkdf::Hkdf;
use sha2::Sha256;

use crate::MasterKeys;

/// The derived keys of one environment.
#[derive(Debug)]
pub(crate) struct EnvironmentKeys {
    pub(crate) environment: Environment,
    pub(crate) public: PublicKeys,
    /// Signs bundles and tokens. Derived from the oldest master key, because the apps of the wallets' users
    /// know its public half.
    pub(crate) bundles: PrivateKey,
    /// Signs certificates. Derived from the newest master key.
    certificates: PrivateKey,
    /// Newest first. The first one encrypts, all of them decrypt.
    encryption: Vec<DataKey>,
}

/// The keys derived from one master key.
struct DerivedKeys {
    bundles: PrivateKey,
    certificates: PrivateKey,
    encryption: DataKey,
}

impl DerivedKeys {
    fn of(master: &[u8; 32]) -> Result<Self, KeysError> {
        let signing = |label| PrivateKey::derive(derived(master, label)?).map_err(|_| key_failure());
        Ok(Self {
            bundles: signing(b"causeway wallet bundles")?,
            certificates: signing(b"causeway wallet certificates")?,
            encryption: DataKey::of(Secret::new(derived(master, b"causeway wallet secrets")?)),
        })
    }
}

impl MasterKeys {
    /// Returns `true` if one of these keys certified the wallet.
    #[must_use]
    pub fn have_certified(&self, wallet: &str) -> bool {
        let of = |environment| EnvironmentKeys::of(environment, self).ok();
        let all = [Environment::Sandbox, Environment::Production].into_iter().filter_map(of);
        all.into_iter().any(|keys| keys.read::<WalletClaims>(wallet).is_some())
    }
}

impl EnvironmentKeys {
    pub(crate) fn of(environment: Environment, master: &MasterKeys) -> Result<Self, KeysError> {
        let all = master.of(environment).map(|key| DerivedKeys::of(key.expose()));
        let oldest_first: Vec<DerivedKeys> = all.collect::<Result<_, _>>()?;
        let public = PublicKeys {
            certificates: oldest_first.iter().rev().map(|keys| keys.certificates.public_key()).collect(),
            bundles: oldest_first.iter().map(|keys| keys.bundles.public_key()).collect(),
        };
        let bundles = oldest_first.first().ok_or_else(key_failure)?.bundles.clone();
        let certificates = oldest_first.last().ok_or_else(key_failure)?.certificates.clone();
        let encryption = oldest_first.into_iter().rev().map(|keys| keys.encryption).collect();
        Ok(Self { environment, public, bundles, certificates, encryption })
    }

    pub(crate) fn certify<C: Claims>(&self, claims: &C) -> Result<String, KeysError> {
        certify(claims, &self.certificates).ok_or_else(key_failure)
    }

    pub(crate) fn read<C: Claims>(&self, certificate: &str) -> Option<C> {
        read(certificate, &self.public.certificates)
    }

    pub(crate) fn encrypt(&self, context: &str, secret: &[u8], ids: &Ids) -> Result<Vec<u8>, KeysError> {
        self.encryption
            .first()
            .ok_or_else(key_failure)?
            .encrypt(context, secret, ids)
            .map_err(|_| key_failure())
    }

    /// Decrypts a value that was encrypted here for this context.
    pub(crate) fn decrypt(&self, context: &str, encrypted: &[u8]) -> Result<Secret<Vec<u8>>, KeysError> {
        let opened = self.encryption.iter().find_map(|key| key.decrypt(context, encrypted).ok());
        opened.ok_or(KeysError::NotCertified)
    }
}

fn derived(master: &[u8; 32], label: &[u8]) -> Result<[u8; 32], KeysError> {
    let mut key = [0; 32];
    Hkdf::<Sha256>::new(None, master).expand(label, &mut key).map_err(|_| key_failure())?;
    Ok(key)
}

/// Returns the error of a key operation that cannot fail.
pub(crate) fn key_failure() -> KeysError {
    KeysError::Unavailable("a key cannot be made or used".to_owned())
}
