//! Places for exchanges: a bound for each rail, so that an adapter that is slow holds no other one (rails 12).

use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use causeway_domain::Time;
use causeway_domain::ids::RailId;
use tokio::sync::{OwnedSemaphorePermit, Semaphore};

use super::table::KnownRail;
use crate::runtime::timers;

/// The places of all rails in this process.
#[derive(Debug)]
pub(super) struct Places {
    /// Maximum number of places of one rail.
    most: usize,
    rails: Mutex<HashMap<RailId, RailPlaces>>,
}

/// The places of one rail.
#[derive(Debug)]
struct RailPlaces {
    count: usize,
    free: Arc<Semaphore>,
    /// Wall time from which the next request may be sent.
    next_at: Time,
}

/// Number of places of an adapter that declares none.
const UNDECLARED: usize = 4;

impl Places {
    /// Creates the places in a process that runs this many jobs at once: one rail takes at most a quarter of them.
    pub(super) fn new(job_places: usize) -> Self {
        Self { most: (job_places / 4).max(1), rails: Mutex::default() }
    }

    /// Takes a place, and waits for it and for the adapter's rate for a short time. Returns `None` if there is none.
    pub(super) async fn take(&self, rail: &KnownRail, now: Time) -> Option<OwnedSemaphorePermit> {
        let (free, pause) = self.reserve(rail, now)?;
        let taken = timers::within(timers::RAIL_PLACE, free.acquire_owned()).await;
        let permit = taken.ok()?.ok()?;
        if !pause.is_zero() {
            timers::pause(pause).await;
        }
        Some(permit)
    }

    /// Returns the places of a rail, and the time until its next request may be sent; `None` if that is too long.
    fn reserve(&self, rail: &KnownRail, now: Time) -> Option<(Arc<Semaphore>, Duration)> {
        let count = self.count(rail);
        let interval = interval(rail);
        let mut rails = self.rails.lock().unwrap_or_else(PoisonError::into_inner);
        let places = rails.entry(rail.record.id).or_insert_with(|| RailPlaces::new(count, now));
        if places.count != count {
            // Requests under way keep the places that they have.
            *places = RailPlaces { next_at: places.next_at, ..RailPlaces::new(count, now) };
        }
        let at = places.next_at.max(now);
        let pause = at.since(now);
        if pause > timers::RAIL_PLACE {
            return None;
        }
        places.next_at = at.plus(interval);
        Some((Arc::clone(&places.free), pause))
    }

    fn count(&self, rail: &KnownRail) -> usize {
        let declared = rail.capabilities.as_ref().and_then(|told| told.limits.concurrency);
        let declared =
            declared.map_or(UNDECLARED, |limit| usize::try_from(limit.get()).unwrap_or(usize::MAX));
        declared.clamp(1, self.most)
    }
}

impl RailPlaces {
    fn new(count: usize, now: Time) -> Self {
        Self { count, free: Arc::new(Semaphore::new(count)), next_at: now }
    }
}

/// Returns the shortest time between two requests, by the rate that the adapter declares.
fn interval(rail: &KnownRail) -> Duration {
    let declared = rail.capabilities.as_ref().and_then(|told| told.limits.requests_per_second);
    match declared.map(|limit| limit.get()) {
        None | Some(0) => Duration::ZERO,
        Some(rate) => Duration::from_secs(1) / u32::try_from(rate).unwrap_or(u32::MAX),
    }
}
