//! Outer form of bundles for a device: data with a signature of the bundle-signing key (wallet 2.4).

use serde::{Deserialize, Serialize};

use crate::{PrivateKey, PublicKey, Signature, hex, json};

const VERSION: &str = "v1.0.0";

/// A bundle for a device: data, and the signature of the bundle-signing key over it unless the interface
/// wants it unsigned.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SignedBundle {
    data: Vec<u8>,
    signature: Option<(PublicKey, Signature)>,
}

#[derive(Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
struct Members {
    version: String,
    data: String,
    data_signature: String,
    enclave_quorum_public: String,
}

impl SignedBundle {
    pub(crate) fn new(data: Vec<u8>, signer: Option<&PrivateKey>) -> Self {
        let signature = signer.map(|signer| (signer.public_key(), signer.sign(&data)));
        Self { data, signature }
    }

    /// Returns the compact JSON that is sent.
    #[must_use]
    pub fn to_json(&self) -> String {
        let (signature, signer) = match &self.signature {
            Some((signer, signature)) => (hex::encode(&signature.to_der()), signer.to_uncompressed_hex()),
            None => (String::new(), String::new()),
        };
        let data = hex::encode(&self.data);
        // All members are hexadecimal digits, so none needs escaping.
        format!(
            r#"{{"version":"{VERSION}","data":"{data}","dataSignature":"{signature}","enclaveQuorumPublic":"{signer}"}}"#
        )
    }

    /// Reads the JSON of [`Self::to_json`], and checks its signature.
    pub(crate) fn parse(text: &str) -> Option<Self> {
        let members: Members = json::object(text.as_bytes())?;
        let data = hex::decode(&members.data)?;
        if members.version != VERSION {
            return None;
        }
        if members.data_signature.is_empty() && members.enclave_quorum_public.is_empty() {
            return Some(Self { data, signature: None });
        }
        let signer = PublicKey::from_hex(&members.enclave_quorum_public).ok()?;
        let signature = Signature::from_der(&hex::decode(&members.data_signature)?).ok()?;
        signer.verifies(&data, &signature).then_some(Self { data, signature: Some((signer, signature)) })
    }

    /// Returns the key that signed the bundle, or `None` if it is unsigned, as exports in the sandbox are.
    #[must_use]
    pub fn signer(&self) -> Option<&PublicKey> {
        self.signature.as_ref().map(|(signer, _)| signer)
    }

    pub(crate) fn data(&self) -> &[u8] {
        &self.data
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn a_changed_bundle_is_noticed() {
        let signer = PrivateKey::derive([1; 32]).unwrap();
        let bundle = SignedBundle::new(b"data".to_vec(), Some(&signer));
        let text = bundle.to_json();
        assert_eq!(SignedBundle::parse(&text), Some(bundle));
        let other = PrivateKey::derive([2; 32]).unwrap().public_key().to_uncompressed_hex();
        let key = signer.public_key().to_uncompressed_hex();
        for bad in [
            text.replace("64617461", "64617462"),
            text.replace("v1.0.0", "v2.0.0"),
            text.replace(&key, &other),
            text.replace(&key, ""),
            format!("{text} x"),
        ] {
            assert_eq!(SignedBundle::parse(&bad), None, "{bad}");
        }
    }

    proptest! {
        #[test]
        fn any_text_is_read_or_refused(text: String, digits in "[0-9a-f]{0,150}") {
            let _ = SignedBundle::parse(&text);
            let _ = SignedBundle::parse(&format!(
                r#"{{"version":"{VERSION}","data":"{digits}","dataSignature":"{digits}","enclaveQuorumPublic":"{digits}"}}"#
            ));
        }
    }
}
