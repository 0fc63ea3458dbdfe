//! Registration of a passkey.

use super::RegistrationError;
use super::authenticator_data::{AttestedCredential, AuthenticatorData};
use super::cbor::Reader;
use super::client_data::ClientData;
use super::cose::CoseKey;
use super::origin::{Origin, RelyingParty};
use crate::base64url;

/// The fields for the registration of a passkey; binary ones in base64url.
#[derive(Debug, Clone, Copy)]
pub struct Registration<'a> {
    /// Challenge that the platform gave to its page.
    pub challenge: &'a str,
    pub credential_id: &'a str,
    /// From the browser.
    pub client_data_json: &'a str,
    /// From the authenticator.
    pub attestation_object: &'a str,
}

/// A checked passkey, to be stored.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NewPasskey {
    pub credential_id: Vec<u8>,
    pub key: CoseKey,
    /// Counter at registration.
    pub sign_count: u32,
    pub relying_party: RelyingParty,
    /// Origin of the registration, as the browser wrote it.
    pub origin: String,
}

impl Registration<'_> {
    /// Checks a new passkey. Attestation statements are read, but not verified.
    ///
    /// # Errors
    /// The first check that fails, in the order of [`RegistrationError`].
    pub fn check(&self) -> Result<NewPasskey, RegistrationError> {
        use RegistrationError as E;
        let client_data = ClientData::parse(self.client_data_json).ok_or(E::ClientData)?;
        if !client_data.is("webauthn.create") {
            return Err(E::ClientData);
        }
        if !client_data.answers(self.challenge) {
            return Err(E::Challenge);
        }
        let object = base64url::decode(self.attestation_object).ok_or(E::AttestationObject)?;
        let data = authenticator_data(&object).ok_or(E::AttestationObject)?;
        let data = AuthenticatorData::parse(data).ok_or(E::AttestationObject)?;
        let AttestedCredential::Present { credential_id, key } = data.attested else { return Err(E::Flags) };
        if !data.user_present {
            return Err(E::Flags);
        }
        if base64url::decode(self.credential_id).is_none_or(|sent| sent != credential_id) {
            return Err(E::CredentialId);
        }
        let key = key.ok_or(E::Key)?;
        let origin = Origin::parse(client_data.origin()).ok_or(E::Origin)?;
        let relying_party = RelyingParty::of(&origin, data.rp_id_hash).ok_or(E::Origin)?;
        let origin = client_data.origin().to_owned();
        Ok(NewPasskey { credential_id, key, sign_count: data.sign_count, relying_party, origin })
    }
}

/// Returns the authenticator data of an attestation object. Its three members may come in any order.
fn authenticator_data(object: &[u8]) -> Option<&[u8]> {
    let mut reader = Reader::new(object);
    let mut format = None;
    let mut statement = None;
    let mut data = None;
    for _ in 0..reader.map()? {
        match reader.text()? {
            "fmt" if format.is_none() => format = Some(reader.text()?),
            "attStmt" if statement.is_none() => {
                let mut ahead = reader;
                statement = Some(ahead.map()?);
                reader.skip()?;
            }
            "authData" if data.is_none() => data = Some(reader.bytes()?),
            "fmt" | "attStmt" | "authData" => return None,
            _ => reader.skip()?,
        }
    }
    (format.is_some() && statement.is_some() && reader.rest().is_empty()).then_some(data?)
}
