//! What a master key yields: keys that sign, and one that seals.

use causeway_domain::Ids;
use causeway_service::ports::wallet_keys::{Claims, KeysError, PublicKeys, certify, read};
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
    pub(crate) bundles: PrivateKey,
    certificates: PrivateKey,
    sealing: DataKey,
}

impl EnvironmentKeys {
    pub(crate) fn of(environment: Environment, master: &MasterKeys) -> Result<Self, KeysError> {
        let master = master.of(environment).expose();
        let signing = |label| PrivateKey::derive(derived(master, label)?).map_err(|_| broken());
        let (certificates, bundles) =
            (signing(b"causeway wallet certificates")?, signing(b"causeway wallet bundles")?);
        let public = PublicKeys { certificates: certificates.public_key(), bundles: bundles.public_key() };
        let sealing = DataKey::of(Secret::new(derived(master, b"causeway wallet secrets")?));
        Ok(Self { environment, public, bundles, certificates, sealing })
    }

    pub(crate) fn certify<C: Claims>(&self, claims: &C) -> Result<String, KeysError> {
        certify(claims, &self.certificates).ok_or_else(broken)
    }

    pub(crate) fn read<C: Claims>(&self, certificate: &str) -> Option<C> {
        read(certificate, &self.public.certificates)
    }

    pub(crate) fn seal(&self, place: &str, secret: &[u8], ids: &Ids) -> Result<Vec<u8>, KeysError> {
        self.sealing.seal(place, secret, ids).map_err(|_| broken())
    }

    /// What was sealed here for this place.
    pub(crate) fn unseal(&self, place: &str, sealed: &[u8]) -> Result<Secret<Vec<u8>>, KeysError> {
        self.sealing.unseal(place, sealed).map_err(|_| KeysError::NotCertified)
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
