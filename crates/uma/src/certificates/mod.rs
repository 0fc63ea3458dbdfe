//! Keys that a provider publishes, and the certificates that contain them (uma 3).

mod chain;
mod error;
mod issuance;
mod issuer;
mod response;

pub use chain::CertificateChain;
pub use error::CertificateError;
pub use issuance::{CertificateTerms, self_signed_certificate};
pub use response::{DEFAULT_CACHE_SECONDS, PublicKeyResponse};

#[cfg(test)]
mod tests;
