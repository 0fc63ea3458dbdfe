//! What an identity token says.

use serde::Deserialize;
use serde_json::Value;
use subtle::ConstantTimeEq;

use super::{OidcError, TokenFault};
use crate::ClientPublicKey;

/// Who somebody is, by the word of an issuer.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Identity {
    /// The issuer, in its one spelling.
    pub issuer: String,
    /// For whom the token was made.
    pub audience: String,
    /// The user at the issuer.
    pub subject: String,
}

/// Now, and how much a token's times may be off.
#[derive(Debug, Clone, Copy)]
pub struct Clock {
    /// Milliseconds since 1970.
    pub now_ms: i64,
    /// How long ago a token may have been issued.
    pub oldest_seconds: u32,
    /// How far ahead a token's issue may lie, because clocks differ.
    pub ahead_seconds: u32,
}

/// Claims of any type; `null` is as absent.
#[derive(Deserialize)]
pub(super) struct Claims {
    iss: Option<Value>,
    sub: Option<Value>,
    aud: Option<Value>,
    iat: Option<Value>,
    exp: Option<Value>,
    nbf: Option<Value>,
    nonce: Option<Value>,
    email: Option<Value>,
}

/// Claims of the right types.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Content {
    pub(super) identity: Identity,
    pub(super) email: Option<String>,
    issued_at_ms: i128,
    not_before_ms: Option<i128>,
    expires_at_ms: i128,
    nonce: Option<String>,
}

impl Claims {
    /// Checks the types of the claims, in the order of [`TokenFault`].
    pub(super) fn check(self) -> Result<Content, TokenFault> {
        let issuer = self.iss.ok_or(TokenFault::IssuerMissing)?;
        let issuer = text(&issuer).ok_or(TokenFault::Issuer)?;
        let subject = self.sub.ok_or(TokenFault::SubjectMissing)?;
        let subject = text(&subject).ok_or(TokenFault::Subject)?;
        let audience = audience(&self.aud.ok_or(TokenFault::AudienceMissing)?)?;
        let issued_at = self.iat.ok_or(TokenFault::IssuedAtMissing)?;
        let issued_at_ms = milliseconds(&issued_at).ok_or(TokenFault::IssuedAt)?;
        let expiry = self.exp.ok_or(TokenFault::ExpiryMissing)?;
        let expires_at_ms = milliseconds(&expiry).ok_or(TokenFault::Expiry)?;
        let not_before = self.nbf.map(|nbf| milliseconds(&nbf).ok_or(TokenFault::NotBefore));
        Ok(Content {
            identity: Identity { issuer: normalise(issuer), audience, subject },
            email: self.email.as_ref().and_then(text),
            issued_at_ms,
            not_before_ms: not_before.transpose()?,
            expires_at_ms,
            nonce: self.nonce.as_ref().and_then(text),
        })
    }
}

/// Returns a text that is not empty.
fn text(claim: &Value) -> Option<String> {
    claim.as_str().filter(|text| !text.is_empty()).map(ToOwned::to_owned)
}

/// Returns the audience: a text, or the only one in a list.
fn audience(claim: &Value) -> Result<String, TokenFault> {
    let one = match claim {
        Value::Array(several) => match &several[..] {
            [one] => one,
            _ => return Err(TokenFault::Audiences),
        },
        one => one,
    };
    text(one).ok_or(TokenFault::Audience)
}

/// One issuer writes itself with and without the scheme.
fn normalise(issuer: String) -> String {
    if issuer == "accounts.google.com" { format!("https://{issuer}") } else { issuer }
}

/// Seconds, perhaps with a fraction, in whole milliseconds.
fn milliseconds(seconds: &Value) -> Option<i128> {
    let Value::Number(seconds) = seconds else { return None };
    if let Some(whole) = seconds.as_i128() {
        return Some(whole * 1000);
    }
    let floor = (seconds.as_f64()? * 1000.0).floor();
    // Written out and read back: a float does not become an integer without a cast otherwise.
    format!("{floor:.0}").parse().ok()
}

impl Content {
    pub(super) fn check_times(&self, clock: &Clock) -> Result<(), OidcError> {
        let now = i128::from(clock.now_ms);
        let age = now.saturating_sub(self.issued_at_ms);
        if age > i128::from(clock.oldest_seconds) * 1000 {
            return Err(OidcError::TooOld);
        }
        if age < -i128::from(clock.ahead_seconds) * 1000 {
            return Err(OidcError::IssuedInFuture);
        }
        // The issuer's clock may be ahead of this one by as much as with its issue.
        let ahead = now.saturating_add(i128::from(clock.ahead_seconds) * 1000);
        if self.not_before_ms.is_some_and(|not_before| not_before > ahead) {
            return Err(OidcError::NotYetValid);
        }
        if self.expires_at_ms <= now {
            return Err(OidcError::Expired);
        }
        Ok(())
    }

    pub(super) fn check_nonce(&self, key: &ClientPublicKey) -> Result<(), OidcError> {
        let nonce = self.nonce.as_ref().map(|nonce| nonce.to_ascii_lowercase());
        let right = nonce.is_some_and(|nonce| nonce.as_bytes().ct_eq(key.nonce().as_bytes()).into());
        if right { Ok(()) } else { Err(OidcError::NonceMismatch) }
    }
}
