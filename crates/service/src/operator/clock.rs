//! The clock of a sandbox platform (conventions 2.1, 5.2).

use causeway_domain::ids::PlatformId;
use causeway_domain::{PlatformClock, Time};
use causeway_store::Tx;

use super::length::Length;
use super::{Answer, Call, Kind, Nothing, OperatorError, arguments, noun, positional, shown};
use crate::background::{Advanced, advance_to};
use crate::runtime::clock::{self, ClockError};
use crate::runtime::context::Context;

noun! {
    /// The clock of a sandbox platform
    "clock" {
        /// Shows a platform's time
        "show" => read(|tx, platform, Nothing {}| Ok(Shown::from((platform.id, platform.clock, tx.wall())))),
        /// Stops a sandbox platform's clock
        "freeze" => change(|tx, context, Nothing {}| turn(tx, context, clock::freeze)),
        /// Advances a sandbox platform's clock; what becomes due on the way is done before the answer
        "advance" => act(advance).with_platform(),
        /// Lets a sandbox platform's clock run again
        "resume" => change(|tx, context, Nothing {}| turn(tx, context, clock::resume)),
    }
}

arguments! {
    struct Advance {
        by: Length = positional("By how much: 90s, 15m, 2h, 7d, 1d12h"),
    }
}

shown! {
    struct Shown of (platform, clock, wall): (PlatformId, PlatformClock, Time) {
        platform: PlatformId = platform,
        is_frozen: bool = matches!(clock, PlatformClock::Frozen { .. }),
        /// The platform's time.
        now: Time = clock.at(wall),
        /// The machine's time.
        wall: Time = wall,
    }

    /// How far the clock has come, with what has become due since.
    struct Reached of (platform, advanced): (PlatformId, Advanced) {
        platform: PlatformId = platform,
        now: Time = advanced.now,
        target: Time = advanced.target,
        remaining_jobs: i64 = advanced.remaining.jobs,
        remaining_deliveries: i64 = advanced.remaining.deliveries,
    }
}

/// Stops the clock, or lets it run.
fn turn(
    tx: &mut Tx<'_>,
    context: &Context,
    turn: fn(&mut Tx<'_>, PlatformId) -> Result<PlatformClock, ClockError>,
) -> Answer<Shown> {
    let clock = turn(tx, context.platform)?;
    Ok((context.platform, clock, tx.wall()).into())
}

async fn advance(call: Call, advance: Advance) -> Answer<Reached> {
    let (app, by) = (call.app.clone(), advance.by.duration());
    let aim = call
        .change(move |tx, context| Ok((context.platform, clock::target_after(tx, context.platform, by)?)));
    let (platform, target) = aim.await?;
    Ok((platform, advance_to(&app, platform, target).await?).into())
}

impl From<ClockError> for OperatorError {
    fn from(error: ClockError) -> Self {
        match error {
            ClockError::NoPlatform => Self::new(Kind::NotFound, error.to_string()),
            ClockError::NotASandbox => Self::refused(error.to_string()),
            ClockError::UnderWay => Self::refused(error.to_string()).remedy("wait until it has arrived"),
            ClockError::NotArrived { now, target, .. } => {
                let rest = target.since(now).as_millis();
                let remedy =
                    format!("see causeway jobs list, then go on with causeway clock advance {rest}ms");
                Self::new(Kind::Failed, error.to_string()).remedy(remedy)
            }
            ClockError::Store(error) => error.into(),
        }
    }
}
