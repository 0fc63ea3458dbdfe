//! The order of a resource's changes (conventions 5.2).

use std::fmt;
use std::time::Duration;

use serde::{Serialize, Serializer};

use crate::Time;

const STEP: Duration = Duration::from_millis(1);

/// The instant of a resource's last change, its `updatedAt`. Receivers order its events by it.
///
/// It rises by at least one millisecond with each change, even while the clock is stopped, and so may be
/// ahead of the clock. Waiting times and expiries count from instants of their own.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Revision(Time);

impl Revision {
    /// Returns the revision of a resource that is created now.
    #[must_use]
    pub const fn created(now: Time) -> Self {
        Self(now)
    }

    /// Advances the revision for a change made now. The caller holds the lock of the resource's row.
    pub fn advance(&mut self, now: Time) {
        *self = self.after(now);
    }

    /// Returns the revision that follows this one with a change at `at`.
    #[must_use]
    pub fn after(self, at: Time) -> Self {
        Self(at.max(self.0.plus(STEP)))
    }

    /// Returns the instant, as shown and stored.
    #[must_use]
    pub const fn time(self) -> Time {
        self.0
    }
}

impl From<Revision> for Time {
    fn from(revision: Revision) -> Self {
        revision.0
    }
}

impl fmt::Display for Revision {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

impl Serialize for Revision {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        self.0.serialize(serializer)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Returns the revisions of a resource that is created at the first of these instants, and changed at the
    /// others.
    fn instants(at: &[i64]) -> Vec<i64> {
        let mut revision = Revision::created(Time::from_millis(at[0]));
        let mut instants = vec![revision.time().millis()];
        for at in &at[1..] {
            revision.advance(Time::from_millis(*at));
            instants.push(revision.time().millis());
        }
        instants
    }

    #[test]
    fn rises_with_every_change_even_if_the_clock_steps_back() {
        assert_eq!(instants(&[5, 9, 30]), [5, 9, 30]);
        assert_eq!(instants(&[7, 7, 7, 7]), [7, 8, 9, 10]);
        assert_eq!(instants(&[7, 7, 8, 10, 10]), [7, 8, 9, 10, 11]);
        assert_eq!(instants(&[-3, -900, 0, -1]), [-3, -2, 0, 1]);
    }
}
