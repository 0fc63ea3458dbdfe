//! How many requests are worked on at a time: what is beyond the process's strength is refused at once, before a queue
//! grows.

use std::collections::HashMap;
use std::sync::{Mutex, PoisonError};

use causeway_domain::ids::PlatformId;
use causeway_wire::Code;
use tokio::sync::{Semaphore, SemaphorePermit};

use crate::runtime::api_error::ApiError;

/// Callers that may be looked up at a time, for each place for work: a lookup is one query.
const LOOKUPS: usize = 8;

/// The places for requests. One is held while a request is worked on, never while something is awaited from its
/// caller: a request that arrives slowly takes a place for finding out who sends it, gives it back, and takes another
/// one when it is there. One platform whose requests arrive together leaves places for the others: its writing
/// requests have at most three quarters of them, and finding out who sends a request has places of its own.
#[derive(Debug)]
pub struct Places {
    work: Semaphore,
    lookups: Semaphore,
    of_platform_max: usize,
    by_platform: Mutex<HashMap<PlatformId, usize>>,
}

/// A place of a platform, free again when dropped.
#[derive(Debug)]
pub struct Place<'a> {
    places: &'a Places,
    platform: PlatformId,
    _place: SemaphorePermit<'a>,
}

impl Places {
    /// This many for work.
    #[must_use]
    pub fn new(count: usize) -> Self {
        let semaphore = |count: usize| Semaphore::new(count.min(Semaphore::MAX_PERMITS));
        Self {
            work: semaphore(count),
            lookups: semaphore(count.saturating_mul(LOOKUPS)),
            of_platform_max: count - count / 4,
            by_platform: Mutex::default(),
        }
    }

    /// A place, free again when dropped.
    ///
    /// # Errors
    /// `SERVICE_UNAVAILABLE` with `Retry-After` when all are taken.
    pub fn take(&self) -> Result<SemaphorePermit<'_>, ApiError> {
        self.work.try_acquire().map_err(|_| too_many())
    }

    /// A place for finding out who sends a request, free again when dropped.
    ///
    /// # Errors
    /// As [`Self::take`].
    pub(super) fn take_to_look_up(&self) -> Result<SemaphorePermit<'_>, ApiError> {
        self.lookups.try_acquire().map_err(|_| too_many())
    }

    /// A place for a writing request of this platform.
    ///
    /// # Errors
    /// As [`Self::take`]; `RATE_LIMITED` when the platform has as many as it may.
    pub fn take_for(&self, platform: PlatformId) -> Result<Place<'_>, ApiError> {
        let place = self.take()?;
        let mut by_platform = self.by_platform.lock().unwrap_or_else(PoisonError::into_inner);
        let own = by_platform.entry(platform).or_default();
        if *own >= self.of_platform_max {
            return Err(too_many_of_platform());
        }
        *own += 1;
        Ok(Place { places: self, platform, _place: place })
    }
}

impl Drop for Place<'_> {
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
        let places = Places::new(8);
        let held: Vec<_> = (0..6).map(|_| places.take_for(greedy).unwrap()).collect();
        assert_eq!(code(places.take_for(greedy)), Some(Code::RateLimited));
        let others = (places.take_for(other).unwrap(), places.take().unwrap());
        assert_eq!(code(places.take_for(other)), Some(Code::ServiceUnavailable));
        drop((held, others));
        assert!(places.by_platform.lock().unwrap().is_empty());
        // The planted fault: nobody counts whose places they are.
        let _held: Vec<_> = (0..8).map(|_| places.take().unwrap()).collect();
        assert_eq!(code(places.take_for(other)), Some(Code::ServiceUnavailable));
    }

    #[test]
    fn who_is_looked_up_takes_no_place_of_those_who_are_known() {
        let places = Places::new(2);
        let asked: Vec<_> = (0..2 * LOOKUPS).map(|_| places.take_to_look_up().unwrap()).collect();
        assert_eq!(code(places.take_to_look_up()), Some(Code::ServiceUnavailable));
        assert!(places.take().is_ok());
        drop(asked);
        assert!(places.take_to_look_up().is_ok());
    }

    #[test]
    fn a_single_place_is_one_for_everybody() {
        let platform = PlatformId::from_uuid(Uuid::from_u128(1));
        let places = Places::new(1);
        let held = places.take_for(platform).unwrap();
        assert_eq!(code(places.take_for(platform)), Some(Code::ServiceUnavailable));
        drop(held);
        assert!(places.take_for(platform).is_ok());
    }
}
