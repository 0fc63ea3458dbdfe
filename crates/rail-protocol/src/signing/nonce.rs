//! Nonces of requests.

use std::fmt;
use std::str::FromStr;

use crate::values::{decode_url, encode_url};

/// The nonce of a request: 16 to 64 random bytes in base64url (rails 3.2).
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Nonce(String);

/// The error for a text that is no nonce.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct InvalidNonce;

/// Number of bytes that a nonce may have.
const LENGTHS: std::ops::RangeInclusive<usize> = 16..=64;

impl Nonce {
    /// Builds a nonce of random bytes.
    #[must_use]
    pub fn from_bytes(random: [u8; 16]) -> Self {
        Self(encode_url(random))
    }

    /// Returns the plain text, under which a receiver remembers the nonce.
    #[must_use]
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl FromStr for Nonce {
    type Err = InvalidNonce;

    fn from_str(text: &str) -> Result<Self, InvalidNonce> {
        let bytes = decode_url(text).ok_or(InvalidNonce)?;
        if LENGTHS.contains(&bytes.len()) { Ok(Self(text.to_owned())) } else { Err(InvalidNonce) }
    }
}

impl fmt::Display for Nonce {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl fmt::Display for InvalidNonce {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("not 16 to 64 bytes in base64url")
    }
}

impl std::error::Error for InvalidNonce {}
