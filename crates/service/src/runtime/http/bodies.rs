//! Memory budgets for request bodies, of the process and of each platform. Forms that people send to a
//! customer's pages have their own budgets, so that a holder of the link cannot use up the platform's.

use std::collections::HashMap;
use std::sync::{Mutex, PoisonError};

use causeway_domain::ids::{CustomerId, PlatformId};
use causeway_wire::Code;

use crate::runtime::api_error::ApiError;

/// Budget of the whole process, in bytes.
const MAX_PROCESS_BYTES: usize = 128 * 1024 * 1024;
/// Budget of one platform, in bytes.
const MAX_PLATFORM_BYTES: usize = 16 * 1024 * 1024;
/// Budget of the pages of one customer, in bytes: a form with its file.
const MAX_PAGE_BYTES: usize = 1024 * 1024;
/// Budget of all pages, in bytes.
const MAX_PAGES_BYTES: usize = 32 * 1024 * 1024;
/// Minimum charge of a body, in bytes, which covers its overhead: so that tiny bodies that never end are
/// bounded too.
const MIN_BODY_BYTES: usize = 16 * 1024;

/// The memory budgets. Bodies count from their first byte to the answer, because their parsed form takes
/// memory too.
#[derive(Debug, Default)]
pub struct Bodies(Mutex<Usage>);

/// The budget that a body is charged to.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(super) enum BudgetOwner {
    /// The calling platform's.
    Platform(PlatformId),
    /// A customer's pages.
    Page(CustomerId),
}

impl BudgetOwner {
    const fn bytes_max(self) -> usize {
        match self {
            Self::Platform(_) => MAX_PLATFORM_BYTES,
            Self::Page(_) => MAX_PAGE_BYTES,
        }
    }
}

#[derive(Debug, Default)]
struct Usage {
    all: usize,
    /// The part of `all` for bodies sent to pages.
    pages: usize,
    by_payer: HashMap<BudgetOwner, usize>,
}

/// The memory charged for one body; dropping it releases the charge.
#[derive(Debug)]
pub(super) struct MemoryCharge<'a> {
    bodies: &'a Bodies,
    payer: BudgetOwner,
    bytes: usize,
}

impl Bodies {
    /// Returns the memory charged to a platform, in bytes.
    pub fn of_platform(&self, platform: PlatformId) -> usize {
        let usage = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        usage.by_payer.get(&BudgetOwner::Platform(platform)).copied().unwrap_or_default()
    }

    /// Charges the minimum for a new body.
    ///
    /// # Errors
    /// The same as [`MemoryCharge::grow_to`].
    pub(super) fn begin(&self, payer: BudgetOwner) -> Result<MemoryCharge<'_>, ApiError> {
        let mut share = MemoryCharge { bodies: self, payer, bytes: 0 };
        share.grow_to(MIN_BODY_BYTES)?;
        Ok(share)
    }
}

impl MemoryCharge<'_> {
    /// Charges for a body that has this many bytes by now.
    ///
    /// # Errors
    /// `RATE_LIMITED` if the payer's own budget is exhausted; `SERVICE_UNAVAILABLE` if the process's is. Both
    /// with `Retry-After`.
    pub(super) fn grow_to(&mut self, bytes: usize) -> Result<(), ApiError> {
        let more = bytes.saturating_sub(self.bytes);
        if more == 0 {
            return Ok(());
        }
        let mut usage = self.bodies.0.lock().unwrap_or_else(PoisonError::into_inner);
        let all = usage.all + more;
        let pages = usage.pages + if self.is_of_page() { more } else { 0 };
        let own = usage.by_payer.get(&self.payer).copied().unwrap_or_default() + more;
        if own > self.payer.bytes_max() {
            return Err(too_many_of(self.payer));
        }
        if all > MAX_PROCESS_BYTES || pages > MAX_PAGES_BYTES {
            return Err(too_many());
        }
        (usage.all, usage.pages) = (all, pages);
        usage.by_payer.insert(self.payer, own);
        self.bytes = bytes;
        Ok(())
    }

    const fn is_of_page(&self) -> bool {
        matches!(self.payer, BudgetOwner::Page(_))
    }
}

impl Drop for MemoryCharge<'_> {
    fn drop(&mut self) {
        let mut usage = self.bodies.0.lock().unwrap_or_else(PoisonError::into_inner);
        usage.all -= self.bytes;
        if self.is_of_page() {
            usage.pages -= self.bytes;
        }
        let own = usage.by_payer.get(&self.payer).copied().unwrap_or_default() - self.bytes;
        match own {
            0 => usage.by_payer.remove(&self.payer),
            own => usage.by_payer.insert(self.payer, own),
        };
    }
}

fn too_many_of(payer: BudgetOwner) -> ApiError {
    let message = match payer {
        BudgetOwner::Platform(_) => {
            "The bodies of this platform's requests that are under way take too much memory; send fewer at a time."
        }
        BudgetOwner::Page(_) => "Too much is being sent to this page; send one form at a time.",
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

    fn platform(number: usize) -> BudgetOwner {
        BudgetOwner::Platform(PlatformId::from_uuid(uuid::Uuid::from_u128(u128::try_from(number).unwrap())))
    }

    fn page(number: usize) -> BudgetOwner {
        BudgetOwner::Page(CustomerId::from_uuid(uuid::Uuid::from_u128(u128::try_from(number).unwrap())))
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
        let usage = bodies.0.into_inner().unwrap();
        assert_eq!((usage.all, usage.pages, usage.by_payer.len()), (0, 0, 0));
    }

    /// Returns `true` if a body fits while one payer has as many tiny bodies in progress as it may.
    fn has_room_beside(of_many: BudgetOwner, of_one: BudgetOwner) -> bool {
        let bodies = Bodies::default();
        let tiny: Vec<MemoryCharge<'_>> = (0..1024).map(|_| bodies.begin(of_many).unwrap()).collect();
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
        let refusal = bodies.begin(platform(9)).unwrap_err();
        assert_eq!((refusal.code, refusal.retry_after_seconds), (Code::ServiceUnavailable, Some(1)));
        shares.pop();
        bodies.begin(platform(9)).unwrap();
        drop(shares);
        let usage = bodies.0.into_inner().unwrap();
        assert_eq!((usage.all, usage.by_payer.len()), (0, 0));
    }
}
