//! Diagnosis of a signature that a receiver could not verify (conventions 11.3): the usual mistake that fits.

use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use causeway_domain::Time;
use causeway_domain::ids::WebhookId;
use p256::ecdsa::signature::Verifier;
use p256::ecdsa::{Signature, VerifyingKey};
use serde::Serialize;
use serde_json::Value;
use sha2::{Digest, Sha256};

use super::altered_body::altered_bodies;
use crate::runtime::hex;

/// A key of the platform that signs its webhooks, or has done so.
#[derive(Debug, Clone)]
pub(crate) struct PublishedKey {
    pub(crate) key: VerifyingKey,
    /// `None` if the key signs now.
    pub(crate) retired_at: Option<Time>,
}

/// An event with the bytes that are sent.
#[derive(Debug, Clone)]
pub(crate) struct SignedEvent {
    pub(crate) id: WebhookId,
    pub(crate) body: Vec<u8>,
}

/// The data of a diagnosis.
#[derive(Debug, Clone)]
pub(crate) struct SignatureCase {
    /// The value of `X-Svc-Signature` that the receiver got.
    pub(crate) header: String,
    pub(crate) event: SignedEvent,
    /// `true` if the platform's headers are JSON.
    pub(crate) as_json: bool,
    /// SHA-256 of the body that the receiver has verified, in hexadecimal digits; `None` if it is not known.
    pub(crate) received_sha256: Option<String>,
    /// The key in use comes first.
    pub(crate) keys: Vec<PublishedKey>,
    /// Further events whose signature the header may be.
    pub(crate) others: Vec<SignedEvent>,
}

/// The mistake that fits.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "SCREAMING_SNAKE_CASE")]
pub(crate) enum SignatureMistake {
    /// The header is no signature in either form.
    MalformedHeader,
    /// The header is right; the receiver has verified other bytes, or with another key.
    OtherBytesOrWrongKey,
    /// Header and bytes are right.
    WrongKey,
    /// The header is right; the receiver has verified the body written again from its parsed form.
    BodyReserialised,
    /// The header is right; the receiver has verified the body with other white space.
    WhitespaceChanged,
    /// The header is right; the receiver has verified bytes that no usual mistake explains.
    OtherBytes,
    /// A key that no longer signs made the header.
    StaleKey,
    /// The header is the one of another event.
    OtherEvent,
    /// No key of the platform made the header for a known event.
    UnknownSignature,
}

/// The result of a diagnosis.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub(crate) struct SignatureFinding {
    pub(crate) mistake: SignatureMistake,
    pub(crate) explanation: String,
}

impl SignatureCase {
    /// Returns the mistake that fits.
    pub(crate) fn diagnose(&self) -> SignatureFinding {
        let Some(signature) = read(&self.header) else {
            return finding(
                SignatureMistake::MalformedHeader,
                "the header is neither the base64 of a DER signature nor JSON with it as \"s\": it was cut off or \
                 decoded on the way",
            );
        };
        let mut found = self.by_key(&signature);
        if self.header.trim_start().starts_with('{') != self.as_json {
            found.explanation.push_str(
                "; and the header is in the form that this platform does not have now (setting webhook_signature_json)",
            );
        }
        found
    }

    fn by_key(&self, signature: &Signature) -> SignatureFinding {
        let fits = |key: &PublishedKey, body: &[u8]| key.key.verify(body, signature).is_ok();
        match self.keys.iter().find(|key| fits(key, &self.event.body)) {
            Some(PublishedKey { retired_at: None, .. }) => self.of_received_bytes(),
            Some(PublishedKey { retired_at: Some(at), .. }) => finding(
                SignatureMistake::StaleKey,
                format!(
                    "the key that signed this was replaced at {at}; later attempts are signed with its successor"
                ),
            ),
            None => {
                let other =
                    self.others.iter().find(|other| self.keys.iter().any(|key| fits(key, &other.body)));
                match other {
                    Some(other) => finding(
                        SignatureMistake::OtherEvent,
                        format!("the header belongs to {}: headers and bodies were mixed up", other.id),
                    ),
                    None => finding(
                        SignatureMistake::UnknownSignature,
                        "no key of this platform signed this event or another recent one with this header: it was \
                         changed, or another deployment or platform has sent it",
                    ),
                }
            }
        }
    }

    /// Explains a header that is right for the stored bytes and the key in use.
    fn of_received_bytes(&self) -> SignatureFinding {
        let Some(received) = &self.received_sha256 else {
            return finding(
                SignatureMistake::OtherBytesOrWrongKey,
                "the header is right for the stored bytes and the key in use. The receiver has verified other bytes, \
                 usually the body after parsing, or with another key. Repeat this with --body-sha256, the SHA-256 of \
                 the bytes that it verified, to know which",
            );
        };
        let is_received = |body: &[u8]| hex_sha256(body).eq_ignore_ascii_case(received.trim());
        if is_received(&self.event.body) {
            let text = "header and bytes are right: the receiver has another public key than webhook-key show prints";
            return finding(SignatureMistake::WrongKey, text);
        }
        match altered_bodies(&self.event.body).into_iter().find(|altered| is_received(&altered.body)) {
            Some(altered) if altered.is_whitespace_only => finding(
                SignatureMistake::WhitespaceChanged,
                format!("the receiver has verified the body {}", altered.change),
            ),
            Some(altered) => finding(
                SignatureMistake::BodyReserialised,
                format!(
                    "the receiver has verified the body {}: verify the bytes before parsing",
                    altered.change
                ),
            ),
            None => finding(
                SignatureMistake::OtherBytes,
                "the receiver has verified other bytes than were sent: another event's, or changed ones",
            ),
        }
    }
}

/// Returns the SHA-256 of bytes in hexadecimal digits.
pub(crate) fn hex_sha256(bytes: &[u8]) -> String {
    hex::encode(&Sha256::digest(bytes))
}

fn finding(mistake: SignatureMistake, explanation: impl Into<String>) -> SignatureFinding {
    SignatureFinding { mistake, explanation: explanation.into() }
}

/// Reads a header in either form.
fn read(header: &str) -> Option<Signature> {
    let header = header.trim();
    let base64 = match serde_json::from_str::<Value>(header) {
        Ok(value) => value.get("s")?.as_str()?.to_owned(),
        Err(_) => header.to_owned(),
    };
    Signature::from_der(&STANDARD.decode(base64).ok()?).ok()
}

#[cfg(test)]
mod tests {
    use causeway_domain::Ids;
    use causeway_domain::ids::Id;
    use p256::pkcs8::DecodePublicKey;
    use uuid::Uuid;

    use super::*;
    use crate::runtime::keys::WebhookKey;

    const BODY: &[u8] = br#"{"type":"TEST","data":{}}"#;

    fn published(key: &WebhookKey, retired_at: Option<Time>) -> PublishedKey {
        let key = VerifyingKey::from_public_key_pem(&key.public_pem().unwrap()).unwrap();
        PublishedKey { key, retired_at }
    }

    fn event(number: u128, body: &[u8]) -> SignedEvent {
        SignedEvent { id: WebhookId::from_uuid(Uuid::from_u128(number)), body: body.to_vec() }
    }

    fn case(header: String, keys: Vec<PublishedKey>) -> SignatureCase {
        let others = vec![event(2, b"{}")];
        SignatureCase { header, event: event(1, BODY), as_json: false, received_sha256: None, keys, others }
    }

    #[test]
    fn the_usual_mistake_is_named() {
        let [new, old, foreign] = [1, 2, 3].map(|seed| WebhookKey::generate(&Ids::seeded(seed)));
        let keys = || vec![published(&new, None), published(&old, Some(Time::from_millis(0)))];
        let mistake = |header: String| case(header, keys()).diagnose().mistake;
        assert_eq!(mistake(new.sign(BODY)), SignatureMistake::OtherBytesOrWrongKey);
        assert_eq!(mistake(old.sign(BODY)), SignatureMistake::StaleKey);
        assert_eq!(mistake(new.sign(b"{}")), SignatureMistake::OtherEvent);
        assert_eq!(mistake(foreign.sign(BODY)), SignatureMistake::UnknownSignature);
        assert_eq!(mistake("abc".to_owned()), SignatureMistake::MalformedHeader);
        let json = format!(r#"{{"v":"1","s":"{}"}}"#, new.sign(BODY));
        let found = case(json, keys()).diagnose();
        assert_eq!(found.mistake, SignatureMistake::OtherBytesOrWrongKey);
        assert!(found.explanation.contains("webhook_signature_json"), "{found:?}");
    }

    #[test]
    fn the_hash_of_the_received_bytes_shows_their_change() {
        let key = WebhookKey::generate(&Ids::seeded(1));
        let mistake = |received: &[u8]| {
            let received_sha256 = Some(hex_sha256(received).to_uppercase());
            let case = case(key.sign(BODY), vec![published(&key, None)]);
            SignatureCase { received_sha256, ..case }.diagnose().mistake
        };
        assert_eq!(mistake(BODY), SignatureMistake::WrongKey);
        assert_eq!(mistake(&[BODY, b"\n"].concat()), SignatureMistake::WhitespaceChanged);
        assert_eq!(mistake(br#"{"type": "TEST", "data": {}}"#), SignatureMistake::BodyReserialised);
        assert_eq!(mistake(br#"{"data":{},"type":"TEST"}"#), SignatureMistake::BodyReserialised);
        assert_eq!(mistake(b"{}"), SignatureMistake::OtherBytes);
    }
}
