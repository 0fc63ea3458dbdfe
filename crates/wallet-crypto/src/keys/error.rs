//! Error for malformed keys and signatures.

use std::fmt;

use crate::Failure;

/// The error for bytes or text that are not a P-256 key or signature.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct KeyError;

impl KeyError {
    /// Returns the interface's answer to such a key in a request body.
    #[must_use]
    pub const fn failure(self) -> Failure {
        Failure::InvalidInput
    }
}

impl fmt::Display for KeyError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("not a key of the curve P-256")
    }
}

impl std::error::Error for KeyError {}
