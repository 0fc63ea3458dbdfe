//! Two kinds of clocks: the wall clock of the process, and the clock of one platform.

use std::sync::Arc;
use std::sync::atomic::{AtomicI64, Ordering};
use std::time::{Duration, Instant};

use crate::time::Time;

/// The wall clock: the only reader of the machine's time. It never runs backwards and never stops.
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
    /// Sets this clock ahead of the real one, as an operator or a time server may; for tests.
    pub fn set_ahead(&self, by: Duration) {
        self.0.store(i64::try_from(by.as_millis()).unwrap_or(i64::MAX), Ordering::Release);
    }

    fn millis(&self) -> i64 {
        machine_millis().saturating_add(self.0.load(Ordering::Acquire))
    }
}

impl Clock {
    /// Returns a clock that follows the machine's clock.
    ///
    /// When the machine steps back, this clock runs on from its present time: due work is done, and no effect
    /// is dated before its cause.
    #[must_use]
    pub fn system() -> Self {
        Self::of(&MachineClock::default())
    }

    /// Returns a clock as [`Clock::system`] does, on top of this machine clock.
    #[must_use]
    pub fn of(machine: &MachineClock) -> Self {
        let began = Instant::now();
        let lead = AtomicI64::new(i64::MIN);
        Self(Arc::new(Source::System { began, lead, machine: machine.clone() }))
    }

    /// Returns a clock that stays at `start` until it is advanced; for simulations and tests.
    #[must_use]
    pub fn manual(start: Time) -> Self {
        Self(Arc::new(Source::Manual { now: AtomicI64::new(start.millis()) }))
    }

    #[must_use]
    pub fn now(&self) -> Time {
        match &*self.0 {
            Source::System { began, lead, machine } => {
                Time::from_millis(reading(lead, elapsed_millis(began), machine.millis()))
            }
            Source::Manual { now } => Time::from_millis(now.load(Ordering::Acquire)),
        }
    }

    /// Returns the lead of this clock over the machine's, which has stepped back by that much; zero for a
    /// manual clock.
    #[must_use]
    pub fn ahead(&self) -> Duration {
        match &*self.0 {
            Source::System { began, lead, machine } => {
                ahead_of(lead, elapsed_millis(began), machine.millis())
            }
            Source::Manual { .. } => Duration::ZERO,
        }
    }

    /// Moves a manual clock forward. A system clock stays as it is.
    pub fn advance(&self, by: Duration) {
        if let Source::Manual { now } = &*self.0 {
            now.fetch_add(i64::try_from(by.as_millis()).unwrap_or(0), Ordering::AcqRel);
        }
    }
}

/// Returns the time in milliseconds after `elapsed`: the machine's, or the time that it would show if it had
/// not stepped back. `lead` is the largest difference so far between the machine's time and the elapsed time.
fn reading(lead: &AtomicI64, elapsed: i64, machine: i64) -> i64 {
    let ahead = machine.saturating_sub(elapsed);
    lead.fetch_max(ahead, Ordering::AcqRel).max(ahead).saturating_add(elapsed)
}

/// Returns the lead of the clock over its machine at that moment.
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

/// The relation of a platform's clock to the wall clock (conventions 2.1, `clock …`).
///
/// A production platform is always `Running` without a lead. Platform time never runs backwards: `resume`
/// keeps the lead that freezing and advancing have created, which may be negative.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum PlatformClock {
    /// Follows the wall clock at a constant distance.
    Running {
        /// Milliseconds ahead of the wall clock; negative if behind it.
        lead_millis: i64,
    },
    /// Stopped until it is advanced or resumed.
    Frozen {
        /// The instant that it shows.
        at: Time,
    },
}

impl PlatformClock {
    /// The clock of a platform that was never frozen or advanced.
    pub const REAL: Self = Self::Running { lead_millis: 0 };

    /// Returns the platform's instant at this wall instant.
    #[must_use]
    pub fn at(self, wall: Time) -> Time {
        match self {
            Self::Running { lead_millis } => Time::from_millis(wall.millis().saturating_add(lead_millis)),
            Self::Frozen { at } => at,
        }
    }

    /// Returns this clock, stopped from `wall` on.
    #[must_use]
    pub fn freeze(self, wall: Time) -> Self {
        Self::Frozen { at: self.at(wall) }
    }

    /// Returns this clock moved forward to `target`; a target in its past changes nothing.
    #[must_use]
    pub fn move_to(self, target: Time, wall: Time) -> Self {
        let target = target.max(self.at(wall));
        match self {
            Self::Running { .. } => Self::running_from(target, wall),
            Self::Frozen { .. } => Self::Frozen { at: target },
        }
    }

    /// Returns this clock, running on from its present instant.
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

    /// Returns the readings of a clock while its machine jumps a day ahead, steps back, and runs on; `read`
    /// takes the elapsed time and the machine's.
    fn shown(mut read: impl FnMut(i64, i64) -> i64) -> Vec<i64> {
        let day = 86_400_000;
        let machine = [(0, 0), (10, 10), (20, day + 20), (30, 30), (40, 40), (50, 50)];
        machine.map(|(elapsed, machine)| read(elapsed, machine)).to_vec()
    }

    #[test]
    fn time_rises_despite_jumps_of_the_machine_clock() {
        let is_rising = |readings: &[i64]| readings.windows(2).all(|two| two[0] < two[1]);
        let lead = AtomicI64::new(i64::MIN);
        assert!(is_rising(&shown(|elapsed, machine| reading(&lead, elapsed, machine))));
        // The planted faults: a clock that equals the machine's, and one that waits for it.
        assert!(!is_rising(&shown(|_, machine| machine)));
        let mut last = 0;
        assert!(!is_rising(&shown(|_, machine| {
            last = machine.max(last);
            last
        })));
    }

    #[test]
    fn the_lead_of_a_clock_equals_the_step_back_of_the_machine_clock() {
        let lead = AtomicI64::new(i64::MIN);
        let ahead = |elapsed, machine| ahead_of(&lead, elapsed, machine).as_millis();
        assert_eq!([ahead(0, 1_000), ahead(10, 1_010), ahead(20, 90_000)], [0; 3], "as the machine is");
        assert_eq!([ahead(30, 1_030), ahead(40, 1_040)], [88_980; 2], "the machine clock has come back");
        assert_eq!([ahead(50, 89_050), ahead(60, 90_040)], [980, 0], "and is set right");
        // The planted fault: a clock that equals the machine's is never ahead of it.
        assert_eq!(ahead_of(&AtomicI64::new(i64::MIN), 30, 1_030), Duration::ZERO);
    }

    #[test]
    fn a_platform_clock_freezes_advances_and_resumes_without_going_back() {
        let wall = Time::from_millis(1_000);
        let frozen = PlatformClock::REAL.freeze(wall);
        assert_eq!(frozen.at(Time::from_millis(9_000)), wall);
        let advanced = frozen.move_to(Time::from_millis(5_000), wall);
        assert_eq!(advanced.move_to(Time::from_millis(2_000), wall), advanced);
        let running = advanced.resume(Time::from_millis(10_000));
        assert_eq!(running.at(Time::from_millis(10_500)), Time::from_millis(5_500));
    }
}
