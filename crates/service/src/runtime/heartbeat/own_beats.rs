//! The beats of this process, as the database has recorded them.

use std::time::Duration;

use causeway_domain::Time;

use crate::runtime::timers;

/// The recorded beats of this process without a gap, up to the last one.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct OwnBeats {
    since: Time,
    pub(super) last: Time,
}

impl OwnBeats {
    /// Returns the beats with another one `at` this database time. After a gap they begin anew, also if the
    /// database's clock went back.
    pub(super) fn after(before: Option<Self>, at: Time) -> Self {
        let unbroken = before.filter(|own| own.last <= at && at.since(own.last) <= timers::BEAT_GAP);
        Self { since: unbroken.map_or(at, |own| own.since), last: at }
    }

    /// Returns `true` if the beats last for as long as another process may be silent.
    pub(super) fn may_judge(self) -> bool {
        self.last.since(self.since) >= timers::SILENCE
    }

    /// Returns the pause before the next beat: shorter if the leases of the process with the oldest beat end
    /// before.
    pub(super) fn pause(self, oldest_other: Option<Time>) -> Duration {
        let end = oldest_other.map(|beat| beat.max(self.since).plus(timers::SILENCE));
        let left = end.filter(|end| *end > self.last).map(|end| end.since(self.last));
        left.unwrap_or(timers::BEAT_INTERVAL).min(timers::BEAT_INTERVAL)
    }
}
