//! The memory that the bodies of requests may take: for all platforms together and for each. What people send to the pages
//! of their customers has budgets of its own: who has the link to one of them leaves those of its platform alone.

use std::collections::HashMap;
use std::sync::{Mutex, PoisonError};

use causeway_domain::ids::{CustomerId, PlatformId};
use causeway_wire::Code;

use crate::runtime::api_error::ApiError;

/// What the bodies of the whole process may take, in bytes.
const PROCESS_BYTES_MAX: usize = 128 * 1024 * 1024;
/// What those of one platform may take, in bytes.
const PLATFORM_BYTES_MAX: usize = 16 * 1024 * 1024;
/// What those sent to the pages of one customer may take, in bytes: a form with its file.
const PAGE_BYTES_MAX: usize = 1024 * 1024;
/// What those sent to all pages may take, in bytes.
const PAGES_BYTES_MAX: usize = 32 * 1024 * 1024;
/// What a body takes at least, in bytes, with all that stands around it: so that tiny ones that never end are bounded
/// as well.
const BODY_BYTES_MIN: usize = 16 * 1024;

/// The budgets. Bodies count from their first byte to the answer, because what they are read as takes memory too.
#[derive(Debug, Default)]
pub struct Bodies(Mutex<Taken>);

/// Whose budget a body takes.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(super) enum Payer {
    /// That of the platform that calls.
    Platform(PlatformId),
    /// That of a customer's pages.
    Page(CustomerId),
}

impl Payer {
    const fn bytes_max(self) -> usize {
        match self {
            Self::Platform(_) => PLATFORM_BYTES_MAX,
            Self::Page(_) => PAGE_BYTES_MAX,
        }
    }
}

#[derive(Debug, Default)]
struct Taken {
    all: usize,
    /// By those sent to pages, of all.
    pages: usize,
    by_payer: HashMap<Payer, usize>,
}

/// What one body takes of the budgets; given back when dropped.
#[derive(Debug)]
pub(super) struct Share<'a> {
    bodies: &'a Bodies,
    payer: Payer,
    bytes: usize,
}

impl Bodies {
    /// What the bodies of a platform take, in bytes.
    pub fn of_platform(&self, platform: PlatformId) -> usize {
        let taken = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        taken.by_payer.get(&Payer::Platform(platform)).copied().unwrap_or_default()
    }

    /// Begins a body.
    ///
    /// # Errors
    /// As [`Share::grow_to`].
    pub(super) fn begin(&self, payer: Payer) -> Result<Share<'_>, ApiError> {
        let mut share = Share { bodies: self, payer, bytes: 0 };
        share.grow_to(BODY_BYTES_MIN)?;
        Ok(share)
    }
}

impl Share<'_> {
    /// Makes room for a body that has this many bytes by now.
    ///
    /// # Errors
    /// `RATE_LIMITED` when the payer's own budget does not allow it; `SERVICE_UNAVAILABLE` when the process's does
    /// not. Both with `Retry-After`.
    pub(super) fn grow_to(&mut self, bytes: usize) -> Result<(), ApiError> {
        let more = bytes.saturating_sub(self.bytes);
        if more == 0 {
            return Ok(());
        }
        let mut taken = self.bodies.0.lock().unwrap_or_else(PoisonError::into_inner);
        let all = taken.all + more;
        let pages = taken.pages + if self.is_of_page() { more } else { 0 };
        let own = taken.by_payer.get(&self.payer).copied().unwrap_or_default() + more;
        if own > self.payer.bytes_max() {
            return Err(too_many_of(self.payer));
        }
        if all > PROCESS_BYTES_MAX || pages > PAGES_BYTES_MAX {
            return Err(too_many());
        }
        (taken.all, taken.pages) = (all, pages);
        taken.by_payer.insert(self.payer, own);
        self.bytes = bytes;
        Ok(())
    }

    const fn is_of_page(&self) -> bool {
        matches!(self.payer, Payer::Page(_))
    }
}

impl Drop for Share<'_> {
    fn drop(&mut self) {
        let mut taken = self.bodies.0.lock().unwrap_or_else(PoisonError::into_inner);
        taken.all -= self.bytes;
        if self.is_of_page() {
            taken.pages -= self.bytes;
        }
        let own = taken.by_payer.get(&self.payer).copied().unwrap_or_default() - self.bytes;
        match own {
            0 => taken.by_payer.remove(&self.payer),
            own => taken.by_payer.insert(self.payer, own),
        };
    }
}

fn too_many_of(payer: Payer) -> ApiError {
    let message = match payer {
        Payer::Platform(_) => {
            "The bodies of this platform's requests that are under way take too much memory; send fewer at a time."
        }
        Payer::Page(_) => "Too much is being sent to this page; send one form at a time.",
    };
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

    fn platform(number: usize) -> Payer {
        Payer::Platform(PlatformId::from_uuid(uuid::Uuid::from_u128(u128::try_from(number).unwrap())))
    }

    fn page(number: usize) -> Payer {
        Payer::Page(CustomerId::from_uuid(uuid::Uuid::from_u128(u128::try_from(number).unwrap())))
    }

    #[test]
    fn pages_leave_the_budgets_of_other_pages_and_of_platforms() {
        let bodies = Bodies::default();
        let mut shares = Vec::new();
        for number in 0..32 {
            let mut share = bodies.begin(page(number)).unwrap();
            share.grow_to(MIB).unwrap();
            assert_eq!(bodies.begin(page(number)).unwrap_err().code, Code::RateLimited);
            shares.push(share);
        }
        assert_eq!(bodies.begin(page(32)).unwrap_err().code, Code::ServiceUnavailable);
        bodies.begin(platform(1)).unwrap().grow_to(16 * MIB).unwrap();
        drop(shares);
        let taken = bodies.0.into_inner().unwrap();
        assert_eq!((taken.all, taken.pages, taken.by_payer.len()), (0, 0, 0));
    }

    /// Whether a body has room while one payer has as many tiny ones under way as it may.
    fn has_room_beside(of_many: Payer, of_one: Payer) -> bool {
        let bodies = Bodies::default();
        let tiny: Vec<Share<'_>> = (0..1024).map(|_| bodies.begin(of_many).unwrap()).collect();
        assert_eq!(bodies.begin(of_many).unwrap_err().code, Code::RateLimited);
        let has_room = bodies.begin(of_one).is_ok_and(|mut share| share.grow_to(MIB).is_ok());
        drop(tiny);
        bodies.begin(of_many).unwrap().grow_to(MIB).unwrap();
        has_room
    }

    #[test]
    fn a_platform_that_fills_its_budget_leaves_that_of_others() {
        assert!(has_room_beside(platform(1), platform(2)));
        assert!(!has_room_beside(platform(1), platform(1)), "the planted fault: all are taken for one");
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
        assert_eq!((taken.all, taken.by_payer.len()), (0, 0));
    }
}
