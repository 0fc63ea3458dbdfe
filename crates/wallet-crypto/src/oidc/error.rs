//! Reasons to refuse an identity token.

use std::fmt;

use crate::Failure;

/// A defect of a text that is not an identity token: it is not a JWT, or lacks valid claims.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum TokenDefect {
    /// The text is not three parts with dots between them.
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
    /// `iss` is not a text, or is empty.
    Issuer,
    /// No claim `sub`.
    SubjectMissing,
    /// `sub` is not a text, or is empty.
    Subject,
    /// No claim `aud`.
    AudienceMissing,
    /// `aud` does not have exactly one element.
    Audiences,
    /// `aud` is neither a text nor a list of one text, or is empty.
    Audience,
    /// No claim `iat`.
    IssuedAtMissing,
    /// `iat` is not a number of seconds.
    IssuedAt,
    /// No claim `exp`.
    ExpiryMissing,
    /// `exp` is not a number of seconds.
    Expiry,
    /// `nbf` is not a number of seconds.
    NotBefore,
}

/// A reason to refuse an identity token.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum OidcError {
    /// Not an identity token.
    Malformed(TokenDefect),
    /// The issuer is not supported.
    UnsupportedIssuer,
    /// The key set has no key with this id. The caller fetches the set once more, then answers as for a wrong
    /// signature.
    UnknownKey,
    /// Not signed by a key of its issuer, or signed with an unsupported algorithm.
    Signature,
    /// Issued too long ago.
    TooOld,
    /// Issued in the future.
    IssuedInFuture,
    /// Not valid before a later time, by its claim `nbf`.
    NotYetValid,
    Expired,
    /// The identity is not that of the credential.
    IdentityMismatch,
    /// The nonce does not fit the key that was sent.
    NonceMismatch,
}

impl OidcError {
    /// Returns the interface's answer.
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

    /// Returns the machine-readable reason, or `None` if the answer has a reason of its own.
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

impl TokenDefect {
    /// Returns the machine-readable reason.
    #[must_use]
    pub const fn slug(self) -> &'static str {
        self.texts().0
    }

    /// Returns the machine-readable reason, and the defect in words.
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
