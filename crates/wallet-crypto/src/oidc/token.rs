//! Decoding and checking of identity tokens.

use std::fmt;

use serde::Deserialize;

use super::claims::{Claims, Content};
use super::key_set::Algorithm;
use super::{Clock, Identity, KeySet, OidcError, TokenDefect};
use crate::{ClientPublicKey, base64url, json};

/// A decoded identity token. Only its form has been checked.
#[derive(Clone, PartialEq, Eq)]
pub struct IdToken {
    header: Header,
    content: Content,
    signed: String,
    signature: String,
}

/// A rule for the signature of a token.
#[derive(Debug, Clone, Copy)]
pub enum SignatureRule<'a> {
    /// The signature must be by a key of this set, published by the issuer.
    By(&'a KeySet),
    /// The signature is ignored, as in the sandbox, where tokens are made by hand.
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
    /// [`OidcError::Malformed`] with the first defect, in the order of [`TokenDefect`].
    pub fn parse(text: &str) -> Result<Self, OidcError> {
        Self::decode(text).map_err(OidcError::Malformed)
    }

    fn decode(text: &str) -> Result<Self, TokenDefect> {
        let (signed, signature) = text.rsplit_once('.').ok_or(TokenDefect::Parts)?;
        let (header, claims) = signed.split_once('.').ok_or(TokenDefect::Parts)?;
        if claims.contains('.') {
            return Err(TokenDefect::Parts);
        }
        let header = base64url::decode(header).ok_or(TokenDefect::HeaderEncoding)?;
        let header: Header = json::object(&header).ok_or(TokenDefect::Header)?;
        let claims = base64url::decode(claims).ok_or(TokenDefect::PayloadEncoding)?;
        let claims: Claims = json::object(&claims).ok_or(TokenDefect::Payload)?;
        if signature.is_empty() || !base64url::is_alphabet(base64url::unpadded(signature)) {
            return Err(TokenDefect::SignatureEncoding);
        }
        Ok(Self {
            header,
            content: claims.check()?,
            signed: signed.to_owned(),
            signature: signature.to_owned(),
        })
    }

    /// Returns the user's identity as the token states it, which also selects the issuer's keys. It is
    /// unproven before a check.
    #[must_use]
    pub const fn identity(&self) -> &Identity {
        &self.content.identity
    }

    /// Returns the user's email address, or `None` if the token has none.
    #[must_use]
    pub fn email(&self) -> Option<&str> {
        self.content.email.as_deref()
    }

    /// Checks that the issuer is one of these, given in normalised spelling. Credentials are created for
    /// those issuers only.
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

    /// Checks the signature and the times, as required at every use.
    ///
    /// # Errors
    /// The first that fails of: signature, age, issue in the future, start of validity, expiry.
    pub fn check(&self, rule: SignatureRule<'_>, clock: &Clock) -> Result<(), OidcError> {
        match rule {
            SignatureRule::By(keys) => self.check_signature(keys)?,
            SignatureRule::Ignored => {}
        }
        self.content.check_times(clock)
    }

    /// Checks a login: as [`Self::check`], then that the token is for this credential and for this key.
    ///
    /// # Errors
    /// The same as [`Self::check`], then the identity, then the nonce.
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
            base64url::decode(&self.signature).ok_or(OidcError::Malformed(TokenDefect::SignatureEncoding))?;
        let algorithm = match self.header.alg.as_ref().and_then(serde_json::Value::as_str) {
            Some("RS256") => Algorithm::Rs256,
            Some("ES256") => Algorithm::Es256,
            _ => return Err(OidcError::Signature),
        };
        // `crit` requires support for members that are unknown here (RFC 7515, 4.1.11).
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
