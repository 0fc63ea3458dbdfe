//! The clock of a sandbox platform (conventions 2.1, 5.2).

use std::sync::Arc;
use std::time::Duration;

use causeway_domain::ids::PlatformId;
use causeway_domain::{PlatformClock, Time};
use causeway_store::{Tx, alerts};

use super::clock_agenda::{agenda, forecast, next_due};
use super::dry_run::Forecast;
use super::duration::HumanDuration;
use super::{Answer, Call, Kind, NoArguments, OperatorError, arguments, flag, noun, positional, view};
use crate::background::{AdvanceProgress, advance_to};
use crate::runtime::app::App;
use crate::runtime::clock::{self, ClockError};
use crate::runtime::context::Context;
use crate::runtime::upkeep;

noun! {
    /// Clock of a sandbox platform
    "clock" {
        /// Show a platform's time
        "show": Look => read(|tx, platform, NoArguments {}| {
            Ok(ClockView::from((platform.id, platform.clock, tx.wall())))
        }),
        /// Stop a sandbox platform's clock
        "freeze": Support => change(|tx, context, NoArguments {}| set_clock(tx, context, clock::freeze)),
        /// Advance a sandbox platform's clock and run all jobs that become due
        "advance": Support => act(preview_advance, advance).with_platform(),
        /// Advance a sandbox platform's clock to the next thing that is due, and run it
        "next": Support => act(preview_next, next).with_platform(),
        /// List what becomes due, in words, the earliest first
        "agenda": Look => read(agenda).columns(&["due_at", "what", "resource", "id"]),
        /// Resume a sandbox platform's clock; with --real on real time, unless it is ahead of it
        "resume": Support => change(resume),
    }
}

arguments! {
    struct AdvanceRequest {
        by: HumanDuration = positional("Duration to advance by, such as 90s, 15m, 2h, 7d, 1d12h"),
    }

    struct ResumeRequest {
        #[serde(default)]
        real: bool = flag("Follow real time again, without the lag that freezing has caused"),
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

    /// The time reached by the clock, with the work that was done and the work that is still due.
    struct ClockProgress of (platform, advanced, alerts): (PlatformId, AdvanceProgress, i64) {
        platform: PlatformId = platform,
        now: Time = advanced.now,
        target: Time = advanced.target,
        /// Jobs that the command has run. The workers of the server run others meanwhile.
        jobs_run: usize = advanced.done.jobs,
        deliveries_attempted: usize = advanced.done.deliveries,
        /// Alerts about the platform since the command began.
        alerts_raised: i64 = alerts,
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

fn resume(tx: &mut Tx<'_>, context: &Context, resume: &ResumeRequest) -> Answer<ClockView> {
    set_clock(tx, context, if resume.real { clock::resume_real } else { clock::resume })
}

async fn preview_next(call: Call, _: NoArguments) -> Answer<Forecast> {
    call.read(|tx, call| {
        let platform = call.platform.find(tx)?.id;
        let target = target_of_next(tx, platform)?;
        forecast(tx, platform, target)
    })
    .await
}

async fn preview_advance(call: Call, advance: AdvanceRequest) -> Answer<Forecast> {
    let by = advance.by.duration();
    call.read(move |tx, call| {
        let platform = call.platform.find(tx)?.id;
        let target = clock::target_after(tx, platform, by)?;
        forecast(tx, platform, target)
    })
    .await
}

/// Returns the time of the next due thing.
fn target_of_next(tx: &mut Tx<'_>, platform: PlatformId) -> Answer<Time> {
    let now = clock::target_after(tx, platform, Duration::ZERO)?;
    let due = next_due(tx, platform)?;
    let due = due.ok_or_else(|| OperatorError::refused("nothing becomes due on this clock"))?;
    Ok(due.max(now))
}

async fn next(call: Call, _: NoArguments) -> Answer<ClockProgress> {
    let app = Arc::clone(&call.app);
    let start = call.change(move |tx, context| {
        let platform = context.platform;
        Ok((platform, target_of_next(tx, platform)?, tx.wall()))
    });
    let (platform, target, since) = start.await?;
    arrive(&app, platform, target, since).await
}

async fn advance(call: Call, advance: AdvanceRequest) -> Answer<ClockProgress> {
    let app = Arc::clone(&call.app);
    let by = advance.by.duration();
    let start = call.change(move |tx, context| {
        let platform = context.platform;
        Ok((platform, clock::target_after(tx, platform, by)?, tx.wall()))
    });
    let (platform, target, since) = start.await?;
    arrive(&app, platform, target, since).await
}

/// Advances the clock, and counts the alerts since the beginning, in wall time. It looks at endpoints and reviews as the
/// maintenance does in real time, because hours may have passed on this clock since the last round.
async fn arrive(app: &Arc<App>, platform: PlatformId, target: Time, since: Time) -> Answer<ClockProgress> {
    let advanced = advance_to(app, platform, target).await?;
    upkeep::watch_conditions(app).await?;
    let count =
        move |tx: &mut Tx<'_>| Ok::<_, OperatorError>(alerts::count_raised_since(tx, platform, since)?);
    let raised = app.store.read(count).await?;
    Ok((platform, advanced, raised).into())
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
            ClockError::Ahead { now, .. } => Self::refused(error.to_string()).remedy(format!(
                "leave it frozen until {now}, then repeat; or resume it with its lead: causeway clock resume"
            )),
            ClockError::Store(error) => error.into(),
        }
    }
}
