//! Key to which a device encrypts a code (wallet 2.4).

use crate::{PrivateKey, PublicKey, SignedBundle, json};
use serde::Deserialize;

/// The content of an `otpEncryptionTargetBundle`: the encryption key of one code, and the wallet's
/// organisation.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct OtpTarget {
    /// Public key for the encryption of one code.
    pub key: PublicKey,
    pub organization_id: String,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Data {
    target_public: String,
    organization_id: String,
}

impl OtpTarget {
    /// Builds the signed bundle for the device. The key is uncompressed, because devices use its bytes as
    /// they are.
    #[must_use]
    pub fn sign(&self, signer: &PrivateKey) -> SignedBundle {
        let organization = serde_json::Value::from(self.organization_id.as_str());
        let key = self.key.to_uncompressed_hex();
        let data = format!(r#"{{"targetPublic":"{key}","organizationId":{organization}}}"#);
        SignedBundle::new(data.into_bytes(), Some(signer))
    }

    /// Reads a bundle as a device does. `None` unless it has a correct signature by `signer`.
    #[must_use]
    pub fn read(text: &str, signer: &PublicKey) -> Option<Self> {
        let bundle = SignedBundle::parse(text).filter(|bundle| bundle.signer() == Some(signer))?;
        let data: Data = json::object(bundle.data())?;
        let key = PublicKey::from_hex(&data.target_public).ok()?;
        Some(Self { key, organization_id: data.organization_id })
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::testdata::{private_key, text, wallet};

    #[test]
    fn the_known_bundle_is_written_and_read() {
        let known = wallet("/otp");
        let target = OtpTarget {
            key: private_key(&known["serverTargetKey"]).public_key(),
            organization_id: text(&known, "organizationId").to_owned(),
        };
        let signer = private_key(&known["bundleSigningKey"]);
        let bundle = target.sign(&signer);
        assert_eq!(bundle.data(), text(&known, "bundleDataUtf8").as_bytes());
        let sent = text(&known, "otpEncryptionTargetBundle");
        assert_eq!(OtpTarget::read(sent, &signer.public_key()), Some(target.clone()));
        assert_eq!(OtpTarget::read(&bundle.to_json(), &signer.public_key()), Some(target.clone()));
        assert_eq!(bundle.to_json(), sent, "the signature is deterministic");
        assert_eq!(OtpTarget::read(sent, &target.key), None, "another signer");
    }

    proptest! {
        #[test]
        fn any_data_is_read_or_refused(text: String, digits in "[0-9a-f]{0,140}", data: Vec<u8>) {
            let signer = PrivateKey::derive([1; 32]).unwrap();
            let read = |data: Vec<u8>| {
                OtpTarget::read(&SignedBundle::new(data, Some(&signer)).to_json(), &signer.public_key())
            };
            // About one in ten thousand random texts is a valid key.
            let target = PublicKey::from_hex(&digits).ok();
            let target = target.map(|key| OtpTarget { key, organization_id: "o".to_owned() });
            let inner = format!(r#"{{"targetPublic":"{digits}","organizationId":"o"}}"#);
            prop_assert_eq!(read(inner.into_bytes()), target);
            prop_assert_eq!(read(data), None);
            prop_assert_eq!(OtpTarget::read(&text, &signer.public_key()), None);
        }
    }
}
