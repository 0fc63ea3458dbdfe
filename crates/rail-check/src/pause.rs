//! Pauses between two questions.

use std::time::Duration;

/// Pause before an adapter is asked again.
pub(crate) const POLL: Duration = Duration::from_millis(100);

/// Waits for this time.
#[expect(
    clippy::disallowed_methods,
    reason = "the kit runs beside an adapter in real time, and has no timers of jobs"
)]
pub(crate) async fn pause(time: Duration) {
    tokio::time::sleep(time).await;
}
