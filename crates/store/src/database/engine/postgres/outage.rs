//! Backoff for connecting to an unreachable server.

use std::time::{Duration, Instant};

/// A pause after failures, which grows with their number.
#[derive(Default)]
pub(super) struct Outage {
    failures: u32,
    until: Option<Instant>,
    reason: String,
    /// The number of connects at the last failure.
    connects: u64,
}

impl Outage {
    /// Returns the last failure while no new attempt should be made. Returns `None` if the pause is over, or
    /// if another connection has reached the server meanwhile; `connects` counts the connects of all of them.
    pub(super) fn pending_failure(&self, connects: u64) -> Option<&str> {
        let none_connected = connects == self.connects;
        let is_pausing = none_connected && self.until.is_some_and(|until| Instant::now() < until);
        is_pausing.then_some(self.reason.as_str())
    }

    /// Notes one more failure.
    pub(super) fn note_failure(&mut self, reason: String, connects: u64) {
        self.until = Some(Instant::now() + Duration::from_millis(50 << self.failures.min(6)));
        self.failures += 1;
        self.reason = reason;
        self.connects = connects;
    }
}
