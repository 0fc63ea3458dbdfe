//! What an identity token says.

use serde::Deserialize;
use serde_json::Number;
use subtle::ConstantTimeEq;

use super::OidcError;
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

#[derive(Deserialize)]
pub(super) struct Claims {
    iss: String,
    sub: String,
    aud: Audience,
    iat: Number,
    exp: Number,
    nonce: Option<serde_json::Value>,
    email: Option<serde_json::Value>,
}

#[derive(Deserialize)]
#[serde(untagged)]
enum Audience {
    One(String),
    List([String; 1]),
}

/// Claims of the right types.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Content {
    pub(super) identity: Identity,
    pub(super) email: Option<String>,
    issued_at_ms: i128,
    expires_at_ms: i128,
    nonce: Option<String>,
}

impl Claims {
    pub(super) fn check(self) -> Option<Content> {
        let audience = match self.aud {
            Audience::One(audience) | Audience::List([audience]) => audience,
        };
        if self.sub.is_empty() || audience.is_empty() {
            return None;
        }
        let text = |claim: Option<serde_json::Value>| Some(claim?.as_str()?.to_owned());
        Some(Content {
            identity: Identity { issuer: normalise(self.iss), audience, subject: self.sub },
            email: text(self.email).filter(|email| !email.is_empty()),
            issued_at_ms: milliseconds(&self.iat)?,
            expires_at_ms: milliseconds(&self.exp)?,
            nonce: text(self.nonce),
        })
    }
}

/// One issuer writes itself with and without the scheme.
fn normalise(issuer: String) -> String {
    if issuer == "accounts.google.com" { format!("https://{issuer}") } else { issuer }
}

/// Seconds, perhaps with a fraction, in whole milliseconds.
fn milliseconds(seconds: &Number) -> Option<i128> {
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
