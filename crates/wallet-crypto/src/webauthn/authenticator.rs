//! Software passkey for demos, tests and simulations.

use sha2::{Digest, Sha256};

use super::{Assertion, Registration};
use crate::{PrivateKey, base64url};

/// An authenticator with one passkey (ES256).
#[derive(Debug, Clone)]
pub struct SoftwareAuthenticator {
    pub key: PrivateKey,
    pub credential_id: Vec<u8>,
    /// Domain of the relying party.
    pub rp_id: String,
    /// Page or application that uses the passkey.
    pub origin: String,
    /// Number of uses so far.
    pub sign_count: u32,
    /// Value of the flag for user presence.
    pub user_present: bool,
}

/// The fields that a device sends to register a passkey.
#[derive(Debug, Clone)]
pub struct RegistrationFields {
    /// Challenge as received.
    pub challenge: String,
    /// In base64url.
    pub credential_id: String,
    /// In base64url.
    pub client_data_json: String,
    /// In base64url.
    pub attestation_object: String,
}

/// The fields that a device sends to log in with a passkey.
#[derive(Debug, Clone)]
pub struct AssertionFields {
    /// In base64url.
    pub credential_id: String,
    /// In base64url.
    pub client_data_json: String,
    /// In base64url.
    pub authenticator_data: String,
    /// In base64url.
    pub signature: String,
}

impl SoftwareAuthenticator {
    /// Registers the passkey for a challenge in base64url.
    #[must_use]
    pub fn register(&self, challenge: &str) -> RegistrationFields {
        let data = self.data(0x40, &self.attested());
        // A map of "fmt", "attStmt" and "authData". The statement is empty for the format "none".
        let object = [&b"\xa3\x63fmt\x64none\x67attStmt\xa0\x68authData"[..], &byte_string(&data)].concat();
        RegistrationFields {
            challenge: challenge.to_owned(),
            credential_id: base64url::encode(&self.credential_id),
            client_data_json: base64url::encode(self.client_data("webauthn.create", challenge)),
            attestation_object: base64url::encode(object),
        }
    }

    /// Uses the passkey once, for a challenge of these bytes (for a wallet: the characters of the 64 digits).
    pub fn assert(&mut self, challenge: impl AsRef<[u8]>) -> AssertionFields {
        self.sign_count = self.sign_count.saturating_add(1);
        let data = self.data(0, &[]);
        let client_data = self.client_data("webauthn.get", &base64url::encode(challenge));
        let signature = self.key.sign(&[&data[..], &Sha256::digest(&client_data)].concat());
        AssertionFields {
            credential_id: base64url::encode(&self.credential_id),
            client_data_json: base64url::encode(client_data),
            authenticator_data: base64url::encode(data),
            signature: base64url::encode(signature.to_der()),
        }
    }

    fn client_data(&self, kind: &str, challenge: &str) -> String {
        let quoted = |text: &str| serde_json::Value::from(text).to_string();
        let challenge = quoted(challenge);
        let origin = quoted(&self.origin);
        format!(r#"{{"type":"{kind}","challenge":{challenge},"origin":{origin},"crossOrigin":false}}"#)
    }

    fn data(&self, flags: u8, attested: &[u8]) -> Vec<u8> {
        let flags = flags | u8::from(self.user_present);
        let hash = Sha256::digest(self.rp_id.as_bytes());
        [&hash[..], &[flags], &self.sign_count.to_be_bytes(), attested].concat()
    }

    fn attested(&self) -> Vec<u8> {
        let length = u16::try_from(self.credential_id.len()).unwrap_or(u16::MAX).to_be_bytes();
        let key = self.key.public_key().uncompressed();
        let (x, y) = key[1..].split_at(32);
        // Key type 2, algorithm -7, curve 1, then both coordinates.
        let cose = [&b"\xa5\x01\x02\x03\x26\x20\x01\x21\x58\x20"[..], x, b"\x22\x58\x20", y].concat();
        [&[0; 16][..], &length, &self.credential_id, &cose].concat()
    }
}

/// Encodes a CBOR byte string: two bytes of length for 256 to 65535 bytes, one for fewer.
fn byte_string(bytes: &[u8]) -> Vec<u8> {
    let head = match u8::try_from(bytes.len()) {
        Ok(length) => vec![0x58, length],
        Err(_) => {
            let length = u16::try_from(bytes.len()).unwrap_or(u16::MAX).to_be_bytes();
            [&[0x59][..], &length].concat()
        }
    };
    [&head, bytes].concat()
}

impl RegistrationFields {
    /// Returns the registration to be checked.
    #[must_use]
    pub fn as_registration(&self) -> Registration<'_> {
        Registration {
            challenge: &self.challenge,
            credential_id: &self.credential_id,
            client_data_json: &self.client_data_json,
            attestation_object: &self.attestation_object,
        }
    }
}

impl AssertionFields {
    /// Returns the assertion to be checked.
    #[must_use]
    pub fn as_assertion(&self) -> Assertion<'_> {
        Assertion {
            credential_id: &self.credential_id,
            client_data_json: &self.client_data_json,
            authenticator_data: &self.authenticator_data,
            signature: &self.signature,
        }
    }
}
