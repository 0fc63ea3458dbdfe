//! Digests of bodies (RFC 9530).

use std::fmt;
use std::str::FromStr;

use ring::digest::{SHA256, digest};
use serde_json::json;

use crate::shape::written_as_text;
use crate::values::{decode, encode};

/// The SHA-256 of a body, written as in the header `Content-Digest`: `sha-256=:…:` (rails 3.2).
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct ContentDigest([u8; 32]);

/// The error for a text that is no digest of this form.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct InvalidContentDigest;

const PREFIX: &str = "sha-256=:";

impl ContentDigest {
    /// Returns the digest of a body.
    #[must_use]
    pub fn of(body: &[u8]) -> Self {
        let mut bytes = [0; 32];
        bytes.copy_from_slice(digest(&SHA256, body).as_ref());
        Self(bytes)
    }

    /// Returns the digest with these bytes.
    #[must_use]
    pub const fn from_bytes(bytes: [u8; 32]) -> Self {
        Self(bytes)
    }

    /// Returns the bytes.
    #[must_use]
    pub const fn bytes(&self) -> &[u8; 32] {
        &self.0
    }
}

impl FromStr for ContentDigest {
    type Err = InvalidContentDigest;

    fn from_str(text: &str) -> Result<Self, InvalidContentDigest> {
        let encoding = text.strip_prefix(PREFIX).and_then(|rest| rest.strip_suffix(':'));
        let bytes = encoding.and_then(decode).ok_or(InvalidContentDigest)?;
        bytes.try_into().map(Self).map_err(|_| InvalidContentDigest)
    }
}

impl fmt::Display for ContentDigest {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{PREFIX}{}:", encode(self.0))
    }
}

impl fmt::Display for InvalidContentDigest {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("not a digest of the form sha-256=:<base64>:")
    }
}

impl std::error::Error for InvalidContentDigest {}

written_as_text! {
    ContentDigest: "must be a digest of the form sha-256=:<base64>:", json!({
        "type": "string",
        "pattern": "^sha-256=:[A-Za-z0-9+/]{42}[AEIMQUYcgkosw048]=:$",
    });
}
