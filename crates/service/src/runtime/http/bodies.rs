//! The memory that the bodies of requests may take: for all platforms together and for each.

use std::collections::HashMap;
use std::sync::{Mutex, PoisonError};

use causeway_domain::ids::PlatformId;
use causeway_wire::Code;

use crate::runtime::api_error::ApiError;

/// What the bodies of the whole process may take, in bytes.
const PROCESS_BYTES_MAX: usize = 128 * 1024 * 1024;
/// What those of one platform may take, in bytes.
const PLATFORM_BYTES_MAX: usize = 16 * 1024 * 1024;
/// What a body takes at least, in bytes, with all that stands around it: so that tiny ones that never end are bounded
/// as well.
const BODY_BYTES_MIN: usize = 16 * 1024;

/// The budgets. Bodies count from their first byte to the answer, because what they are read as takes memory too.
#[derive(Debug, Default)]
pub struct Bodies(Mutex<Taken>);

#[derive(Debug, Default)]
struct Taken {
    all: usize,
    by_platform: HashMap<PlatformId, usize>,
}

/// What one body takes of the budgets; given back when dropped.
#[derive(Debug)]
pub(super) struct Share<'a> {
    bodies: &'a Bodies,
    platform: PlatformId,
    bytes: usize,
}

impl Bodies {
    /// Begins a body of this platform.
    ///
    /// # Errors
    /// As [`Share::grow_to`].
    pub(super) fn begin(&self, platform: PlatformId) -> Result<Share<'_>, ApiError> {
        let mut share = Share { bodies: self, platform, bytes: 0 };
        share.grow_to(BODY_BYTES_MIN)?;
        Ok(share)
    }
}

impl Share<'_> {
    /// Makes room for a body that has this many bytes by now.
    ///
    /// # Errors
    /// `RATE_LIMITED` when the platform's own budget does not allow it; `SERVICE_UNAVAILABLE` when the process's does
    /// not. Both with `Retry-After`.
    pub(super) fn grow_to(&mut self, bytes: usize) -> Result<(), ApiError> {
        let more = bytes.saturating_sub(self.bytes);
        if more == 0 {
            return Ok(());
        }
        let mut taken = self.bodies.0.lock().unwrap_or_else(PoisonError::into_inner);
        let all = taken.all + more;
        let own = taken.by_platform.get(&self.platform).copied().unwrap_or_default() + more;
        if own > PLATFORM_BYTES_MAX {
            return Err(too_many_of_platform());
        }
        if all > PROCESS_BYTES_MAX {
            return Err(too_many());
        }
        taken.all = all;
        taken.by_platform.insert(self.platform, own);
        self.bytes = bytes;
        Ok(())
    }
}

impl Drop for Share<'_> {
    fn drop(&mut self) {
        let mut taken = self.bodies.0.lock().unwrap_or_else(PoisonError::into_inner);
        taken.all -= self.bytes;
        let own = taken.by_platform.get(&self.platform).copied().unwrap_or_default() - self.bytes;
        match own {
            0 => taken.by_platform.remove(&self.platform),
            own => taken.by_platform.insert(self.platform, own),
        };
    }
}

fn too_many_of_platform() -> ApiError {
    let message = "The bodies of this platform's requests that are under way take too much memory; send fewer at a time.";
    ApiError::new(Code::RateLimited, message).with("retryAfter", 1).retry_after(1)
}

fn too_many() -> ApiError {
    let message = "The service has too many bodies of requests under way; repeat this one a little later.";
    ApiError::new(Code::ServiceUnavailable, message).retry_after(1)
}

#[cfg(test)]
mod tests {
    use causeway_domain::ids::Id;

    use super::*;

    const MIB: usize = 1024 * 1024;

    fn platform(number: usize) -> PlatformId {
        PlatformId::from_uuid(uuid::Uuid::from_u128(u128::try_from(number).unwrap()))
    }

    #[test]
    fn a_platform_that_fills_its_budget_leaves_that_of_others() {
        let bodies = Bodies::default();
        let tiny: Vec<Share<'_>> = (0..1024).map(|_| bodies.begin(platform(1)).unwrap()).collect();
        assert_eq!(bodies.begin(platform(1)).unwrap_err().code, Code::RateLimited);
        let mut other = bodies.begin(platform(2)).unwrap();
        other.grow_to(MIB).unwrap();
        drop(tiny);
        bodies.begin(platform(1)).unwrap().grow_to(MIB).unwrap();
    }

    #[test]
    fn the_budget_of_the_process_is_that_of_eight_platforms() {
        let bodies = Bodies::default();
        let mut shares = Vec::new();
        for number in 0..8 * 16 {
            let mut share = bodies.begin(platform(number / 16)).unwrap();
            share.grow_to(MIB).unwrap();
            shares.push(share);
        }
        let refused = bodies.begin(platform(9)).unwrap_err();
        assert_eq!((refused.code, refused.retry_after_seconds), (Code::ServiceUnavailable, Some(1)));
        shares.pop();
        bodies.begin(platform(9)).unwrap();
        drop(shares);
        let taken = bodies.0.into_inner().unwrap();
        assert_eq!((taken.all, taken.by_platform.len()), (0, 0));
    }
}
