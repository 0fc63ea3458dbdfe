//! An identity token on its way from text to a login.

use std::fmt;

use serde::Deserialize;

use super::claims::{Claims, Content};
use super::key_set::Algorithm;
use super::{Clock, Identity, KeySet, OidcError, TokenFault};
use crate::{ClientPublicKey, base64url, json};

/// A decoded token, about which nothing is checked yet but its form.
#[derive(Clone, PartialEq, Eq)]
pub struct IdToken {
    header: Header,
    content: Content,
    signed: String,
    signature: String,
}

/// Whether the signature counts.
#[derive(Debug, Clone, Copy)]
pub enum SignatureRule<'a> {
    /// It is by a key of this set, which its issuer published.
    By(&'a KeySet),
    /// The sandbox: tokens are made by hand, and any text stands for a signature.
    Ignored,
}

#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
struct Header {
    alg: Option<serde_json::Value>,
    kid: Option<serde_json::Value>,
    crit: Option<serde_json::Value>,
}

impl IdToken {
    /// Decodes a token.
    ///
    /// # Errors
    /// [`OidcError::Malformed`] with the first defect, in the order of [`TokenFault`].
    pub fn parse(text: &str) -> Result<Self, OidcError> {
        Self::decode(text).map_err(OidcError::Malformed)
    }

    fn decode(text: &str) -> Result<Self, TokenFault> {
        let (signed, signature) = text.rsplit_once('.').ok_or(TokenFault::Parts)?;
        let (header, claims) = signed.split_once('.').ok_or(TokenFault::Parts)?;
        if claims.contains('.') {
            return Err(TokenFault::Parts);
        }
        let header = base64url::decode(header).ok_or(TokenFault::HeaderEncoding)?;
        let header: Header = json::object(&header).ok_or(TokenFault::Header)?;
        let claims = base64url::decode(claims).ok_or(TokenFault::PayloadEncoding)?;
        let claims: Claims = json::object(&claims).ok_or(TokenFault::Payload)?;
        if signature.is_empty() || !base64url::is_alphabet(base64url::unpadded(signature)) {
            return Err(TokenFault::SignatureEncoding);
        }
        Ok(Self {
            header,
            content: claims.check()?,
            signed: signed.to_owned(),
            signature: signature.to_owned(),
        })
    }

    /// Who it says that the user is; the issuer's keys are found by this. Believe it after a check.
    #[must_use]
    pub const fn identity(&self) -> &Identity {
        &self.content.identity
    }

    /// The user's e-mail address, where the token has one.
    #[must_use]
    pub fn email(&self) -> Option<&str> {
        self.content.email.as_deref()
    }

    /// Whether the issuer is one of these, in their one spelling. A credential is only made for those.
    ///
    /// # Errors
    /// [`OidcError::UnsupportedIssuer`].
    pub fn check_issuer<'a>(&self, supported: impl IntoIterator<Item = &'a str>) -> Result<(), OidcError> {
        let issuer = self.content.identity.issuer.as_str();
        if supported.into_iter().any(|known| known == issuer) {
            Ok(())
        } else {
            Err(OidcError::UnsupportedIssuer)
        }
    }

    /// Signature and times, which count at every use.
    ///
    /// # Errors
    /// The first that fails of: the signature, the age, the issue ahead of now, the start of its validity, the expiry.
    pub fn check(&self, rule: SignatureRule<'_>, clock: &Clock) -> Result<(), OidcError> {
        match rule {
            SignatureRule::By(keys) => self.check_signature(keys)?,
            SignatureRule::Ignored => {}
        }
        self.content.check_times(clock)
    }

    /// As [`Self::check`], then that the token is for this credential and for this key: a login.
    ///
    /// # Errors
    /// As [`Self::check`], then the identity, then the nonce.
    pub fn check_login(
        &self,
        rule: SignatureRule<'_>,
        clock: &Clock,
        expected: &Identity,
        key: &ClientPublicKey,
    ) -> Result<(), OidcError> {
        self.check(rule, clock)?;
        if self.content.identity != *expected {
            return Err(OidcError::IdentityMismatch);
        }
        self.content.check_nonce(key)
    }

    fn check_signature(&self, keys: &KeySet) -> Result<(), OidcError> {
        let signature =
            base64url::decode(&self.signature).ok_or(OidcError::Malformed(TokenFault::SignatureEncoding))?;
        let algorithm = match self.header.alg.as_ref().and_then(serde_json::Value::as_str) {
            Some("RS256") => Algorithm::Rs256,
            Some("ES256") => Algorithm::Es256,
            _ => return Err(OidcError::Signature),
        };
        // Says that a reader must know members that are not known here (RFC 7515, 4.1.11).
        if self.header.crit.is_some() {
            return Err(OidcError::Signature);
        }
        let key_id = match &self.header.kid {
            Some(id) => Some(id.as_str().ok_or(OidcError::Signature)?),
            None => None,
        };
        keys.check(algorithm, key_id, self.signed.as_bytes(), &signature)
    }
}

impl fmt::Debug for IdToken {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("IdToken(…)")
    }
}
