//! Which clocks this process is advancing.

use std::collections::HashSet;
use std::sync::{Arc, Mutex, PoisonError};

use causeway_domain::ids::PlatformId;

/// The platforms whose clocks this process is advancing. Their deliveries are made by the steps of the advance,
/// which give an exchange less time than the sender would.
#[derive(Debug, Clone, Default)]
pub struct Advancing(Arc<Mutex<HashSet<PlatformId>>>);

/// Stands for one advance under way; it ends when this is dropped.
#[derive(Debug)]
pub(crate) struct UnderWay {
    advancing: Advancing,
    platform: PlatformId,
}

impl Advancing {
    /// The platforms whose clocks are being advanced now.
    #[must_use]
    pub fn platforms(&self) -> HashSet<PlatformId> {
        self.with(|platforms| platforms.clone())
    }

    /// Begins an advance; none when one is under way for this platform.
    pub(crate) fn begin(&self, platform: PlatformId) -> Option<UnderWay> {
        let is_first = self.with(|platforms| platforms.insert(platform));
        is_first.then(|| UnderWay { advancing: self.clone(), platform })
    }

    fn with<T>(&self, act: impl FnOnce(&mut HashSet<PlatformId>) -> T) -> T {
        act(&mut self.0.lock().unwrap_or_else(PoisonError::into_inner))
    }
}

impl Drop for UnderWay {
    fn drop(&mut self) {
        self.advancing.with(|platforms| platforms.remove(&self.platform));
    }
}
