//! Export of a wallet's mnemonic to its owner's device (wallet 2.7).

use serde::Deserialize;

use crate::{Envelope, KeyError, Mnemonic, PrivateKey, PublicKey, Secret, SignedBundle, hex, json};

/// A wallet to be exported.
#[derive(Debug, Clone, Copy)]
pub struct WalletExport<'a> {
    pub mnemonic: &'a Mnemonic,
    /// Organisation of the wallet, equal to the one in the stamped payload.
    pub organization_id: &'a str,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Data {
    encapped_public: String,
    ciphertext: String,
    organization_id: String,
}

impl WalletExport<'_> {
    /// Builds the bundle of `encryptedWalletCredentials`, encrypted to the device's key. `seed` is 32 random
    /// bytes; `signer` is `None` in the sandbox.
    ///
    /// # Errors
    /// The same as [`Envelope::seal`].
    pub fn seal(
        &self,
        client: &PublicKey,
        seed: impl Into<Secret<[u8; 32]>>,
        signer: Option<&PrivateKey>,
    ) -> Result<SignedBundle, KeyError> {
        let envelope = Envelope::seal(client, self.mnemonic.expose().as_bytes(), seed)?;
        Ok(self.bundle(&envelope, signer))
    }

    fn bundle(&self, envelope: &Envelope, signer: Option<&PrivateKey>) -> SignedBundle {
        let key = envelope.encapsulated.to_uncompressed_hex();
        let ciphertext = hex::encode(&envelope.ciphertext);
        let organization = serde_json::Value::from(self.organization_id);
        let data = format!(
            r#"{{"encappedPublic":"{key}","ciphertext":"{ciphertext}","organizationId":{organization}}}"#
        );
        SignedBundle::new(data.into_bytes(), signer)
    }

    /// Opens a bundle as a device does, and returns the mnemonic. `None` unless the bundle is for this
    /// organisation, signed by `signer` (unsigned if `signer` is `None`), and encrypted to this key.
    #[must_use]
    pub fn open(
        text: &str,
        client: &PrivateKey,
        organization_id: &str,
        signer: Option<&PublicKey>,
    ) -> Option<Mnemonic> {
        let bundle = SignedBundle::parse(text).filter(|bundle| bundle.signer() == signer)?;
        let data: Data = json::object(bundle.data())?;
        if data.organization_id != organization_id {
            return None;
        }
        let encapsulated = PublicKey::from_hex(&data.encapped_public).ok()?;
        let opened = Envelope { encapsulated, ciphertext: hex::decode(&data.ciphertext)? }.open(client)?;
        Mnemonic::parse(std::str::from_utf8(opened.expose()).ok()?).ok()
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::testdata::{private_key, text, wallet};

    #[test]
    fn the_known_exports_open_and_are_written_alike() {
        let known = wallet("/walletExport");
        let client = private_key(&known["clientKey"]);
        let signer = private_key(&known["bundleSigningKey"]);
        let organization = text(&known, "organizationId");
        let signed = text(&known, "encryptedWalletCredentials");
        let unsigned = text(&known, "sandboxForm");
        let public = signer.public_key();
        let words = WalletExport::open(signed, &client, organization, Some(&public)).unwrap();
        assert_eq!(words.expose(), text(&known, "mnemonicUtf8"));
        assert!(WalletExport::open(unsigned, &client, organization, None).is_some());

        let data: Data = json::object(text(&known, "bundleDataUtf8").as_bytes()).unwrap();
        let envelope = Envelope {
            encapsulated: PublicKey::from_hex(&data.encapped_public).unwrap(),
            ciphertext: hex::decode(&data.ciphertext).unwrap(),
        };
        let export = WalletExport { mnemonic: &words, organization_id: organization };
        assert_eq!(export.bundle(&envelope, Some(&signer)).to_json(), signed);
        assert_eq!(export.bundle(&envelope, None).to_json(), unsigned);

        for (text, client, organization, signer) in [
            (signed, &signer, organization, Some(&public)),
            (signed, &client, "another", Some(&public)),
            (signed, &client, organization, None),
            (signed, &client, organization, Some(&client.public_key())),
            (unsigned, &client, organization, Some(&public)),
        ] {
            assert!(WalletExport::open(text, client, organization, signer).is_none());
        }
    }

    #[test]
    fn two_exports_differ_and_hold_the_same_words() {
        let known = wallet("/walletExport");
        let client = private_key(&known["clientKey"]);
        let mnemonic = Mnemonic::parse(text(&known, "mnemonicUtf8")).unwrap();
        let export = WalletExport { mnemonic: &mnemonic, organization_id: "o\"\\1" };
        let seal = |seed| export.seal(&client.public_key(), [seed; 32], None).unwrap().to_json();
        assert_ne!(seal(1), seal(2));
        for seed in [1, 2] {
            let words = WalletExport::open(&seal(seed), &client, "o\"\\1", None).unwrap();
            assert_eq!(words.expose(), mnemonic.expose());
        }
    }

    proptest! {
        #[test]
        fn any_text_is_opened_or_refused(text: String, digits in "[0-9a-f]{0,140}", data: Vec<u8>) {
            let client = PrivateKey::derive([1; 32]).unwrap();
            let inner = format!(r#"{{"encappedPublic":"{digits}","ciphertext":"{digits}","organizationId":"o"}}"#);
            for data in [inner.into_bytes(), data] {
                let bundle = SignedBundle::new(data, None).to_json();
                prop_assert!(WalletExport::open(&bundle, &client, "o", None).is_none());
            }
            prop_assert!(WalletExport::open(&text, &client, "o", None).is_none());
        }
    }
}
