//! Error for malformed keys and signatures.

use std::fmt;

/// The error for bytes or text that are not a secp256k1 key or signature.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct KeyError;

impl fmt::Display for KeyError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("not a key or signature of the curve secp256k1")
    }
}

impl std::error::Error for KeyError {}
