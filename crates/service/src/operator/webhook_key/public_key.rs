//! The public half of a platform's key.

use std::fmt;

use causeway_domain::ids::PlatformConfigId;
use serde::Serialize;

use crate::operator::Report;

/// The public key with which a platform checks its webhooks.
#[derive(Debug, Clone, Serialize)]
pub struct PublicKey {
    /// The platform's configuration, which names the published file.
    pub config: PlatformConfigId,
    /// SubjectPublicKeyInfo as PEM.
    pub public_key: String,
}

impl fmt::Display for PublicKey {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.public_key.trim_end())
    }
}

impl Report for PublicKey {}
