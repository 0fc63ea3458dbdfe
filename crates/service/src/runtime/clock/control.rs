//! Reading and setting the clock of a platform.

use std::fmt;
use std::time::Duration;

use causeway_domain::ids::PlatformId;
use causeway_domain::{PlatformClock, Time};
use causeway_store::platforms::{self, Environment, PlatformRecord};
use causeway_store::{Error, Tx, Wake};

/// The error of reading or changing a clock.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum ClockError {
    NoPlatform,
    /// A production platform, which always runs on real time.
    NotASandbox,
    /// This process is already advancing that clock.
    UnderWay,
    /// The advance stopped at work that does not get done.
    NotArrived {
        /// The instant that the clock has reached.
        now: Time,
        /// The instant that it was to reach.
        target: Time,
        /// The job or delivery that is due first.
        waits_for: String,
    },
    /// The clock is ahead of real time, so that going back to it would turn the clock back.
    Ahead {
        /// The instant that the clock shows.
        now: Time,
        wall: Time,
    },
    Store(Error),
}

/// Returns the clock of a platform and the instant that it shows.
///
/// # Errors
/// [`ClockError::NoPlatform`].
pub fn show(tx: &mut Tx<'_>, platform: PlatformId) -> Result<(PlatformClock, Time), ClockError> {
    let record = platforms::find(tx, platform)?.ok_or(ClockError::NoPlatform)?;
    Ok((record.clock, record.clock.at(tx.wall())))
}

/// Freezes the clock of a sandbox platform at its current instant. Has no effect on a frozen clock.
///
/// # Errors
/// [`ClockError::NoPlatform`], [`ClockError::NotASandbox`].
pub fn freeze(tx: &mut Tx<'_>, platform: PlatformId) -> Result<PlatformClock, ClockError> {
    change(tx, platform, PlatformClock::freeze)
}

/// Resumes the clock of a sandbox platform from the instant that it shows; it keeps the lead over or lag
/// behind real time that freezing and advancing have caused.
///
/// # Errors
/// The same as [`freeze`].
pub fn resume(tx: &mut Tx<'_>, platform: PlatformId) -> Result<PlatformClock, ClockError> {
    change(tx, platform, PlatformClock::resume)
}

/// Resumes the clock of a sandbox platform on real time, without a lead or a lag. A clock behind real time goes
/// forward to it, and what is due by then runs.
///
/// # Errors
/// [`ClockError::Ahead`] if the clock is ahead: rows of the platform carry its times, and a clock that ran
/// backwards would date effects before their causes. Otherwise the same as [`freeze`].
pub fn resume_real(tx: &mut Tx<'_>, platform: PlatformId) -> Result<PlatformClock, ClockError> {
    let record = lock(tx, platform)?;
    let wall = tx.wall();
    let now = record.clock.at(wall);
    if now > wall {
        return Err(ClockError::Ahead { now, wall });
    }
    if record.clock != PlatformClock::REAL {
        platforms::set_clock(tx, platform, PlatformClock::REAL)?;
        tx.wake(Wake::Jobs);
        tx.wake(Wake::Deliveries);
    }
    Ok(PlatformClock::REAL)
}

/// Returns the instant `by` after the one that the clock of a sandbox platform shows: for
/// [`crate::background::advance_to`].
///
/// # Errors
/// The same as [`freeze`].
pub fn target_after(tx: &mut Tx<'_>, platform: PlatformId, by: Duration) -> Result<Time, ClockError> {
    let record = touchable(platforms::find(tx, platform)?)?;
    Ok(record.clock.at(tx.wall()).plus(by))
}

/// Moves the clock of a sandbox platform forward to `target`; never back.
pub(crate) fn move_to(
    tx: &mut Tx<'_>,
    platform: PlatformId,
    target: Time,
) -> Result<PlatformClock, ClockError> {
    change(tx, platform, |clock, wall| clock.move_to(target, wall))
}

fn change(
    tx: &mut Tx<'_>,
    platform: PlatformId,
    next: impl FnOnce(PlatformClock, Time) -> PlatformClock,
) -> Result<PlatformClock, ClockError> {
    let record = lock(tx, platform)?;
    let clock = next(record.clock, tx.wall());
    if clock != record.clock {
        platforms::set_clock(tx, platform, clock)?;
    }
    Ok(clock)
}

fn lock(tx: &mut Tx<'_>, platform: PlatformId) -> Result<PlatformRecord, ClockError> {
    match platforms::lock(tx, platform) {
        Err(Error::Missing) => Err(ClockError::NoPlatform),
        found => touchable(Some(found?)),
    }
}

fn touchable(found: Option<PlatformRecord>) -> Result<PlatformRecord, ClockError> {
    let record = found.ok_or(ClockError::NoPlatform)?;
    match record.environment {
        Environment::Sandbox => Ok(record),
        Environment::Production => Err(ClockError::NotASandbox),
    }
}

impl From<Error> for ClockError {
    fn from(error: Error) -> Self {
        Self::Store(error)
    }
}

impl fmt::Display for ClockError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NoPlatform => f.write_str("there is no such platform"),
            Self::NotASandbox => f.write_str("only the clock of a sandbox platform can be touched"),
            Self::UnderWay => f.write_str("the clock of this platform is being advanced already"),
            Self::NotArrived { now, target, waits_for } => {
                write!(f, "the clock has come to {now} on its way to {target}: it waits for {waits_for}")
            }
            Self::Ahead { now, wall } => write!(
                f,
                "the clock shows {now}, and real time is {wall}: it would have to run backwards, and rows of the \
                 platform carry its times"
            ),
            Self::Store(error) => write!(f, "{error}"),
        }
    }
}

impl std::error::Error for ClockError {}
