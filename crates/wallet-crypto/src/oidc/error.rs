//! Why an identity token is refused.

use std::fmt;

use crate::Failure;

/// Fault by which a text is no identity token: not a JWT, or not with the claims that one has.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum TokenFault {
    /// Not three parts with dots between them.
    Parts,
    /// The header is not base64url.
    HeaderEncoding,
    /// The header is not a JSON object.
    Header,
    /// The payload is not base64url.
    PayloadEncoding,
    /// The payload is not a JSON object, or has a claim twice.
    Payload,
    /// The signature is absent or not base64url.
    SignatureEncoding,
    /// No claim `iss`.
    IssuerMissing,
    /// `iss` is no text, or an empty one.
    Issuer,
    /// No claim `sub`.
    SubjectMissing,
    /// `sub` is no text, or an empty one.
    Subject,
    /// No claim `aud`.
    AudienceMissing,
    /// `aud` names several.
    Audiences,
    /// `aud` is neither a text nor a list of one, or an empty one.
    Audience,
    /// No claim `iat`.
    IssuedAtMissing,
    /// `iat` is no number of seconds.
    IssuedAt,
    /// No claim `exp`.
    ExpiryMissing,
    /// `exp` is no number of seconds.
    Expiry,
    /// `nbf` is no number of seconds.
    NotBefore,
}

/// Why an identity token is refused.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum OidcError {
    /// Not an identity token.
    Malformed(TokenFault),
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
    /// Not to be taken before a later instant, as it says itself.
    NotYetValid,
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
            Self::Malformed(_) | Self::UnsupportedIssuer => Failure::InvalidInput,
            Self::UnknownKey | Self::Signature => Failure::Unauthorized("OIDC token signature invalid"),
            Self::TooOld => Failure::Unauthorized("OIDC token is too old"),
            Self::IssuedInFuture => Failure::Unauthorized("OIDC token issued in the future"),
            Self::NotYetValid => Failure::Unauthorized("OIDC token is not valid yet"),
            Self::Expired => Failure::Unauthorized("OIDC token expired"),
            Self::IdentityMismatch => Failure::Unauthorized("OIDC identity mismatch"),
            Self::NonceMismatch => Failure::Unauthorized("OIDC nonce mismatch"),
        }
    }

    /// Returns the slug for programs, where the answer has no reason of its own.
    #[must_use]
    pub const fn slug(self) -> Option<&'static str> {
        match self {
            Self::Malformed(defect) => Some(defect.slug()),
            Self::UnsupportedIssuer => Some("OIDC_ISSUER_NOT_SUPPORTED"),
            Self::UnknownKey
            | Self::Signature
            | Self::TooOld
            | Self::IssuedInFuture
            | Self::NotYetValid
            | Self::Expired
            | Self::IdentityMismatch
            | Self::NonceMismatch => None,
        }
    }
}

impl TokenFault {
    /// Returns the slug for programs.
    #[must_use]
    pub const fn slug(self) -> &'static str {
        self.texts().0
    }

    /// The slug, and what is wrong with the token in words.
    const fn texts(self) -> (&'static str, &'static str) {
        match self {
            Self::Parts => ("OIDC_NOT_THREE_PARTS", "must be three parts with a dot between them"),
            Self::HeaderEncoding => ("OIDC_HEADER_NOT_BASE64URL", "has a header that is not base64url"),
            Self::Header => ("OIDC_HEADER_NOT_JSON", "has a header that is not a JSON object"),
            Self::PayloadEncoding => ("OIDC_PAYLOAD_NOT_BASE64URL", "has a payload that is not base64url"),
            Self::Payload => ("OIDC_PAYLOAD_NOT_JSON", "has a payload that is not a JSON object"),
            Self::SignatureEncoding => {
                ("OIDC_SIGNATURE_NOT_BASE64URL", "has a signature that is absent or not base64url")
            }
            Self::IssuerMissing => ("OIDC_ISSUER_MISSING", "has no claim iss"),
            Self::Issuer => ("OIDC_ISSUER_INVALID", "has a claim iss that is no text, or empty"),
            Self::SubjectMissing => ("OIDC_SUBJECT_MISSING", "has no claim sub"),
            Self::Subject => ("OIDC_SUBJECT_INVALID", "has a claim sub that is no text, or empty"),
            Self::AudienceMissing => ("OIDC_AUDIENCE_MISSING", "has no claim aud"),
            Self::Audiences => ("OIDC_AUDIENCE_NOT_ONE", "has a claim aud that does not name exactly one"),
            Self::Audience => ("OIDC_AUDIENCE_INVALID", "has a claim aud that is no text, or empty"),
            Self::IssuedAtMissing => ("OIDC_ISSUED_AT_MISSING", "has no claim iat"),
            Self::IssuedAt => ("OIDC_ISSUED_AT_INVALID", "has a claim iat that is no number of seconds"),
            Self::ExpiryMissing => ("OIDC_EXPIRY_MISSING", "has no claim exp"),
            Self::Expiry => ("OIDC_EXPIRY_INVALID", "has a claim exp that is no number of seconds"),
            Self::NotBefore => ("OIDC_NOT_BEFORE_INVALID", "has a claim nbf that is no number of seconds"),
        }
    }
}

impl fmt::Display for OidcError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Malformed(defect) => defect.texts().1,
            Self::UnsupportedIssuer => "has an issuer that is not supported",
            other => match other.failure() {
                Failure::Unauthorized(reason) => reason,
                _ => "the OIDC token is refused",
            },
        })
    }
}

impl std::error::Error for OidcError {}
