//! A clock as operators see it.

use std::fmt;

use causeway_domain::ids::PlatformId;
use causeway_domain::{PlatformClock, Time};
use serde::Serialize;

use crate::operator::{OperatorError, Report};
use crate::runtime::clock::ClockError;

/// A platform's clock.
#[derive(Debug, Clone, Serialize)]
pub struct Shown {
    /// The platform.
    pub(super) platform: PlatformId,
    /// Whether it stands still.
    pub(super) is_frozen: bool,
    /// What it shows.
    pub(super) now: Time,
    /// What the world's clock shows.
    pub(super) wall: Time,
}

impl Shown {
    pub(super) fn new(platform: PlatformId, clock: PlatformClock, wall: Time) -> Self {
        let is_frozen = matches!(clock, PlatformClock::Frozen { .. });
        Self { platform, is_frozen, now: clock.at(wall), wall }
    }

    /// What it does, in a word.
    pub(super) const fn state(&self) -> &'static str {
        if self.is_frozen { "stands" } else { "runs" }
    }
}

impl fmt::Display for Shown {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}  the clock {} (the world: {})", self.now, self.state(), self.wall)
    }
}

impl Report for Shown {}

impl From<ClockError> for OperatorError {
    fn from(error: ClockError) -> Self {
        match error {
            ClockError::NoPlatform => Self::new(crate::operator::Kind::NotFound, error.to_string()),
            ClockError::NotASandbox => Self::refused(error.to_string()),
            ClockError::UnderWay => Self::refused(error.to_string()).remedy("wait until it has arrived"),
            ClockError::Store(error) => error.into(),
        }
    }
}
