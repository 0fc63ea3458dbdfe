//! Reading and setting the clock of a platform.

use std::fmt;
use std::time::Duration;

use causeway_domain::ids::PlatformId;
use causeway_domain::{PlatformClock, Time};
use causeway_store::platforms::{self, Environment, PlatformRecord};
use causeway_store::{Error, Tx};

/// Why a clock is not touched.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum ClockError {
    /// There is no such platform.
    NoPlatform,
    /// It is a production platform: its time is the world's.
    NotASandbox,
    /// This process is already advancing that clock.
    UnderWay,
    /// It waits for work that does not get done.
    NotArrived {
        /// What it shows.
        now: Time,
        /// Where it was to go.
        target: Time,
        /// The job or delivery that is due first.
        waits_for: String,
    },
    /// The database refused.
    Store(Error),
}

/// The clock of a platform and the instant that it shows.
///
/// # Errors
/// [`ClockError::NoPlatform`]; those of the database.
pub fn show(tx: &mut Tx<'_>, platform: PlatformId) -> Result<(PlatformClock, Time), ClockError> {
    let record = platforms::find(tx, platform)?.ok_or(ClockError::NoPlatform)?;
    Ok((record.clock, record.clock.at(tx.wall())))
}

/// Stops the clock of a sandbox platform where it stands; one that stands already stays.
///
/// # Errors
/// [`ClockError::NoPlatform`], [`ClockError::NotASandbox`]; those of the database.
pub fn freeze(tx: &mut Tx<'_>, platform: PlatformId) -> Result<PlatformClock, ClockError> {
    change(tx, platform, PlatformClock::freeze)
}

/// Lets the clock of a sandbox platform run on from where it stands; it keeps the distance to the world's time
/// that freezing and advancing have made.
///
/// # Errors
/// As [`freeze`].
pub fn resume(tx: &mut Tx<'_>, platform: PlatformId) -> Result<PlatformClock, ClockError> {
    change(tx, platform, PlatformClock::resume)
}

/// The instant that lies `by` after the one that the clock of a sandbox platform shows: for
/// [`crate::background::advance_to`].
///
/// # Errors
/// As [`freeze`].
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
            Self::Store(error) => write!(f, "{error}"),
        }
    }
}

impl std::error::Error for ClockError {}
