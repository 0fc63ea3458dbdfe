//! What the master keys yield: keys that sign, and some that seal.

use causeway_domain::Ids;
use causeway_service::ports::wallet_keys::{Claims, KeysError, PublicKeys, WalletClaims, certify, read};
use causeway_service::runtime::keys::{DataKey, Secret};
use causeway_store::platforms::Environment;
use causeway_wallet_crypto::PrivateKey;
use hkdf::Hkdf;
use sha2::Sha256;

use crate::MasterKeys;

/// The keys of one environment.
#[derive(Debug)]
pub(crate) struct EnvironmentKeys {
    pub(crate) environment: Environment,
    pub(crate) public: PublicKeys,
    /// Signs bundles and tokens: the oldest, which the apps of wallets' users know.
    pub(crate) bundles: PrivateKey,
    /// Signs certificates: the newest.
    certificates: PrivateKey,
    /// Newest first; the first one seals.
    sealing: Vec<DataKey>,
}

/// What one master key yields.
struct Yield {
    bundles: PrivateKey,
    certificates: PrivateKey,
    sealing: DataKey,
}

impl Yield {
    fn of(master: &[u8; 32]) -> Result<Self, KeysError> {
        let signing = |label| PrivateKey::derive(derived(master, label)?).map_err(|_| broken());
        Ok(Self {
            bundles: signing(b"causeway wallet bundles")?,
            certificates: signing(b"causeway wallet certificates")?,
            sealing: DataKey::of(Secret::new(derived(master, b"causeway wallet secrets")?)),
        })
    }
}

impl MasterKeys {
    /// Whether a wallet was certified with one of them.
    #[must_use]
    pub fn have_certified(&self, wallet: &str) -> bool {
        let of = |environment| EnvironmentKeys::of(environment, self).ok();
        let all = [Environment::Sandbox, Environment::Production].into_iter().filter_map(of);
        all.into_iter().any(|keys| keys.read::<WalletClaims>(wallet).is_some())
    }
}

impl EnvironmentKeys {
    pub(crate) fn of(environment: Environment, master: &MasterKeys) -> Result<Self, KeysError> {
        let all = master.of(environment).map(|key| Yield::of(key.expose()));
        let oldest_first: Vec<Yield> = all.collect::<Result<_, _>>()?;
        let public = PublicKeys {
            certificates: oldest_first.iter().rev().map(|keys| keys.certificates.public_key()).collect(),
            bundles: oldest_first.iter().map(|keys| keys.bundles.public_key()).collect(),
        };
        let bundles = oldest_first.first().ok_or_else(broken)?.bundles.clone();
        let certificates = oldest_first.last().ok_or_else(broken)?.certificates.clone();
        let sealing = oldest_first.into_iter().rev().map(|keys| keys.sealing).collect();
        Ok(Self { environment, public, bundles, certificates, sealing })
    }

    pub(crate) fn certify<C: Claims>(&self, claims: &C) -> Result<String, KeysError> {
        certify(claims, &self.certificates).ok_or_else(broken)
    }

    pub(crate) fn read<C: Claims>(&self, certificate: &str) -> Option<C> {
        read(certificate, &self.public.certificates)
    }

    pub(crate) fn seal(&self, place: &str, secret: &[u8], ids: &Ids) -> Result<Vec<u8>, KeysError> {
        self.sealing.first().ok_or_else(broken)?.seal(place, secret, ids).map_err(|_| broken())
    }

    /// What was sealed here for this place.
    pub(crate) fn unseal(&self, place: &str, sealed: &[u8]) -> Result<Secret<Vec<u8>>, KeysError> {
        let opened = self.sealing.iter().find_map(|key| key.unseal(place, sealed).ok());
        opened.ok_or(KeysError::NotCertified)
    }
}

fn derived(master: &[u8; 32], label: &[u8]) -> Result<[u8; 32], KeysError> {
    let mut key = [0; 32];
    Hkdf::<Sha256>::new(None, master).expand(label, &mut key).map_err(|_| broken())?;
    Ok(key)
}

/// What no key does.
pub(crate) fn broken() -> KeysError {
    KeysError::Unavailable("a key cannot be made or used".to_owned())
}
