//! Keys of UMA providers, as this process fetched them (uma 3). They are not stored: the database would be one more
//! place where a key could be forged.

use std::collections::HashMap;
use std::fmt;
use std::sync::{Arc, Mutex, PoisonError};

use causeway_domain::Time;
use causeway_domain::ids::PlatformId;
use causeway_store::platforms::Environment;
use causeway_uma::addresses::Host;
use causeway_uma::certificates::CertificateError;
use causeway_uma::errors::WireCode;
use causeway_uma::keys::PublicKey;
use tokio::sync::{Semaphore, SemaphorePermit};

use crate::runtime::timers;

/// Maximum number of remembered providers whose keys have verified a message.
const MAX_VERIFIED: usize = 1_024;
/// Maximum number of other remembered providers: any stranger can name one.
const MAX_UNVERIFIED: usize = 256;
/// Maximum number of concurrent fetches for messages of strangers.
const MAX_FOR_MESSAGES: usize = 32;
/// Maximum number of concurrent fetches for requests of this deployment.
const MAX_FOR_REQUESTS: usize = 64;

/// The reason for a fetch of keys. Each has its own share of the concurrent fetches.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum FetchCause {
    /// This deployment asks the provider.
    OwnRequest,
    /// A message arrived that names the provider; anyone may have sent it.
    PeerMessage,
}

/// The side that verifies a message.
#[derive(Debug, Clone, Copy)]
pub struct Verifier {
    pub environment: Environment,
    pub platform: PlatformId,
    pub cause: FetchCause,
}

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
    /// This process fetches too many keys at the moment. It says nothing about the provider.
    Busy,
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

/// A provider in one environment.
type ProviderKey = (Environment, Host);

/// The keys of all providers, in memory. Strangers can fill the unverified ones only.
pub struct UmaKeyCache {
    slots: Mutex<KeySlots>,
    for_messages: Semaphore,
    for_requests: Semaphore,
}

/// The places of all providers.
#[derive(Default)]
struct KeySlots {
    /// Providers whose keys have verified a message.
    verified: HashMap<ProviderKey, UsedSlot>,
    unverified: HashMap<ProviderKey, UsedSlot>,
    /// Number of uses so far.
    uses: u64,
}

/// A place with its last use.
struct UsedSlot {
    slot: Arc<KeySlot>,
    used: u64,
}

impl Default for UmaKeyCache {
    fn default() -> Self {
        Self {
            slots: Mutex::default(),
            for_messages: Semaphore::new(MAX_FOR_MESSAGES),
            for_requests: Semaphore::new(MAX_FOR_REQUESTS),
        }
    }
}

impl UmaKeyCache {
    /// Returns the place of a provider's keys. A new one replaces the least recently used of the unverified ones, if
    /// there are too many.
    pub fn slot(&self, environment: Environment, provider: &Host) -> Arc<KeySlot> {
        let mut slots = self.slots.lock().unwrap_or_else(PoisonError::into_inner);
        let slots = &mut *slots;
        let key = (environment, provider.clone());
        slots.uses = slots.uses.saturating_add(1);
        let used = slots.uses;
        let known = match slots.verified.get_mut(&key) {
            Some(known) => Some(known),
            None => slots.unverified.get_mut(&key),
        };
        if let Some(known) = known {
            known.used = used;
            return Arc::clone(&known.slot);
        }
        make_room(&mut slots.unverified, MAX_UNVERIFIED);
        let slot = Arc::<KeySlot>::default();
        slots.unverified.insert(key, UsedSlot { slot: Arc::clone(&slot), used });
        slot
    }

    /// Notes that the keys of a provider have verified a message: strangers cannot displace them any more.
    pub fn confirm(&self, environment: Environment, provider: &Host) {
        let mut slots = self.slots.lock().unwrap_or_else(PoisonError::into_inner);
        let key = (environment, provider.clone());
        if let Some(slot) = slots.unverified.remove(&key) {
            make_room(&mut slots.verified, MAX_VERIFIED);
            slots.verified.insert(key, slot);
        }
    }

    /// Takes a permit for a fetch from a provider outside of this deployment, or returns `None` if all are taken. A
    /// stranger's message waits for a moment only, because its provider's place is locked meanwhile.
    pub async fn permit(&self, cause: FetchCause) -> Option<SemaphorePermit<'_>> {
        let (permits, patience) = match cause {
            FetchCause::OwnRequest => (&self.for_requests, timers::UMA_EXCHANGE),
            FetchCause::PeerMessage => (&self.for_messages, timers::UMA_FETCH_PERMIT),
        };
        timers::within(patience, permits.acquire()).await.ok()?.ok()
    }
}

/// Removes the least recently used place if the map is full; one that is in use only if all are.
fn make_room(slots: &mut HashMap<ProviderKey, UsedSlot>, most: usize) {
    if slots.len() < most {
        return;
    }
    let oldest = slots.iter().min_by_key(|(_, one)| (Arc::strong_count(&one.slot) > 1, one.used));
    if let Some(key) = oldest.map(|(key, _)| key.clone()) {
        slots.remove(&key);
    }
}

impl PeerKeyError {
    /// Returns the code in messages, which is that of the interface too.
    #[must_use]
    pub const fn code(self) -> WireCode {
        match self {
            Self::Fetch | Self::Busy => WireCode::CounterpartyPubkeyFetchError,
            Self::Certificate(error) => error.code(),
        }
    }
}

impl fmt::Display for PeerKeyError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Fetch => f.write_str("the keys of the provider cannot be fetched"),
            Self::Busy => f.write_str("too many keys of providers are being fetched; repeat the request"),
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

    const SANDBOX: Environment = Environment::Sandbox;

    fn host(number: usize) -> Host {
        Host::parse(&format!("p{number}.example")).unwrap()
    }

    #[test]
    fn strangers_displace_neither_verified_keys_nor_those_in_use() {
        let cache = UmaKeyCache::default();
        let honest = cache.slot(SANDBOX, &host(0));
        cache.confirm(SANDBOX, &host(0));
        let held = cache.slot(SANDBOX, &host(1));
        let dropped = Arc::downgrade(&cache.slot(SANDBOX, &host(2)));
        for number in 3..3 * MAX_UNVERIFIED {
            cache.slot(SANDBOX, &host(number));
            assert!(cache.slots.lock().unwrap().unverified.len() <= MAX_UNVERIFIED);
        }
        assert!(Arc::ptr_eq(&honest, &cache.slot(SANDBOX, &host(0))));
        assert!(Arc::ptr_eq(&held, &cache.slot(SANDBOX, &host(1))));
        assert!(dropped.upgrade().is_none());
        assert!(!Arc::ptr_eq(&honest, &cache.slot(Environment::Production, &host(0))));
    }

    #[test]
    fn the_least_recently_used_verified_keys_are_dropped_first() {
        let cache = UmaKeyCache::default();
        let verified = |number: usize| {
            let slot = Arc::downgrade(&cache.slot(SANDBOX, &host(number)));
            cache.confirm(SANDBOX, &host(number));
            slot
        };
        let slots: Vec<_> = (0..MAX_VERIFIED).map(verified).collect();
        cache.slot(SANDBOX, &host(0));
        verified(MAX_VERIFIED);
        let is_kept = |number: usize| slots[number].upgrade().is_some();
        assert!(is_kept(0) && !is_kept(1) && is_kept(2));
        assert_eq!(cache.slots.lock().unwrap().verified.len(), MAX_VERIFIED);
    }

    #[tokio::test(start_paused = true)]
    async fn requests_of_this_deployment_do_not_queue_behind_strangers() {
        let cache = UmaKeyCache::default();
        let mut taken = Vec::new();
        for _ in 0..MAX_FOR_MESSAGES {
            taken.push(cache.permit(FetchCause::PeerMessage).await.unwrap());
        }
        assert!(cache.permit(FetchCause::PeerMessage).await.is_none());
        assert!(cache.permit(FetchCause::OwnRequest).await.is_some());
    }
}
