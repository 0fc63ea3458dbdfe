//! Verification token, issued for a correct code: a JWT (ES256) that the device stamps (wallet 2.6).

use serde::Deserialize;
use uuid::Uuid;

use crate::{PrivateKey, PublicKey, Signature, base64url, json};

/// The channel on which a code was sent.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ContactType {
    Email,
    /// Text message.
    Sms,
}

/// The claims of a verification token, the proof of a correct code.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct VerificationToken {
    /// Unique per token.
    pub id: Uuid,
    pub contact_type: ContactType,
    /// Recipient of the code: an email address or a phone number (E.164).
    pub contact: String,
    pub organization_id: String,
    /// The device's key, sent with the code.
    pub public_key: PublicKey,
    /// Expiry in milliseconds since 1970.
    pub expires_at_ms: u64,
}

const HEADER: &str = r#"{"alg":"ES256","typ":"JWT"}"#;

#[derive(Deserialize)]
struct Claims {
    id: String,
    verification_type: String,
    contact: String,
    organization_id: String,
    public_key: String,
    exp: String,
}

impl VerificationToken {
    /// Returns the compact JWT. All claims are strings, as the public verifier requires.
    #[must_use]
    pub fn sign(&self, signer: &PrivateKey) -> String {
        let quoted = |text: &str| serde_json::Value::from(text).to_string();
        let claims = format!(
            r#"{{"id":"{}","verification_type":"{}","contact":{},"organization_id":{},"public_key":"{}","exp":"{}"}}"#,
            self.id,
            self.contact_type.as_str(),
            quoted(&self.contact),
            quoted(&self.organization_id),
            self.public_key.to_compressed_hex(),
            self.expires_at_ms,
        );
        let signed = format!("{}.{}", base64url::encode(HEADER), base64url::encode(claims));
        let signature = base64url::encode(signer.sign(signed.as_bytes()).to_raw());
        format!("{signed}.{signature}")
    }

    /// Reads a token signed by `signer`. The caller checks the expiry.
    #[must_use]
    pub fn verify(token: &str, signer: &PublicKey) -> Option<Self> {
        let (signed, signature) = token.rsplit_once('.')?;
        let (header, claims) = signed.split_once('.')?;
        let signature = Signature::from_raw(&base64url::decode(signature)?).ok()?;
        if header != base64url::encode(HEADER) || !signer.verifies(signed.as_bytes(), &signature) {
            return None;
        }
        let claims: Claims = json::object(&base64url::decode(claims)?)?;
        Some(Self {
            id: Uuid::try_parse(&claims.id).ok()?,
            contact_type: ContactType::parse(&claims.verification_type)?,
            contact: claims.contact,
            organization_id: claims.organization_id,
            public_key: PublicKey::from_hex(&claims.public_key).ok()?,
            expires_at_ms: claims.exp.parse().ok()?,
        })
    }
}

impl ContactType {
    const fn as_str(self) -> &'static str {
        match self {
            Self::Email => "OTP_TYPE_EMAIL",
            Self::Sms => "OTP_TYPE_SMS",
        }
    }

    fn parse(text: &str) -> Option<Self> {
        [Self::Email, Self::Sms].into_iter().find(|kind| kind.as_str() == text)
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::testdata::{private_key, text, wallet};

    fn known() -> (VerificationToken, PrivateKey, String) {
        let known = wallet("/verificationToken");
        let claims = &known["claims"];
        let token = VerificationToken {
            id: text(claims, "id").parse().unwrap(),
            contact_type: ContactType::Email,
            contact: text(claims, "contact").to_owned(),
            organization_id: text(claims, "organization_id").to_owned(),
            public_key: private_key(&known["clientTekKey"]).public_key(),
            expires_at_ms: text(claims, "exp").parse().unwrap(),
        };
        (token, private_key(&known["signingKey"]), text(&known, "payloadToSign").to_owned())
    }

    #[test]
    fn the_known_token_is_written_and_read() {
        let (token, signer, sent) = known();
        assert_eq!(VerificationToken::verify(&sent, &signer.public_key()), Some(token.clone()));
        assert_eq!(token.sign(&signer), sent);
        let by_text = VerificationToken { contact_type: ContactType::Sms, ..token };
        assert_eq!(VerificationToken::verify(&by_text.sign(&signer), &signer.public_key()), Some(by_text));
    }

    #[test]
    fn a_token_of_another_signer_or_header_is_refused() {
        let (token, signer, sent) = known();
        assert_eq!(VerificationToken::verify(&sent, &token.public_key), None);
        let (_, rest) = sent.split_once('.').unwrap();
        let other = base64url::encode(r#"{"alg":"none"}"#);
        for bad in [
            format!("{other}.{rest}"),
            format!("{sent}A"),
            rest.to_owned(),
            format!("{sent}."),
            String::new(),
        ] {
            assert_eq!(VerificationToken::verify(&bad, &signer.public_key()), None, "{bad}");
        }
    }

    #[test]
    fn a_header_of_another_kind_is_refused_even_if_signed() {
        let (_, signer, sent) = known();
        let claims = sent.split('.').nth(1).unwrap();
        let sign = |header: &str| {
            let signed = format!("{}.{claims}", base64url::encode(header));
            let signature = base64url::encode(signer.sign(signed.as_bytes()).to_raw());
            VerificationToken::verify(&format!("{signed}.{signature}"), &signer.public_key())
        };
        assert!(sign(HEADER).is_some());
        assert!(sign(r#"{"alg":"ES256","typ":"other"}"#).is_none());
    }

    proptest! {
        #[test]
        fn a_changed_character_is_noticed(at: prop::sample::Index, text: String) {
            let (_, signer, sent) = known();
            let mut changed = sent.clone().into_bytes();
            let at = at.index(changed.len());
            changed[at] = if changed[at] == b'A' { b'B' } else { b'A' };
            let changed = String::from_utf8(changed).unwrap();
            prop_assert_eq!(VerificationToken::verify(&changed, &signer.public_key()), None);
            prop_assert_eq!(VerificationToken::verify(&text, &signer.public_key()), None);
        }
    }
}
