//! Advancing a clock: from one due instant to the next; all work due at an instant is done before the clock
//! moves on.

use std::pin::pin;
use std::sync::Arc;

use causeway_domain::Time;
use causeway_domain::ids::PlatformId;
use causeway_store::{Tx, jobs, outbox, platforms};

use crate::runtime::app::App;
use crate::runtime::clock::{ClockError, move_to};
use crate::runtime::jobs as work_left;
use crate::runtime::timers;
use crate::webhooks;

/// Maximum number of jobs or deliveries in one step.
const BATCH: u32 = 64;

/// The progress of an advance.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct AdvanceProgress {
    /// Current time of the clock.
    pub now: Time,
    /// Target of the advance; equal to `now` once it is reached.
    pub target: Time,
    /// Work that this advance has done on the way.
    pub done: FinishedWork,
    /// Work that has become due on the way since.
    pub remaining: RemainingWork,
}

/// Work done by an advance.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct FinishedWork {
    /// Jobs that have not failed.
    pub jobs: usize,
    /// Attempts at deliveries.
    pub deliveries: usize,
}

/// Work due up to the target of an advance.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct RemainingWork {
    pub jobs: i64,
    pub deliveries: i64,
}

impl RemainingWork {
    const fn count(self) -> i64 {
        self.jobs.saturating_add(self.deliveries)
    }
}

/// The next action of an advance.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum NextAction {
    /// Work is due at or before the current time of the clock.
    Work(DueWork),
    /// No more work is due up to the target, which the clock now shows.
    Arrived,
}

/// The kinds of work that are due.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct DueWork {
    jobs: bool,
    deliveries: bool,
}

/// Advances the clock of a sandbox platform to `target` (see [`crate::runtime::clock::target_after`]).
/// Returns once the clock has arrived and all work due on the way is done; as long as there is progress it
/// goes on without a limit.
///
/// # Errors
/// [`ClockError::NotArrived`] if work does not get done; the clock keeps its position, and the next advance
/// goes on from there. [`ClockError::UnderWay`] if another advance of this clock is under way in this
/// process; otherwise as [`crate::runtime::clock::freeze`].
pub async fn advance_to(
    app: &Arc<App>,
    platform: PlatformId,
    target: Time,
) -> Result<AdvanceProgress, ClockError> {
    let under_way = app.advancing.begin(platform).ok_or(ClockError::UnderWay)?;
    let shared = Arc::clone(app);
    // A task of its own: a caller that goes away does not cancel a job.
    let stepping = tokio::spawn(async move {
        let stepped = step_through(&shared, platform, target).await;
        drop(under_way);
        if let Err(error) = &stepped {
            tracing::error!(%platform, %error, "clock advance failed");
        }
        stepped
    });
    let done = match stepping.await {
        Ok(stepped) => stepped?,
        // A panic in a step is in the log already.
        Err(_) => return app.store.read(move |tx| Err(not_arrived(tx, platform, target)?)).await,
    };
    app.store.read(move |tx| read_progress(tx, platform, target, done)).await
}

async fn step_through(
    app: &Arc<App>,
    platform: PlatformId,
    target: Time,
) -> Result<FinishedWork, ClockError> {
    let mut done = FinishedWork::default();
    let mut stalled = pin!(timers::pause(timers::ADVANCE_STALL_TIMEOUT));
    let mut fewest = i64::MAX;
    loop {
        let NextAction::Work(due) = app.store.write(&[], move |tx| take_step(tx, platform, target)).await?
        else {
            return Ok(done);
        };
        let finished = work(app, platform, due).await?;
        done.jobs = done.jobs.saturating_add(finished.jobs);
        done.deliveries = done.deliveries.saturating_add(finished.deliveries);
        if finished != FinishedWork::default() {
            stalled.set(timers::pause(timers::ADVANCE_STALL_TIMEOUT));
            fewest = i64::MAX;
            continue;
        }
        // Waits for work that another worker has claimed.
        let remaining = app.store.read(move |tx| read_remaining(tx, platform, target)).await?;
        if remaining.count() < fewest {
            stalled.set(timers::pause(timers::ADVANCE_STALL_TIMEOUT));
            fewest = remaining.count();
        }
        tokio::select! {
            biased;
            () = &mut stalled => {
                return app.store.read(move |tx| Err(not_arrived(tx, platform, target)?)).await;
            }
            () = timers::pause(timers::ADVANCE_POLL_INTERVAL) => {}
        }
    }
}

fn take_step(tx: &mut Tx<'_>, platform: PlatformId, target: Time) -> Result<NextAction, ClockError> {
    let job = jobs::earliest_due(tx, platform)?;
    let delivery = outbox::next_due(tx, platform)?;
    let earliest = job.into_iter().chain(delivery).min();
    let Some(next) = earliest.filter(|due| *due <= target) else {
        move_to(tx, platform, target)?;
        return Ok(NextAction::Arrived);
    };
    let now = move_to(tx, platform, next)?.at(tx.wall());
    let is_due = |at: Option<Time>| at.is_some_and(|at| at <= now);
    Ok(NextAction::Work(DueWork { jobs: is_due(job), deliveries: is_due(delivery) }))
}

/// Performs the work that is due now, and returns what was done.
async fn work(app: &Arc<App>, platform: PlatformId, due: DueWork) -> Result<FinishedWork, ClockError> {
    let mut done = FinishedWork::default();
    if due.jobs {
        done.jobs = work_left::finish_due(app, platform, BATCH).await?;
    }
    if due.deliveries {
        done.deliveries =
            webhooks::deliver_due(app, Some(platform), timers::ADVANCE_DELIVERY_TIMEOUT, BATCH).await?;
    }
    Ok(done)
}

fn read_progress(
    tx: &mut Tx<'_>,
    platform: PlatformId,
    target: Time,
    done: FinishedWork,
) -> Result<AdvanceProgress, ClockError> {
    let now = platforms::get_clock(tx, platform)?.at(tx.wall());
    Ok(AdvanceProgress { now, target, done, remaining: read_remaining(tx, platform, target)? })
}

fn read_remaining(tx: &mut Tx<'_>, platform: PlatformId, target: Time) -> Result<RemainingWork, ClockError> {
    let jobs = jobs::count_due(tx, platform, target)?;
    let deliveries = outbox::count_due(tx, platform, target)?;
    Ok(RemainingWork { jobs, deliveries })
}

/// Returns the error for a clock that has not arrived: its position, and the work that it waits for.
fn not_arrived(tx: &mut Tx<'_>, platform: PlatformId, target: Time) -> Result<ClockError, ClockError> {
    let now = platforms::get(tx, platform)?.clock.at(tx.wall());
    let waits_for = match jobs::first_due(tx, platform, target)? {
        Some(job) => {
            let error = job.last_error.map(|error| format!(": {error}")).unwrap_or_default();
            format!("the job {} {} (attempt {}{error})", job.kind, job.id, job.attempts)
        }
        None => match outbox::first_due(tx, platform, target)? {
            Some(event) => format!("the delivery of {} {}", event.event_type, event.id),
            None => "work that has been done since".to_owned(),
        },
    };
    Ok(ClockError::NotArrived { now, target, waits_for })
}
