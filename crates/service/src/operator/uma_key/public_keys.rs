//! The public halves of a platform's keys.

use std::fmt;

use causeway_domain::ids::PlatformId;
use serde::Serialize;

use crate::operator::Report;
use crate::uma::keys::PublicKeys;

/// The public keys of one platform.
#[derive(Debug, Clone, Serialize)]
pub struct Shown {
    /// The platform.
    pub platform: PlatformId,
    /// Its keys.
    #[serde(flatten)]
    pub keys: PublicKeys,
}

impl fmt::Display for Shown {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "signing     {}\nencryption  {}", self.keys.signing, self.keys.encryption)
    }
}

impl Report for Shown {}
