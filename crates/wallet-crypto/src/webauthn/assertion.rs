//! Login with a passkey.

use sha2::{Digest, Sha256};
use subtle::ConstantTimeEq;

use super::AssertionError;
use super::authenticator_data::AuthenticatorData;
use super::client_data::ClientData;
use super::cose::CoseKey;
use super::origin::{Origin, RelyingParty};
use crate::base64url;

/// The fields of a login with a passkey, in base64url.
#[derive(Debug, Clone, Copy)]
pub struct Assertion<'a> {
    pub credential_id: &'a str,
    /// From the browser.
    pub client_data_json: &'a str,
    /// From the authenticator.
    pub authenticator_data: &'a str,
    /// By the passkey's key, over the authenticator data and the hash of the client data.
    pub signature: &'a str,
}

/// The stored data of a passkey.
#[derive(Debug, Clone, Copy)]
pub struct RegisteredPasskey<'a> {
    pub credential_id: &'a [u8],
    pub key: &'a CoseKey,
    /// Counter after the last use.
    pub sign_count: u32,
    pub relying_party: &'a RelyingParty,
    /// Origin of its registration.
    pub origin: &'a str,
}

/// The decoded fields of an assertion.
struct DecodedAssertion {
    credential_id: Vec<u8>,
    client_data: ClientData,
    data_bytes: Vec<u8>,
    data: AuthenticatorData,
    signature: Vec<u8>,
}

impl Assertion<'_> {
    /// Returns the origin that the browser wrote; `None` if the client data cannot be decoded.
    #[must_use]
    pub fn origin(&self) -> Option<String> {
        ClientData::parse(self.client_data_json).map(|data| data.origin().to_owned())
    }

    /// Checks a login for a challenge, given as the bytes that the authenticator signed (for a wallet: the
    /// characters of the 64 digits). Returns the counter to store.
    ///
    /// # Errors
    /// The first check that fails, in the order of [`AssertionError`].
    pub fn check(
        &self,
        passkey: &RegisteredPasskey<'_>,
        challenge: impl AsRef<[u8]>,
    ) -> Result<u32, AssertionError> {
        use AssertionError as E;
        let assertion = self.decode().ok_or(E::Malformed)?;
        if !bool::from(assertion.credential_id.ct_eq(passkey.credential_id)) {
            return Err(E::Credential);
        }
        if !assertion.client_data.is("webauthn.get")
            || !assertion.client_data.answers(&base64url::encode(challenge))
        {
            return Err(E::Challenge);
        }
        if !passkey.may_be_used_at(assertion.client_data.origin()) {
            return Err(E::Origin);
        }
        if assertion.data.rp_id_hash != passkey.relying_party.id_hash {
            return Err(E::RelyingParty);
        }
        if !assertion.data.user_present {
            return Err(E::UserPresence);
        }
        let hash = Sha256::digest(&assertion.client_data.bytes);
        if !passkey.key.verifies(&[&assertion.data_bytes[..], &hash].concat(), &assertion.signature) {
            return Err(E::Signature);
        }
        let previous = passkey.sign_count;
        let received = assertion.data.sign_count;
        if (previous, received) != (0, 0) && received <= previous {
            return Err(E::Counter);
        }
        Ok(received)
    }

    fn decode(&self) -> Option<DecodedAssertion> {
        let data_bytes = base64url::decode(self.authenticator_data)?;
        Some(DecodedAssertion {
            credential_id: base64url::decode(self.credential_id)?,
            client_data: ClientData::parse(self.client_data_json)?,
            data: AuthenticatorData::parse(&data_bytes)?,
            data_bytes,
            signature: base64url::decode(self.signature)?,
        })
    }
}

impl RegisteredPasskey<'_> {
    /// Returns `true` for the origin of the registration, for pages of the relying party, and for Android
    /// applications if the passkey was registered in one.
    fn may_be_used_at(&self, origin: &str) -> bool {
        if origin == self.origin {
            return true;
        }
        match Origin::parse(origin) {
            Some(Origin::Https { host }) => self.relying_party.covers(&host),
            Some(Origin::Android) => matches!(Origin::parse(self.origin), Some(Origin::Android)),
            Some(Origin::Localhost) | None => false,
        }
    }
}
