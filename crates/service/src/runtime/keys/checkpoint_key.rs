//! The deployment's Ed25519 key, which signs the heads of its ledgers.

use std::fmt;

use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use ring::signature::{ED25519, Ed25519KeyPair, KeyPair, UnparsedPublicKey};
use sha2::{Digest, Sha256};

use super::{Keyring, Purpose};

/// Algorithm byte of Ed25519 in a key and in its id.
const ALGORITHM: u8 = 1;
/// Length of a key's id.
const ID_BYTES: usize = 4;

/// The signing key pair derived from a root key.
pub struct CheckpointKey(Ed25519KeyPair);

impl Keyring {
    /// Returns the key that signs checkpoints under the root key with this number; `None` if that is unknown.
    #[must_use]
    pub fn checkpoint_key(&self, number: u32) -> Option<CheckpointKey> {
        let seed = self.derive_from(number, Purpose::LedgerCheckpoints)?;
        Ed25519KeyPair::from_seed_unchecked(seed.expose()).ok().map(CheckpointKey)
    }

    /// Returns the verification keys of the checkpoints with this name, that of the newest root key first.
    #[must_use]
    pub fn checkpoint_verifiers(&self, name: &str) -> Vec<String> {
        let mut numbers: Vec<u32> = self.numbers().collect();
        numbers.sort_unstable_by(|one, other| other.cmp(one));
        let keys = numbers.into_iter().filter_map(|number| self.checkpoint_key(number));
        keys.map(|key| key.verifier(name)).collect()
    }
}

impl CheckpointKey {
    /// Returns the part of a signature line after the key's name: the key id and the signature, in base64
    /// (C2SP signed-note).
    #[must_use]
    pub fn sign(&self, name: &str, text: &str) -> String {
        STANDARD.encode([&self.id(name)[..], self.0.sign(text.as_bytes()).as_ref()].concat())
    }

    /// Returns `true` if this key made the signature of this text.
    #[must_use]
    pub fn fits(&self, name: &str, text: &str, signature: &str) -> bool {
        let decoded = STANDARD.decode(signature).unwrap_or_default();
        let Some((id, signature)) = decoded.split_first_chunk::<ID_BYTES>() else { return false };
        let key = UnparsedPublicKey::new(&ED25519, self.0.public_key());
        *id == self.id(name) && key.verify(text.as_bytes(), signature).is_ok()
    }

    /// Returns the key in the format of note verification tools: name, id and public key.
    #[must_use]
    pub fn verifier(&self, name: &str) -> String {
        let id = crate::runtime::hex::encode(&self.id(name));
        format!("{name}+{id}+{}", STANDARD.encode([&[ALGORITHM], self.0.public_key().as_ref()].concat()))
    }

    fn id(&self, name: &str) -> [u8; ID_BYTES] {
        let hash = Sha256::new().chain_update(name).chain_update([b'\n', ALGORITHM]);
        let digest: [u8; 32] = hash.chain_update(self.0.public_key()).finalize().into();
        [digest[0], digest[1], digest[2], digest[3]]
    }
}

impl fmt::Debug for CheckpointKey {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("CheckpointKey(…)")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const NAME: &str = "causeway/ledger/00000000-0000-0000-0000-000000000007";
    const TEXT: &str = "causeway/ledger/00000000-0000-0000-0000-000000000007\n1\nAAAA\n";

    /// Compares with another implementation of HKDF, Ed25519 and the key id for the same root key.
    #[test]
    fn a_signature_is_that_of_the_published_form() {
        let keyring = Keyring::parse(&format!("1:{}", "09".repeat(32))).unwrap();
        let key = keyring.checkpoint_key(1).unwrap();
        assert_eq!(
            key.verifier(NAME),
            format!("{NAME}+c29c3218+AaAdmOGYxfGxblH6P6e4lo/5tBdCUD8rvd/nfFoAfQBP")
        );
        let signature =
            "wpwyGAl6o1k5C5BFF/zJx2vpy3EP8SBYJIvUCD1wNBhKXhMaxPBGfJhF4i2Xxc4UEeOPJud8ymyiYoqfCyluCQ/lIQE=";
        assert_eq!(key.sign(NAME, TEXT), signature);
        assert!(key.fits(NAME, TEXT, signature));
        assert!(!key.fits(NAME, "other\n", signature) && !key.fits("other", TEXT, signature));
        assert!(!key.fits(NAME, TEXT, "") && keyring.checkpoint_key(2).is_none());
    }
}
