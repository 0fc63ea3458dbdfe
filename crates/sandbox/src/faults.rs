//! Misbehaviour of the simulated rails, switched on by tests: a partner may lose its answers.

use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering};

/// How many of the next answers are lost after the rail has already acted. Clones share the count.
#[derive(Debug, Clone, Default)]
pub struct RailFaults(Arc<AtomicU32>);

impl RailFaults {
    /// Loses the next `count` answers.
    pub fn lose_answers(&self, count: u32) {
        self.0.store(count, Ordering::Release);
    }

    /// Whether this answer is lost.
    pub(crate) fn loses_this_answer(&self) -> bool {
        self.0.fetch_update(Ordering::AcqRel, Ordering::Acquire, |left| left.checked_sub(1)).is_ok()
    }
}
