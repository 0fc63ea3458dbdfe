//! A passkey in software, for demos, tests and simulations.

use sha2::{Digest, Sha256};

use super::{Assertion, Registration};
use crate::{PrivateKey, base64url};

/// An authenticator with one passkey (ES256).
#[derive(Debug, Clone)]
pub struct SoftwareAuthenticator {
    /// The passkey's key.
    pub key: PrivateKey,
    /// The passkey's id.
    pub credential_id: Vec<u8>,
    /// The domain that it is bound to.
    pub rp_id: String,
    /// The page or application that it is used from.
    pub origin: String,
    /// How often it was used.
    pub sign_count: u32,
    /// Whether somebody is there.
    pub user_present: bool,
}

/// What the device of a new passkey sends.
#[derive(Debug, Clone)]
pub struct RegistrationFields {
    /// As it was asked for.
    pub challenge: String,
    /// Base64url.
    pub credential_id: String,
    /// Base64url.
    pub client_data_json: String,
    /// Base64url.
    pub attestation_object: String,
}

/// What the device of a passkey sends at a login.
#[derive(Debug, Clone)]
pub struct AssertionFields {
    /// Base64url.
    pub credential_id: String,
    /// Base64url.
    pub client_data_json: String,
    /// Base64url.
    pub authenticator_data: String,
    /// Base64url.
    pub signature: String,
}

impl SoftwareAuthenticator {
    /// Makes the passkey known, for a challenge in base64url.
    #[must_use]
    pub fn register(&self, challenge: &str) -> RegistrationFields {
        let data = self.data(0x40, &self.attested());
        // A map of "fmt", "attStmt" and "authData"; the statement of the format "none" is empty.
        let object = [&b"\xa3\x63fmt\x64none\x67attStmt\xa0\x68authData"[..], &byte_string(&data)].concat();
        RegistrationFields {
            challenge: challenge.to_owned(),
            credential_id: base64url::encode(&self.credential_id),
            client_data_json: base64url::encode(self.client_data("webauthn.create", challenge)),
            attestation_object: base64url::encode(object),
        }
    }

    /// Uses the passkey once, for a challenge of these bytes; a wallet's are the characters of 64 digits.
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
        let (challenge, origin) = (quoted(challenge), quoted(&self.origin));
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

/// A byte string of 256 to 65535 bytes has two bytes of length; a shorter one has one.
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
    /// As the check takes it.
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
    /// As the check takes it.
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
