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

#[cfg(test)]
mod tests {
    use super::*;

    const START: Time = Time::from_millis(1_760_000_000_000);

    fn at(millis: u64) -> Time {
        START.plus(Duration::from_millis(millis))
    }

    fn beats(instants: &[u64]) -> OwnBeats {
        let beats = instants.iter().fold(None, |own, instant| Some(OwnBeats::after(own, at(*instant))));
        beats.unwrap()
    }

    #[test]
    fn only_five_seconds_without_a_gap_allow_a_judgement() {
        assert!(!beats(&[0]).may_judge());
        assert!(!beats(&[0, 1_000, 3_000, 4_999]).may_judge());
        assert!(beats(&[0, 1_000, 3_000, 5_000]).may_judge());
        assert!(!beats(&[0, 1_000, 3_001, 5_000]).may_judge(), "a gap of more than two seconds");
        assert!(!beats(&[0, 2_000, 4_000, 3_999, 5_999]).may_judge(), "a clock that went back");
    }

    #[test]
    fn the_next_beat_comes_when_the_leases_of_another_end() {
        let own = beats(&[0, 2_000, 4_000, 6_000]);
        let pause = |beat: Option<Time>| u64::try_from(own.pause(beat).as_millis()).unwrap();
        assert_eq!(pause(None), 1_000);
        assert_eq!(
            [5_500, 1_400, 1_001, 1_000, 0].map(|beat| pause(Some(at(beat)))),
            [1_000, 400, 1, 1_000, 1_000]
        );
        let young = beats(&[10_000]);
        assert_eq!(young.pause(Some(at(0))), timers::BEAT_INTERVAL, "no judgement before five seconds");
    }
}
