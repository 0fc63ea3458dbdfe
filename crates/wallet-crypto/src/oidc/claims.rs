//! Claims of an identity token.

use serde::Deserialize;
use serde_json::Value;
use subtle::ConstantTimeEq;

use super::{OidcError, TokenDefect};
use crate::ClientPublicKey;

/// The identity of a user as stated by an issuer.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Identity {
    /// Issuer in its normalised spelling.
    pub issuer: String,
    /// Client application that the token was issued for.
    pub audience: String,
    /// User at the issuer.
    pub subject: String,
}

/// The current time and the tolerances for the times of a token.
#[derive(Debug, Clone, Copy)]
pub struct Clock {
    /// Milliseconds since 1970.
    pub now_ms: i64,
    /// Maximum age of a token since its issue.
    pub oldest_seconds: u32,
    /// Maximum time by which a token may be issued in the future, because clocks differ.
    pub ahead_seconds: u32,
}

/// Claims of any type. `null` counts as absent.
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

/// Claims of the correct types.
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
    /// Checks the types of the claims, in the order of [`TokenDefect`].
    pub(super) fn check(self) -> Result<Content, TokenDefect> {
        let issuer = self.iss.ok_or(TokenDefect::IssuerMissing)?;
        let issuer = text(&issuer).ok_or(TokenDefect::Issuer)?;
        let subject = self.sub.ok_or(TokenDefect::SubjectMissing)?;
        let subject = text(&subject).ok_or(TokenDefect::Subject)?;
        let audience = audience(&self.aud.ok_or(TokenDefect::AudienceMissing)?)?;
        let issued_at = self.iat.ok_or(TokenDefect::IssuedAtMissing)?;
        let issued_at_ms = milliseconds(&issued_at).ok_or(TokenDefect::IssuedAt)?;
        let expiry = self.exp.ok_or(TokenDefect::ExpiryMissing)?;
        let expires_at_ms = milliseconds(&expiry).ok_or(TokenDefect::Expiry)?;
        let not_before = self.nbf.map(|nbf| milliseconds(&nbf).ok_or(TokenDefect::NotBefore));
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

/// Returns a text, or `None` if the claim is none or is empty.
fn text(claim: &Value) -> Option<String> {
    claim.as_str().filter(|text| !text.is_empty()).map(ToOwned::to_owned)
}

/// Returns the audience: a text, or the only element of a list.
fn audience(claim: &Value) -> Result<String, TokenDefect> {
    let one = match claim {
        Value::Array(several) => match &several[..] {
            [one] => one,
            _ => return Err(TokenDefect::Audiences),
        },
        one => one,
    };
    text(one).ok_or(TokenDefect::Audience)
}

/// Normalises the issuer, which Google writes with and without the scheme.
fn normalise(issuer: String) -> String {
    if issuer == "accounts.google.com" { format!("https://{issuer}") } else { issuer }
}

/// Converts seconds, which may have a fraction, to whole milliseconds.
fn milliseconds(seconds: &Value) -> Option<i128> {
    let Value::Number(seconds) = seconds else { return None };
    if let Some(whole) = seconds.as_i128() {
        return Some(whole * 1000);
    }
    let floor = (seconds.as_f64()? * 1000.0).floor();
    // Formatted and parsed, because a float can only become an integer by a cast otherwise.
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
        // The tolerance for the issuer's clock is the same as for the issue.
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
