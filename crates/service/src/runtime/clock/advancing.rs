//! The platform clocks that this process is advancing.

use std::collections::HashSet;
use std::sync::{Arc, Mutex, PoisonError};

use causeway_domain::ids::PlatformId;

/// The set of platforms that this process advances the clocks of. The steps of the advance make their
/// deliveries, with a shorter timeout than the sender's.
#[derive(Debug, Clone, Default)]
pub struct AdvancingClocks(Arc<Mutex<HashSet<PlatformId>>>);

/// A guard for one advance; dropping it ends the advance.
#[derive(Debug)]
pub(crate) struct AdvanceGuard {
    advancing: AdvancingClocks,
    platform: PlatformId,
}

impl AdvancingClocks {
    /// Returns the platforms whose clocks are being advanced now.
    #[must_use]
    pub fn platforms(&self) -> HashSet<PlatformId> {
        self.with(|platforms| platforms.clone())
    }

    /// Begins an advance, or returns `None` if one is already running for this platform.
    pub(crate) fn begin(&self, platform: PlatformId) -> Option<AdvanceGuard> {
        let is_first = self.with(|platforms| platforms.insert(platform));
        is_first.then(|| AdvanceGuard { advancing: self.clone(), platform })
    }

    fn with<T>(&self, act: impl FnOnce(&mut HashSet<PlatformId>) -> T) -> T {
        act(&mut self.0.lock().unwrap_or_else(PoisonError::into_inner))
    }
}

impl Drop for AdvanceGuard {
    fn drop(&mut self) {
        self.advancing.with(|platforms| platforms.remove(&self.platform));
    }
}
