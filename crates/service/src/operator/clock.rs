//! The clock of a sandbox platform (conventions 2.1, 5.2).

use causeway_domain::ids::PlatformId;
use causeway_domain::{PlatformClock, Time};
use causeway_store::Tx;

use super::duration::HumanDuration;
use super::{Answer, Call, Kind, NoArguments, OperatorError, arguments, noun, positional, view};
use crate::background::{AdvanceProgress, advance_to};
use crate::runtime::clock::{self, ClockError};
use crate::runtime::context::Context;

noun! {
    /// Clock of a sandbox platform
    "clock" {
        /// Show a platform's time
        "show" => read(|tx, platform, NoArguments {}| {
            Ok(ClockView::from((platform.id, platform.clock, tx.wall())))
        }),
        /// Stop a sandbox platform's clock
        "freeze" => change(|tx, context, NoArguments {}| set_clock(tx, context, clock::freeze)),
        /// Advance a sandbox platform's clock and run all jobs that become due
        "advance" => act(advance).with_platform(),
        /// Resume a sandbox platform's clock
        "resume" => change(|tx, context, NoArguments {}| set_clock(tx, context, clock::resume)),
    }
}

arguments! {
    struct AdvanceRequest {
        by: HumanDuration = positional("Duration to advance by, such as 90s, 15m, 2h, 7d, 1d12h"),
    }
}

view! {
    struct ClockView of (platform, clock, wall): (PlatformId, PlatformClock, Time) {
        platform: PlatformId = platform,
        is_frozen: bool = matches!(clock, PlatformClock::Frozen { .. }),
        /// On the platform's clock.
        now: Time = clock.at(wall),
        /// On the machine's clock.
        wall: Time = wall,
    }

    /// The time reached by the clock, with the work that is still due.
    struct ClockProgress of (platform, advanced): (PlatformId, AdvanceProgress) {
        platform: PlatformId = platform,
        now: Time = advanced.now,
        target: Time = advanced.target,
        remaining_jobs: i64 = advanced.remaining.jobs,
        remaining_deliveries: i64 = advanced.remaining.deliveries,
    }
}

/// Stops or resumes the clock.
fn set_clock(
    tx: &mut Tx<'_>,
    context: &Context,
    setter: fn(&mut Tx<'_>, PlatformId) -> Result<PlatformClock, ClockError>,
) -> Answer<ClockView> {
    let clock = setter(tx, context.platform)?;
    Ok((context.platform, clock, tx.wall()).into())
}

async fn advance(call: Call, advance: AdvanceRequest) -> Answer<ClockProgress> {
    let app = call.app.clone();
    let by = advance.by.duration();
    let change = call
        .change(move |tx, context| Ok((context.platform, clock::target_after(tx, context.platform, by)?)));
    let (platform, target) = change.await?;
    Ok((platform, advance_to(&app, platform, target).await?).into())
}

impl From<ClockError> for OperatorError {
    fn from(error: ClockError) -> Self {
        match error {
            ClockError::NoPlatform => Self::new(Kind::NotFound, error.to_string()),
            ClockError::NotASandbox => Self::refused(error.to_string()),
            ClockError::UnderWay => {
                Self::refused(error.to_string()).remedy("wait until the clock reaches its target")
            }
            ClockError::NotArrived { now, target, .. } => {
                let remaining = target.since(now).as_millis();
                let remedy = format!(
                    "see causeway jobs list, then continue with causeway clock advance {remaining}ms"
                );
                Self::new(Kind::Failed, error.to_string()).remedy(remedy)
            }
            ClockError::Store(error) => error.into(),
        }
    }
}
