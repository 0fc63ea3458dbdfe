//! Keys of UMA providers, as this process fetched them (uma 3). They are not stored: the database would be one more
//! place where a key could be forged.

use std::collections::HashMap;
use std::fmt;
use std::sync::{Arc, Mutex, PoisonError};

use causeway_domain::Time;
use causeway_store::platforms::Environment;
use causeway_uma::addresses::Host;
use causeway_uma::certificates::CertificateError;
use causeway_uma::errors::WireCode;
use causeway_uma::keys::PublicKey;
use tokio::sync::Semaphore;

/// Maximum number of remembered providers.
const MAX_PROVIDERS: usize = 1_024;
/// Maximum number of concurrent fetches.
const MAX_FETCHES: usize = 16;

/// The public keys of a provider.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct PeerKeySet {
    /// Verifies messages of the provider.
    pub signing: PublicKey,
    /// Encrypts Travel Rule data for the provider; an unusable key prevents nothing else.
    pub encryption: Result<PublicKey, CertificateError>,
}

/// The reason why a provider's keys are not known.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum PeerKeyError {
    /// The provider does not answer, or not with status 200.
    Fetch,
    /// The answer has no usable key.
    Certificate(CertificateError),
}

/// The outcome of a fetch.
#[derive(Debug, Clone, Copy)]
pub struct CachedKeys {
    pub keys: Result<PeerKeySet, PeerKeyError>,
    pub fetched_at: Time,
    pub ends_at: Time,
}

/// The place for one provider's keys. Its lock is held while they are fetched, so that one request fetches and the
/// others wait.
pub type KeySlot = tokio::sync::Mutex<Option<CachedKeys>>;

/// The keys of all providers, in memory. Instants are wall time.
pub struct UmaKeyCache {
    slots: Mutex<HashMap<(Environment, Host), Arc<KeySlot>>>,
    /// Limits the fetches at a time: strangers can cause them.
    pub fetches: Semaphore,
}

impl Default for UmaKeyCache {
    fn default() -> Self {
        Self { slots: Mutex::default(), fetches: Semaphore::new(MAX_FETCHES) }
    }
}

impl UmaKeyCache {
    /// Returns the place of a provider's keys. A full cache first drops expired keys, then all that are not in use.
    pub fn slot(&self, environment: Environment, provider: &Host, now: Time) -> Arc<KeySlot> {
        let mut slots = self.slots.lock().unwrap_or_else(PoisonError::into_inner);
        let key = (environment, provider.clone());
        if slots.len() >= MAX_PROVIDERS && !slots.contains_key(&key) {
            slots.retain(|_, slot| is_current(slot, now));
        }
        if slots.len() >= MAX_PROVIDERS && !slots.contains_key(&key) {
            slots.retain(|_, slot| Arc::strong_count(slot) > 1);
        }
        Arc::clone(slots.entry(key).or_default())
    }
}

/// Returns `true` for keys that are in use or have not expired.
fn is_current(slot: &KeySlot, now: Time) -> bool {
    slot.try_lock().map_or(true, |cached| cached.is_some_and(|cached| now < cached.ends_at))
}

impl PeerKeyError {
    /// Returns the code in messages, which is that of the interface too.
    #[must_use]
    pub const fn code(self) -> WireCode {
        match self {
            Self::Fetch => WireCode::CounterpartyPubkeyFetchError,
            Self::Certificate(error) => error.code(),
        }
    }
}

impl fmt::Display for PeerKeyError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Fetch => f.write_str("the keys of the provider cannot be fetched"),
            Self::Certificate(error) => error.fmt(f),
        }
    }
}

impl std::error::Error for PeerKeyError {}

impl fmt::Debug for UmaKeyCache {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("UmaKeyCache")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn host(number: usize) -> Host {
        Host::parse(&format!("p{number}.example")).unwrap()
    }

    #[test]
    fn the_cache_is_bounded_and_keeps_what_is_in_use() {
        let cache = UmaKeyCache::default();
        let now = Time::from_millis(1_000);
        let held = cache.slot(Environment::Sandbox, &host(0), now);
        for number in 1..3 * MAX_PROVIDERS {
            let slot = cache.slot(Environment::Sandbox, &host(number), now);
            let ends_at = Time::from_millis(if number % 2 == 0 { 2_000 } else { 500 });
            *slot.try_lock().unwrap() =
                Some(CachedKeys { keys: Err(PeerKeyError::Fetch), fetched_at: now, ends_at });
            assert!(cache.slots.lock().unwrap().len() <= MAX_PROVIDERS);
        }
        assert!(Arc::ptr_eq(&held, &cache.slot(Environment::Sandbox, &host(0), now)));
        assert!(!Arc::ptr_eq(&held, &cache.slot(Environment::Production, &host(0), now)));
    }
}
