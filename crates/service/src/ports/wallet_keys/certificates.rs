//! Certificates: what the keeper of the keys says about a wallet, a credential or a session, signed with ES256. They stand in
//! our rows; who can write to the database cannot make one.

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

/// What a certificate can say.
pub trait Claims: Serialize + DeserializeOwned {
    /// The header, which tells the kinds apart.
    const HEADER: &'static str;
}

/// What is said of a wallet.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct WalletClaims {
    /// Under whose master key it is.
    pub environment: Environment,
    /// The platform.
    pub platform: PlatformId,
    /// Whose it is.
    pub customer: CustomerId,
    /// Its account.
    pub account: InternalAccountId,
    /// What payloads call it.
    pub organization_id: Uuid,
    /// What payloads call its user.
    pub user_id: Uuid,
    /// What payloads call what signs.
    pub wallet_id: Uuid,
    /// Its words, which only the keeper can read.
    pub sealed_words: String,
}

/// What is said of a credential.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct CredentialClaims {
    /// The wallet that it opens.
    pub account: InternalAccountId,
    /// The credential.
    pub credential: AuthMethodId,
    /// Who it is.
    pub identity: Identity,
    /// Drawn when the contact changed, so that a contact that comes back is not the one that was replaced; none before.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub serial: Option<Uuid>,
}

/// Who a credential is.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "type", rename_all = "SCREAMING_SNAKE_CASE")]
pub enum Identity {
    /// Whoever reads the mail of this address.
    EmailOtp { address: String },
    /// Whoever reads the messages to this number.
    SmsOtp { number: String },
    /// A user of an issuer.
    Oauth { issuer: String, audience: String, subject: String },
    /// Whoever holds this passkey; bytes in base64url.
    Passkey { credential_id: String, key: String, rp_id_hash: String, rp_id: Option<String>, origin: String },
}

/// What is said of a session.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct SessionClaims {
    /// The wallet.
    pub account: InternalAccountId,
    /// The credential that has opened it.
    pub credential: AuthMethodId,
    /// The session.
    pub session: SessionId,
    /// The keys that sign: compressed, in hexadecimal digits.
    pub keys: Vec<String>,
    /// From when on they do not.
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

/// The certificate: a compact JWS. None where the claims cannot be written, which no claims are.
#[must_use]
pub fn certify<C: Claims>(claims: &C, key: &PrivateKey) -> Option<String> {
    let claims = serde_json::to_vec(claims).ok()?;
    let signed = format!("{}.{}", URL_SAFE_NO_PAD.encode(C::HEADER), URL_SAFE_NO_PAD.encode(claims));
    let signature = URL_SAFE_NO_PAD.encode(key.sign(signed.as_bytes()).to_raw());
    Some(format!("{signed}.{signature}"))
}

/// What a certificate says; none unless one of these keys has signed it, and it is one of this kind.
#[must_use]
pub fn read<C: Claims>(certificate: &str, keys: &[PublicKey]) -> Option<C> {
    let (signed, signature) = certificate.rsplit_once('.')?;
    let signature = Signature::from_raw(&URL_SAFE_NO_PAD.decode(signature).ok()?).ok()?;
    let is_signed = keys.iter().any(|key| key.verifies(signed.as_bytes(), &signature));
    if is_signed { claimed(certificate) } else { None }
}

/// What is claimed in a certificate of this kind, whoever has signed it. Nothing follows from it.
fn claimed<C: Claims>(certificate: &str) -> Option<C> {
    let (signed, _) = certificate.rsplit_once('.')?;
    let (header, claims) = signed.split_once('.')?;
    if header != URL_SAFE_NO_PAD.encode(C::HEADER) {
        return None;
    }
    serde_json::from_slice(&URL_SAFE_NO_PAD.decode(claims).ok()?).ok()
}

/// What a certificate is called where it is replaced by another one, and does not count any more: a hash of what it says.
/// Its signature is left out: it can be written in two ways, and is another one under another key.
#[must_use]
pub fn certificate_id(certificate: &str) -> Uuid {
    named(&["", said(certificate)])
}

/// By what is remembered for good that a wallet got its keys.
#[must_use]
pub fn provision_id(account: InternalAccountId) -> Uuid {
    named(&["wallet", &account.to_string()])
}

/// By what is remembered for good with which first credential that was, by what its certificate says.
#[must_use]
pub fn first_credential_id(certificate: &str) -> Uuid {
    named(&["first credential", said(certificate)])
}

/// A certificate without its signature.
fn said(certificate: &str) -> &str {
    certificate.rsplit_once('.').map_or(certificate, |(said, _)| said)
}

/// A hash, in the form of the ids that it stands among.
fn named(parts: &[&str]) -> Uuid {
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
    fn a_certificate_says_what_its_key_has_signed() {
        let [key, other] = [1, 2].map(|seed| PrivateKey::derive([seed; 32]).unwrap());
        let certificate = certify(&session(), &key).unwrap();
        let (own, others) = ([key.public_key()], [other.public_key()]);
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
        let [certificate, resealed] = [&key, &other].map(|key| certify(&session(), key).unwrap());
        assert_ne!(certificate, resealed);
        let longer = SessionClaims { expires_at: Time::from_millis(6), ..session() };
        let another = certify(&longer, &key).unwrap();
        for name in [certificate_id, first_credential_id] {
            assert_eq!(name(&certificate), name(&resealed));
            assert_ne!(name(&certificate), name(&another));
        }
    }
}
