//! What is not a key or a signature.

use std::fmt;

use crate::Failure;

/// Bytes or text that are not a key or a signature of P-256.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct KeyError;

impl KeyError {
    /// What the interface answers for a key in a body.
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
