//! How long a rail is waited for, when it is asked again, and when an operator is called.

use std::time::Duration;

use causeway_domain::Time;
use causeway_store::Tx;

use crate::ports::RailError;
use crate::runtime::api_error::ApiError;
use crate::runtime::context::Context;
use crate::runtime::jobs::Next;
use crate::runtime::settings::{PAYOUT_TIMEOUT_DAYS, Settings};
use crate::runtime::timers;

const SOONEST: Duration = Duration::from_secs(5);
const LATEST: Duration = Duration::from_hours(1);
pub(in crate::payments) const DAY: Duration = Duration::from_hours(24);

/// When a rail without a clear answer is asked again: soon, then more and more patiently.
pub(in crate::payments) fn ask_again(since: Time, now: Time) -> Time {
    now.plus(now.since(since).clamp(SOONEST, LATEST))
}

/// When the rail says, but not at once and not later than tomorrow: whoever is never asked is never given up.
pub(in crate::payments) fn soon_enough(ask_at: Time, now: Time) -> Time {
    ask_at.max(now.plus(Duration::from_millis(100))).min(now.plus(DAY))
}

/// Once more, when the rail says.
pub(in crate::payments) fn again(ask_at: Time, now: Time) -> Next {
    Next::Again { at: soon_enough(ask_at, now) }
}

/// Whether something that is under way since then is so for longer than the operator waits (money 15).
pub(in crate::payments) fn is_overdue(
    tx: &mut Tx<'_>,
    context: &Context,
    since: Time,
) -> Result<bool, ApiError> {
    let waited = context.now.since(since);
    // The least that an operator can say is a day: before it, nobody is asked.
    if waited < DAY {
        return Ok(false);
    }
    let days = Settings::of(tx, context)?.get(&PAYOUT_TIMEOUT_DAYS)?;
    Ok(waited >= DAY.saturating_mul(days))
}

/// Waits for a rail, but not for ever, so that the job lives to write down what came of it. Nobody knows what becomes
/// of a call that is waited for no longer: it is unclear.
pub(in crate::payments) async fn in_time<T>(
    call: impl Future<Output = Result<T, RailError>>,
) -> Result<T, RailError> {
    timers::within(timers::RAIL, call).await.unwrap_or(Err(RailError::Unclear))
}
