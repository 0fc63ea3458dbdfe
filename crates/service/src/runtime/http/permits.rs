//! Limits on concurrent requests: requests beyond the capacity of the process are refused at once, before a
//! queue grows.

use std::collections::HashMap;
use std::sync::{Mutex, PoisonError};

use causeway_domain::ids::PlatformId;
use causeway_wire::Code;
use tokio::sync::{Semaphore, SemaphorePermit};

use crate::runtime::api_error::ApiError;

/// Concurrent authentications per work permit: an authentication is one query.
const LOOKUPS: usize = 8;

/// Concurrent messages of UMA providers outside, which anyone may send. While one is processed, a server that its sender
/// names may be asked for keys.
const PEERS: usize = 64;

/// The permits for concurrent requests. A permit is held while a request is processed, never while the
/// service waits for its caller: a request that arrives slowly takes a lookup permit to authenticate,
/// releases it, and takes a work permit once it has arrived.
///
/// One platform whose requests arrive together leaves permits for the others: its writing requests have at
/// most three quarters of them, and authentication has permits of its own. So have messages of UMA providers.
#[derive(Debug)]
pub struct RequestPermits {
    work: Semaphore,
    lookups: Semaphore,
    peers: Semaphore,
    of_platform_max: usize,
    by_platform: Mutex<HashMap<PlatformId, usize>>,
}

/// A work permit of a platform, released when dropped.
#[derive(Debug)]
pub struct PlatformPermit<'a> {
    places: &'a RequestPermits,
    platform: PlatformId,
    _permit: SemaphorePermit<'a>,
}

impl RequestPermits {
    /// Creates this many work permits.
    #[must_use]
    pub fn new(count: usize) -> Self {
        let semaphore = |count: usize| Semaphore::new(count.min(Semaphore::MAX_PERMITS));
        Self {
            work: semaphore(count),
            lookups: semaphore(count.saturating_mul(LOOKUPS)),
            peers: semaphore(count.min(PEERS)),
            of_platform_max: count - count / 4,
            by_platform: Mutex::default(),
        }
    }

    /// Takes a work permit.
    ///
    /// # Errors
    /// `SERVICE_UNAVAILABLE` with `Retry-After` if all are taken.
    pub fn take(&self) -> Result<SemaphorePermit<'_>, ApiError> {
        self.work.try_acquire().map_err(|_| too_many())
    }

    /// Takes a lookup permit, for authentication.
    ///
    /// # Errors
    /// The same as [`Self::take`].
    pub(super) fn take_lookup(&self) -> Result<SemaphorePermit<'_>, ApiError> {
        self.lookups.try_acquire().map_err(|_| too_many())
    }

    /// Takes a permit for a message of a UMA provider outside, or returns `None` if all are taken.
    pub fn take_for_peer(&self) -> Option<SemaphorePermit<'_>> {
        self.peers.try_acquire().ok()
    }

    /// Takes a work permit for a writing request of this platform.
    ///
    /// # Errors
    /// The same as [`Self::take`]; `RATE_LIMITED` if the platform has as many as it may.
    pub fn take_for(&self, platform: PlatformId) -> Result<PlatformPermit<'_>, ApiError> {
        let place = self.take()?;
        let mut by_platform = self.by_platform.lock().unwrap_or_else(PoisonError::into_inner);
        let own = by_platform.entry(platform).or_default();
        if *own >= self.of_platform_max {
            return Err(too_many_of_platform());
        }
        *own += 1;
        Ok(PlatformPermit { places: self, platform, _permit: place })
    }
}

impl Drop for PlatformPermit<'_> {
    fn drop(&mut self) {
        let mut by_platform = self.places.by_platform.lock().unwrap_or_else(PoisonError::into_inner);
        let own = by_platform.get(&self.platform).copied().unwrap_or_default().saturating_sub(1);
        match own {
            0 => by_platform.remove(&self.platform),
            own => by_platform.insert(self.platform, own),
        };
    }
}

fn too_many() -> ApiError {
    let message = "The service has too many requests under way; repeat this one a little later.";
    ApiError::new(Code::ServiceUnavailable, message).retry_after(1)
}

fn too_many_of_platform() -> ApiError {
    let message = "This platform has too many requests under way; send fewer at a time.";
    ApiError::new(Code::RateLimited, message).with("retryAfter", 1).retry_after(1)
}

#[cfg(test)]
mod tests {
    use causeway_domain::ids::Id;
    use uuid::Uuid;

    use super::*;

    fn code<T>(taken: Result<T, ApiError>) -> Option<Code> {
        taken.err().map(|refusal| refusal.code)
    }

    #[test]
    fn one_platform_leaves_places_for_the_others() {
        let [greedy, other] = [1, 2].map(|number| PlatformId::from_uuid(Uuid::from_u128(number)));
        let places = RequestPermits::new(8);
        let permits: Vec<_> = (0..6).map(|_| places.take_for(greedy).unwrap()).collect();
        assert_eq!(code(places.take_for(greedy)), Some(Code::RateLimited));
        let others = (places.take_for(other).unwrap(), places.take().unwrap());
        assert_eq!(code(places.take_for(other)), Some(Code::ServiceUnavailable));
        drop((permits, others));
        assert!(places.by_platform.lock().unwrap().is_empty());
        // The planted fault: permits taken without counting their platform.
        let _held: Vec<_> = (0..8).map(|_| places.take().unwrap()).collect();
        assert_eq!(code(places.take_for(other)), Some(Code::ServiceUnavailable));
    }

    #[test]
    fn lookups_take_no_permit_of_known_callers() {
        let places = RequestPermits::new(2);
        let lookups: Vec<_> = (0..2 * LOOKUPS).map(|_| places.take_lookup().unwrap()).collect();
        assert_eq!(code(places.take_lookup()), Some(Code::ServiceUnavailable));
        assert!(places.take().is_ok());
        drop(lookups);
        assert!(places.take_lookup().is_ok());
    }

    #[test]
    fn messages_of_peers_take_no_permit_of_platforms() {
        let platform = PlatformId::from_uuid(Uuid::from_u128(1));
        let places = RequestPermits::new(2 * PEERS);
        let messages: Vec<_> = (0..PEERS).map(|_| places.take_for_peer().unwrap()).collect();
        assert!(places.take_for_peer().is_none());
        let own: Vec<_> = (0..PEERS).map(|_| places.take_for(platform).unwrap()).collect();
        drop(messages);
        assert!(places.take_for_peer().is_some());
        drop(own);
    }

    #[test]
    fn a_single_permit_can_be_taken_by_any_platform() {
        let platform = PlatformId::from_uuid(Uuid::from_u128(1));
        let places = RequestPermits::new(1);
        let permit = places.take_for(platform).unwrap();
        assert_eq!(code(places.take_for(platform)), Some(Code::ServiceUnavailable));
        drop(permit);
        assert!(places.take_for(platform).is_ok());
    }
}
