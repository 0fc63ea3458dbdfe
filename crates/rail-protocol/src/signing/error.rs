//! Errors of signatures.

use std::fmt;

use super::keys::KeyId;
use crate::values::ErrorCode;

/// A header of a signature.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum SignedPart {
    /// `Content-Digest`.
    ContentDigest,
    /// `Crp-Rail`.
    Rail,
    /// `Signature-Input`.
    SignatureInput,
    /// `Signature`.
    Signature,
}

/// A reason why a request or an answer does not count as signed (rails 3).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum SignatureError {
    /// The header is missing, occurs twice, or has another form than the profile's.
    Unsigned(SignedPart),
    /// The header `Crp-Rail` names another rail.
    WrongRail,
    /// The key is not one of the rail's.
    UnknownKey(KeyId),
    /// The body has another digest than the header says.
    WrongDigest,
    /// The signature is not that of the key over these parts, or the answer is one to another request.
    WrongSignature,
    /// `created` is more than 300 s from the receiver's clock; a positive number of seconds means that the
    /// sender's clock is ahead.
    Stale {
        /// Seconds by which the sender's clock is ahead of the receiver's.
        ahead_seconds: i64,
    },
}

impl SignedPart {
    /// Every header.
    pub const HEADERS: [Self; 4] = [Self::ContentDigest, Self::Rail, Self::SignatureInput, Self::Signature];

    /// Returns the name of the header, in lower case.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::ContentDigest => "content-digest",
            Self::Rail => "crp-rail",
            Self::SignatureInput => "signature-input",
            Self::Signature => "signature",
        }
    }
}

impl SignatureError {
    /// Returns the code with which a request is refused (rails 14).
    #[must_use]
    pub const fn code(self) -> ErrorCode {
        match self {
            Self::Unsigned(_) => ErrorCode::Unsigned,
            Self::WrongRail => ErrorCode::WrongRail,
            Self::UnknownKey(_) => ErrorCode::UnknownKey,
            Self::WrongDigest | Self::WrongSignature => ErrorCode::BadSignature,
            Self::Stale { .. } => ErrorCode::Stale,
        }
    }
}

impl fmt::Display for SignatureError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Unsigned(part) => {
                write!(f, "header {} is missing, doubled, or not of the profile's form", part.name())
            }
            Self::WrongRail => f.write_str("header crp-rail names another rail"),
            Self::UnknownKey(id) => write!(f, "key {id} is not one of the rail's"),
            Self::WrongDigest => f.write_str("the body does not have the digest of header content-digest"),
            Self::WrongSignature => f.write_str("the signature does not fit the message"),
            Self::Stale { ahead_seconds } => {
                let (seconds, side) = if *ahead_seconds < 0 {
                    (-ahead_seconds, "behind")
                } else {
                    (*ahead_seconds, "ahead of")
                };
                write!(f, "the sender's clock is {seconds} s {side} the receiver's")
            }
        }
    }
}

impl std::error::Error for SignatureError {}
