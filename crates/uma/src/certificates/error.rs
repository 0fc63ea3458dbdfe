//! Error for published keys.

use std::fmt;

use crate::errors::WireCode;

/// A reason why a published key cannot be used.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum CertificateError {
    /// The answer, a certificate or a key cannot be read, or there is no key.
    Format,
    /// A certificate is not signed by the next one, or the leaf's key is not of secp256k1.
    Chain,
    /// A certificate is not valid yet, or no longer.
    Validity,
}

impl CertificateError {
    /// Returns the wire code.
    #[must_use]
    pub const fn code(self) -> WireCode {
        match self {
            Self::Format => WireCode::InvalidPubkeyFormat,
            Self::Chain => WireCode::CertChainInvalid,
            Self::Validity => WireCode::CertChainExpired,
        }
    }
}

impl fmt::Display for CertificateError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Format => "the published keys cannot be read",
            Self::Chain => "the certificate chain is broken, or its key is not of secp256k1",
            Self::Validity => "a certificate of the chain is outside its validity",
        })
    }
}

impl std::error::Error for CertificateError {}
