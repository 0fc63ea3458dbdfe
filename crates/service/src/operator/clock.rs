//! The clock of a sandbox platform (conventions 2.1, 5.2).

use causeway_domain::ids::PlatformId;
use causeway_domain::{PlatformClock, Time};
use serde::{Deserialize, Serialize};

use super::argument::{PLATFORM, positional};
use super::call::Call;
use super::length::Length;
use super::noun::Nothing;
use super::{Kind, Noun, OperatorError};
use crate::background::{Advanced, advance_to};
use crate::runtime::clock::{self, ClockError};

#[derive(Debug, Clone, Serialize, Deserialize)]
struct Advance {
    by: Length,
}

#[derive(Debug, Clone, Serialize)]
struct Shown {
    platform: PlatformId,
    is_frozen: bool,
    /// The platform's time.
    now: Time,
    /// The machine's time.
    wall: Time,
}

/// How far the clock has come.
#[derive(Debug, Clone, Serialize)]
struct Reached {
    platform: PlatformId,
    now: Time,
    target: Time,
    /// What is still to be done on the way.
    remaining_jobs: i64,
    remaining_deliveries: i64,
}

pub(super) fn noun() -> Noun {
    Noun::new("clock", "The clock of a sandbox platform")
        .read("show", "Shows a platform's time", &[], |tx, platform, Nothing {}| {
            Ok(Shown::new(platform.id, platform.clock, tx.wall()))
        })
        .change("freeze", "Stops a sandbox platform's clock", &[], |tx, context, Nothing {}| {
            let clock = clock::freeze(tx, context.platform)?;
            Ok(Shown::new(context.platform, clock, tx.wall()))
        })
        .act(
            "advance",
            "Advances a sandbox platform's clock; what becomes due on the way is done before the answer",
            &[positional("by", "By how much: 90s, 15m, 2h, 7d, 1d12h"), PLATFORM],
            advance,
        )
        .change("resume", "Lets a sandbox platform's clock run again", &[], |tx, context, Nothing {}| {
            let clock = clock::resume(tx, context.platform)?;
            Ok(Shown::new(context.platform, clock, tx.wall()))
        })
}

async fn advance(call: Call, advance: Advance) -> Result<Reached, OperatorError> {
    let (app, by) = (call.app.clone(), advance.by.duration());
    let aim = call
        .change(move |tx, context| Ok((context.platform, clock::target_after(tx, context.platform, by)?)));
    let (platform, target) = aim.await?;
    let Advanced { now, target, remaining } = advance_to(&app, platform, target).await?;
    Ok(Reached {
        platform,
        now,
        target,
        remaining_jobs: remaining.jobs,
        remaining_deliveries: remaining.deliveries,
    })
}

impl Shown {
    fn new(platform: PlatformId, clock: PlatformClock, wall: Time) -> Self {
        let is_frozen = matches!(clock, PlatformClock::Frozen { .. });
        Self { platform, is_frozen, now: clock.at(wall), wall }
    }
}

impl From<ClockError> for OperatorError {
    fn from(error: ClockError) -> Self {
        match error {
            ClockError::NoPlatform => Self::new(Kind::NotFound, error.to_string()),
            ClockError::NotASandbox => Self::refused(error.to_string()),
            ClockError::UnderWay => Self::refused(error.to_string()).remedy("wait until it has arrived"),
            ClockError::Store(error) => error.into(),
        }
    }
}
