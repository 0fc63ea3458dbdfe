//! Timing of rail calls: their timeout, the time of the next inquiry, and the alert about overdue answers.

use std::time::Duration;

use causeway_domain::Time;
use causeway_store::Tx;

use crate::ports::RailError;
use crate::runtime::api_error::ApiError;
use crate::runtime::context::Context;
use crate::runtime::jobs::Next;
use crate::runtime::settings::{PAYOUT_TIMEOUT_DAYS, Settings};
use crate::runtime::timers;

pub(in crate::payments) const DAY: Duration = Duration::from_hours(24);

/// Clamps the time that a rail gave for the next inquiry: not at once, and within a day, so that an overdue
/// payment is noticed.
pub(in crate::payments) fn soon_enough(poll_at: Time, now: Time) -> Time {
    poll_at.max(now.plus(Duration::from_millis(100))).min(now.plus(DAY))
}

/// Repeats the job at the time that the rail gave, within bounds.
pub(in crate::payments) fn again(poll_at: Time, now: Time) -> Next {
    Next::Again { at: soon_enough(poll_at, now) }
}

/// Returns `true` if the time since `since` exceeds the operator's timeout (money 15).
pub(in crate::payments) fn is_overdue(
    tx: &mut Tx<'_>,
    context: &Context,
    since: Time,
) -> Result<bool, ApiError> {
    let waited = context.now.since(since);
    // The setting is at least one day: below that it is not read.
    if waited < DAY {
        return Ok(false);
    }
    let days = Settings::of(tx, context)?.get(&PAYOUT_TIMEOUT_DAYS)?;
    Ok(waited >= DAY.saturating_mul(days))
}

/// Limits the wait for a rail, so that the job lives to record the outcome. After the timeout the outcome is
/// unclear.
pub(in crate::payments) async fn in_time<T>(
    call: impl Future<Output = Result<T, RailError>>,
) -> Result<T, RailError> {
    timers::within(timers::RAIL, call).await.unwrap_or(Err(RailError::Unclear))
}
