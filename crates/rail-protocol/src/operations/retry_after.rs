//! Times that an adapter asks for, within their bounds (rails 12).

use std::time::Duration;

use crate::limits::{ASK_AFTER_MAXIMUM, ASK_AFTER_MINIMUM, RETRY_AFTER_MAXIMUM};
use crate::values::Timestamp;

/// Returns the pause that the header `Retry-After` asks for, at most an hour; `None` if it is no number of
/// seconds.
#[must_use]
pub fn retry_after(header: &str) -> Option<Duration> {
    if header.is_empty() || !header.bytes().all(|byte| byte.is_ascii_digit()) {
        return None;
    }
    // A number beyond 64 bits is beyond an hour too.
    let seconds = header.parse().unwrap_or(u64::MAX);
    Some(Duration::from_secs(seconds).min(RETRY_AFTER_MAXIMUM))
}

/// Returns the time from `now` to the next status request that `askAt` asks for, from 100 ms to a day.
#[must_use]
pub fn ask_after(ask_at: Timestamp, now: Timestamp) -> Duration {
    let millis = ask_at.millis().saturating_sub(now.millis());
    let wanted = Duration::from_millis(u64::try_from(millis).unwrap_or_default());
    wanted.clamp(ASK_AFTER_MINIMUM, ASK_AFTER_MAXIMUM)
}
