//! Proofs that a domain belongs to the platform that claims it (uma 1), in memory. Instants are wall time.

use std::collections::HashMap;
use std::fmt;
use std::sync::{Mutex, PoisonError};
use std::time::Duration;

use causeway_domain::Time;
use causeway_uma::keys::PublicKey;

/// Lifetime of a proof.
const PROVEN: Duration = Duration::from_hours(1);
/// Minimum time between two requests to a domain that does not publish the key.
const NOT_PROVEN: Duration = Duration::from_mins(1);

/// The outcome of a request for the key that a domain publishes.
#[derive(Debug, Clone, Copy)]
struct DomainProof {
    /// The key of the platform.
    key: PublicKey,
    is_proven: bool,
    ends_at: Time,
}

/// The proofs of all claimed domains. There are at most as many as platforms had domains in the last hour.
#[derive(Default)]
pub struct DomainProofs {
    proofs: Mutex<HashMap<String, DomainProof>>,
}

impl DomainProofs {
    /// Returns the outcome of the last request for the key that a domain publishes, or `None` if it is too old.
    pub fn find(&self, domain: &str, key: PublicKey, now: Time) -> Option<bool> {
        let proofs = self.proofs.lock().unwrap_or_else(PoisonError::into_inner);
        let proof = proofs.get(domain).filter(|proof| proof.key == key && now < proof.ends_at)?;
        Some(proof.is_proven)
    }

    /// Remembers the outcome of a request.
    pub fn remember(&self, domain: &str, key: PublicKey, is_proven: bool, now: Time) {
        let mut proofs = self.proofs.lock().unwrap_or_else(PoisonError::into_inner);
        proofs.retain(|_, proof| now < proof.ends_at);
        let ends_at = now.plus(if is_proven { PROVEN } else { NOT_PROVEN });
        proofs.insert(domain.to_owned(), DomainProof { key, is_proven, ends_at });
    }
}

impl fmt::Debug for DomainProofs {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("DomainProofs")
    }
}
