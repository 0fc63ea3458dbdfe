//! Why an identity token is refused.

use std::fmt;

use crate::Failure;

/// Why an identity token is refused.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum OidcError {
    /// Not a JWT with the claims of an identity token.
    Malformed,
    /// No issuer that is supported.
    UnsupportedIssuer,
    /// The key set has no key of this name: fetch it once more, then answer as for a wrong signature.
    UnknownKey,
    /// Not signed by a key of its issuer, or by an algorithm that is not spoken.
    Signature,
    /// Issued too long ago.
    TooOld,
    /// Issued later than now.
    IssuedInFuture,
    /// Past its own expiry.
    Expired,
    /// Of another identity than the credential's.
    IdentityMismatch,
    /// Its nonce does not name the key that was sent.
    NonceMismatch,
}

impl OidcError {
    /// What the interface answers.
    #[must_use]
    pub const fn failure(self) -> Failure {
        match self {
            Self::Malformed | Self::UnsupportedIssuer => Failure::InvalidInput,
            Self::UnknownKey | Self::Signature => Failure::Unauthorized("OIDC token signature invalid"),
            Self::TooOld => Failure::Unauthorized("OIDC token is too old"),
            Self::IssuedInFuture => Failure::Unauthorized("OIDC token issued in the future"),
            Self::Expired => Failure::Unauthorized("OIDC token expired"),
            Self::IdentityMismatch => Failure::Unauthorized("OIDC identity mismatch"),
            Self::NonceMismatch => Failure::Unauthorized("OIDC nonce mismatch"),
        }
    }
}

impl fmt::Display for OidcError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Malformed => "not an OIDC token",
            Self::UnsupportedIssuer => "the issuer of the OIDC token is not supported",
            other => match other.failure() {
                Failure::Unauthorized(reason) => reason,
                _ => "the OIDC token is refused",
            },
        })
    }
}

impl std::error::Error for OidcError {}
