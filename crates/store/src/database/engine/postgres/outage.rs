//! When to try again to reach a server that could not be reached.

use std::time::{Duration, Instant};

/// A pause after failures, which grows with their number.
#[derive(Default)]
pub(super) struct Outage {
    failures: u32,
    until: Option<Instant>,
    why: String,
    /// What the count of connects was at the last failure.
    connects: u64,
}

impl Outage {
    /// Why it is not tried yet; nothing when it should be, because the pause is over or because another connection has
    /// reached the server meanwhile. `connects` counts how often any of them did.
    pub(super) fn lasts(&self, connects: u64) -> Option<&str> {
        let nobody_connected = connects == self.connects;
        let lasts = nobody_connected && self.until.is_some_and(|until| Instant::now() < until);
        lasts.then_some(self.why.as_str())
    }

    /// Notes one more failure.
    pub(super) fn go_on(&mut self, why: String, connects: u64) {
        self.until = Some(Instant::now() + Duration::from_millis(50 << self.failures.min(6)));
        self.failures += 1;
        self.why = why;
        self.connects = connects;
    }
}
