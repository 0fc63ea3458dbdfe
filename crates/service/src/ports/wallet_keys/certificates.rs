//! Certificates: the key service's statements about a wallet, a credential or a session, signed with ES256.
//! They are stored in the database; write access to the database is not enough to forge one.

use base64::Engine;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use causeway_domain::Time;
use causeway_domain::ids::{AuthMethodId, CustomerId, InternalAccountId, PlatformId, SessionId};
use causeway_store::platforms::Environment;
use causeway_wallet_crypto::{PrivateKey, PublicKey, Signature};
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};
use uuid::Uuid;

/// The claims of a certificate.
pub trait Claims: Serialize + DeserializeOwned {
    /// The JWS header, which distinguishes the kinds.
    const HEADER: &'static str;
}

/// The claims about a wallet.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct WalletClaims {
    /// The environment, which determines the master key.
    pub environment: Environment,
    pub platform: PlatformId,
    pub customer: CustomerId,
    pub account: InternalAccountId,
    /// The organization id in signed payloads.
    pub organization_id: Uuid,
    /// The user id in signed payloads.
    pub user_id: Uuid,
    /// The wallet id in signed payloads.
    pub wallet_id: Uuid,
    /// The recovery phrase, encrypted for the key service.
    pub encrypted_words: String,
}

/// The claims about a credential.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct CredentialClaims {
    /// The account of the wallet that it opens.
    pub account: InternalAccountId,
    pub credential: AuthMethodId,
    pub identity: Identity,
    /// A random id drawn when the contact changed, so that a contact that is used again is distinct from the
    /// replaced one; `None` before the first change.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub serial: Option<Uuid>,
}

/// The identity that a credential proves.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "type", rename_all = "SCREAMING_SNAKE_CASE")]
pub enum Identity {
    /// The recipient of mail to this address.
    EmailOtp { address: String },
    /// The recipient of messages to this number.
    SmsOtp { number: String },
    /// A user of an issuer.
    Oauth { issuer: String, audience: String, subject: String },
    /// The holder of this passkey; bytes in base64url.
    Passkey { credential_id: String, key: String, rp_id_hash: String, rp_id: Option<String>, origin: String },
}

/// The claims about a session.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct SessionClaims {
    pub account: InternalAccountId,
    /// The credential that opened it.
    pub credential: AuthMethodId,
    pub session: SessionId,
    /// The signing keys: compressed, in hexadecimal digits.
    pub keys: Vec<String>,
    /// The keys are not valid from this instant on.
    pub expires_at: Time,
}

impl Claims for WalletClaims {
    const HEADER: &'static str = r#"{"alg":"ES256","typ":"causeway-wallet"}"#;
}

impl Claims for CredentialClaims {
    const HEADER: &'static str = r#"{"alg":"ES256","typ":"causeway-wallet-credential"}"#;
}

impl Claims for SessionClaims {
    const HEADER: &'static str = r#"{"alg":"ES256","typ":"causeway-wallet-session"}"#;
}

/// Returns the certificate, a compact JWS, or `None` if the claims cannot be serialized, which never happens.
#[must_use]
pub fn certify<C: Claims>(claims: &C, key: &PrivateKey) -> Option<String> {
    let claims = serde_json::to_vec(claims).ok()?;
    let signed = format!("{}.{}", URL_SAFE_NO_PAD.encode(C::HEADER), URL_SAFE_NO_PAD.encode(claims));
    let signature = URL_SAFE_NO_PAD.encode(key.sign(signed.as_bytes()).to_raw());
    Some(format!("{signed}.{signature}"))
}

/// Returns the claims of a certificate, or `None` unless one of these keys has signed it and it is of this
/// kind.
#[must_use]
pub fn read<C: Claims>(certificate: &str, keys: &[PublicKey]) -> Option<C> {
    let (signed, signature) = certificate.rsplit_once('.')?;
    let signature = Signature::from_raw(&URL_SAFE_NO_PAD.decode(signature).ok()?).ok()?;
    let is_signed = keys.iter().any(|key| key.verifies(signed.as_bytes(), &signature));
    if is_signed { parse_claims(certificate) } else { None }
}

/// Parses the claims of a certificate of this kind without checking its signature; they prove nothing.
fn parse_claims<C: Claims>(certificate: &str) -> Option<C> {
    let (signed, _) = certificate.rsplit_once('.')?;
    let (header, claims) = signed.split_once('.')?;
    if header != URL_SAFE_NO_PAD.encode(C::HEADER) {
        return None;
    }
    serde_json::from_slice(&URL_SAFE_NO_PAD.decode(claims).ok()?).ok()
}

/// Returns the id under which a certificate is revoked when another one replaces it: a hash of its claims.
/// The signature is left out, because it has two valid encodings and differs under another key.
#[must_use]
pub fn certificate_id(certificate: &str) -> Uuid {
    hash_id(&["", without_signature(certificate)])
}

/// Returns the id of the permanent record that a wallet got its keys.
#[must_use]
pub fn provision_id(account: InternalAccountId) -> Uuid {
    hash_id(&["wallet", &account.to_string()])
}

/// Returns the id of the permanent record of the first credential with which a wallet got its keys, from the
/// claims of its certificate.
#[must_use]
pub fn first_credential_id(certificate: &str) -> Uuid {
    hash_id(&["first credential", without_signature(certificate)])
}

/// Strips the signature from a certificate.
fn without_signature(certificate: &str) -> &str {
    certificate.rsplit_once('.').map_or(certificate, |(signed, _)| signed)
}

/// Returns a hash in the form of a UUID, as other revocation ids are.
fn hash_id(parts: &[&str]) -> Uuid {
    let digest = Sha256::digest(parts.concat());
    let mut id = [0; 16];
    id.copy_from_slice(&digest[..16]);
    Uuid::from_bytes(id)
}

#[cfg(test)]
mod tests {
    use causeway_domain::ids::Id;

    use super::*;

    fn session() -> SessionClaims {
        let uuid = Uuid::from_u128(7);
        SessionClaims {
            account: InternalAccountId::from_uuid(uuid),
            credential: AuthMethodId::from_uuid(uuid),
            session: SessionId::from_uuid(uuid),
            keys: vec!["02aa".to_owned()],
            expires_at: Time::from_millis(5),
        }
    }

    #[test]
    fn a_certificate_is_read_only_under_its_key_and_kind() {
        let [key, other] = [1, 2].map(|seed| PrivateKey::derive([seed; 32]).unwrap());
        let certificate = certify(&session(), &key).unwrap();
        let own = [key.public_key()];
        let others = [other.public_key()];
        assert_eq!(read(&certificate, &own), Some(session()));
        assert_eq!(read(&certificate, &[others, own].concat()), Some(session()), "under an older key");
        assert_eq!(read::<SessionClaims>(&certificate, &others), None, "of another deployment");
        assert_eq!(read::<CredentialClaims>(&certificate, &own), None, "of another kind");
        let longer = SessionClaims { expires_at: Time::from_millis(6), ..session() };
        let [_, forged, _] =
            [0, 1, 2].map(|part| certify(&longer, &other).unwrap().split('.').nth(part).unwrap().to_owned());
        let mut parts: Vec<&str> = certificate.split('.').collect();
        parts[1] = &forged;
        assert_eq!(read::<SessionClaims>(&parts.join("."), &own), None, "changed");
        for text in ["", ".", "..", "a.b.c"] {
            assert_eq!(read::<SessionClaims>(text, &own), None);
        }
    }

    #[test]
    fn a_certificate_is_called_the_same_however_it_is_signed() {
        let [key, other] = [1, 2].map(|seed| PrivateKey::derive([seed; 32]).unwrap());
        let [certificate, recertified] = [&key, &other].map(|key| certify(&session(), key).unwrap());
        assert_ne!(certificate, recertified);
        let longer = SessionClaims { expires_at: Time::from_millis(6), ..session() };
        let another = certify(&longer, &key).unwrap();
        for name in [certificate_id, first_credential_id] {
            assert_eq!(name(&certificate), name(&recertified));
            assert_ne!(name(&certificate), name(&another));
        }
    }
}
