//! Two kinds of time: the wall clock of the process, and the clock of one platform.

use std::sync::Arc;
use std::sync::atomic::{AtomicI64, Ordering};
use std::time::{Duration, Instant};

use crate::time::Time;

/// The wall clock: the only place that reads the machine's time. Never runs backwards, and never stands.
#[derive(Debug, Clone)]
pub struct Clock(Arc<Source>);

#[derive(Debug)]
enum Source {
    System { began: Instant, lead: AtomicI64, machine: MachineClock },
    Manual { now: AtomicI64 },
}

/// The machine's own clock, which may be set forwards and back.
#[derive(Debug, Clone, Default)]
pub struct MachineClock(Arc<AtomicI64>);

impl MachineClock {
    /// From now on it is set so far ahead of the real one, as an operator or a time server may set it; for tests.
    pub fn set_ahead(&self, by: Duration) {
        self.0.store(i64::try_from(by.as_millis()).unwrap_or(i64::MAX), Ordering::Release);
    }

    fn millis(&self) -> i64 {
        machine_millis().saturating_add(self.0.load(Ordering::Acquire))
    }
}

impl Clock {
    /// The machine's clock. Where the machine steps back, this one goes on from where it is: what is due is done, and nothing
    /// happens before what caused it.
    #[must_use]
    pub fn system() -> Self {
        Self::of(&MachineClock::default())
    }

    /// As [`Clock::system`], by the clock of this machine.
    #[must_use]
    pub fn of(machine: &MachineClock) -> Self {
        let (began, lead) = (Instant::now(), AtomicI64::new(i64::MIN));
        Self(Arc::new(Source::System { began, lead, machine: machine.clone() }))
    }

    /// A clock that stands at `start` until it is moved; for simulations and tests.
    #[must_use]
    pub fn manual(start: Time) -> Self {
        Self(Arc::new(Source::Manual { now: AtomicI64::new(start.millis()) }))
    }

    /// The present instant.
    #[must_use]
    pub fn now(&self) -> Time {
        match &*self.0 {
            Source::System { began, lead, machine } => {
                Time::from_millis(reading(lead, elapsed_millis(began), machine.millis()))
            }
            Source::Manual { now } => Time::from_millis(now.load(Ordering::Acquire)),
        }
    }

    /// How far this clock is ahead of the machine's, which has stepped back as far; nothing for one that is moved by hand.
    #[must_use]
    pub fn ahead(&self) -> Duration {
        match &*self.0 {
            Source::System { began, lead, machine } => {
                ahead_of(lead, elapsed_millis(began), machine.millis())
            }
            Source::Manual { .. } => Duration::ZERO,
        }
    }

    /// Moves a manual clock forward; the machine's clock cannot be moved and stays as it is.
    pub fn advance(&self, by: Duration) {
        if let Source::Manual { now } = &*self.0 {
            now.fetch_add(i64::try_from(by.as_millis()).unwrap_or(0), Ordering::AcqRel);
        }
    }
}

/// The instant so many milliseconds after the start: that of the machine, or the one that it would have come to if it had not
/// stepped back. `lead` is the farthest that the machine was ahead of what has elapsed.
fn reading(lead: &AtomicI64, elapsed: i64, machine: i64) -> i64 {
    let ahead = machine.saturating_sub(elapsed);
    lead.fetch_max(ahead, Ordering::AcqRel).max(ahead).saturating_add(elapsed)
}

/// How far the clock is ahead of its machine then.
fn ahead_of(lead: &AtomicI64, elapsed: i64, machine: i64) -> Duration {
    Time::from_millis(reading(lead, elapsed, machine)).since(Time::from_millis(machine))
}

fn elapsed_millis(began: &Instant) -> i64 {
    i64::try_from(began.elapsed().as_millis()).unwrap_or(i64::MAX)
}

#[expect(clippy::disallowed_methods, reason = "the one source of the machine's time")]
fn machine_millis() -> i64 {
    let since_epoch = std::time::SystemTime::now().duration_since(std::time::UNIX_EPOCH).unwrap_or_default();
    i64::try_from(since_epoch.as_millis()).unwrap_or(i64::MAX)
}

/// How the clock of one platform relates to the wall clock (conventions 2.1, `clock …`).
///
/// A production platform is always `Running` with no lead. Platform time never runs backwards: `resume`
/// keeps the lead that freezing and advancing have made, which may be negative.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum PlatformClock {
    /// Goes with the wall clock, this many milliseconds ahead of it (behind, when negative).
    Running {
        /// Milliseconds ahead of the wall clock.
        lead_millis: i64,
    },
    /// Stands still until advanced or resumed.
    Frozen {
        /// The instant it stands at.
        at: Time,
    },
}

impl PlatformClock {
    /// The clock of a platform that nobody has touched.
    pub const REAL: Self = Self::Running { lead_millis: 0 };

    /// The platform's instant at this wall instant.
    #[must_use]
    pub fn at(self, wall: Time) -> Time {
        match self {
            Self::Running { lead_millis } => Time::from_millis(wall.millis().saturating_add(lead_millis)),
            Self::Frozen { at } => at,
        }
    }

    /// This clock, standing still from `wall` on.
    #[must_use]
    pub fn freeze(self, wall: Time) -> Self {
        Self::Frozen { at: self.at(wall) }
    }

    /// This clock moved forward to `target`; a target in its past changes nothing.
    #[must_use]
    pub fn move_to(self, target: Time, wall: Time) -> Self {
        let target = target.max(self.at(wall));
        match self {
            Self::Running { .. } => Self::running_from(target, wall),
            Self::Frozen { .. } => Self::Frozen { at: target },
        }
    }

    /// This clock, running on from where it stands.
    #[must_use]
    pub fn resume(self, wall: Time) -> Self {
        Self::running_from(self.at(wall), wall)
    }

    fn running_from(platform: Time, wall: Time) -> Self {
        Self::Running { lead_millis: platform.millis().saturating_sub(wall.millis()) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_machine_that_steps_back_neither_turns_the_clock_back_nor_stops_it() {
        let lead = AtomicI64::new(i64::MIN);
        let read = |elapsed, machine| reading(&lead, elapsed, machine);
        assert_eq!([read(0, 1_000), read(5, 1_005)], [1_000, 1_005]);
        assert_eq!(read(10, 900_000), 900_000, "it goes forward with the machine");
        assert_eq!([read(20, 1_020), read(30, 1_030)], [900_010, 900_020], "and on from there");
        assert_eq!(read(40, 900_500), 900_500, "until the machine has caught up");
    }

    /// What the clock shows while its machine goes a day ahead, comes back, and goes on; each with the time that has elapsed.
    fn shown(mut read: impl FnMut(i64, i64) -> i64) -> Vec<i64> {
        let day = 86_400_000;
        let machine = [(0, 0), (10, 10), (20, day + 20), (30, 30), (40, 40), (50, 50)];
        machine.map(|(elapsed, machine)| read(elapsed, machine)).to_vec()
    }

    #[test]
    fn time_goes_on_whatever_the_machine_does() {
        let goes_on = |shown: &[i64]| shown.windows(2).all(|two| two[0] < two[1]);
        let lead = AtomicI64::new(i64::MIN);
        assert!(goes_on(&shown(|elapsed, machine| reading(&lead, elapsed, machine))));
        // The planted faults: a clock that is the machine's, and one that waits for it.
        assert!(!goes_on(&shown(|_, machine| machine)));
        let mut last = 0;
        assert!(!goes_on(&shown(|_, machine| {
            last = machine.max(last);
            last
        })));
    }

    #[test]
    fn a_clock_is_ahead_by_what_its_machine_stepped_back() {
        let lead = AtomicI64::new(i64::MIN);
        let ahead = |elapsed, machine| ahead_of(&lead, elapsed, machine).as_millis();
        assert_eq!([ahead(0, 1_000), ahead(10, 1_010), ahead(20, 90_000)], [0; 3], "as the machine is");
        assert_eq!([ahead(30, 1_030), ahead(40, 1_040)], [88_980; 2], "it has come back");
        assert_eq!([ahead(50, 89_050), ahead(60, 90_040)], [980, 0], "and is set right");
        // The planted fault: a clock that is the machine's is never ahead of it.
        assert_eq!(ahead_of(&AtomicI64::new(i64::MIN), 30, 1_030), Duration::ZERO);
    }

    #[test]
    fn a_platform_clock_freezes_advances_and_resumes_without_going_back() {
        let wall = Time::from_millis(1_000);
        let frozen = PlatformClock::REAL.freeze(wall);
        assert_eq!(frozen.at(Time::from_millis(9_000)), wall);
        let moved = frozen.move_to(Time::from_millis(5_000), wall);
        assert_eq!(moved.move_to(Time::from_millis(2_000), wall), moved);
        let running = moved.resume(Time::from_millis(10_000));
        assert_eq!(running.at(Time::from_millis(10_500)), Time::from_millis(5_500));
    }
}
