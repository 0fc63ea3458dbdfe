//! Noticing that the machine's clock went ahead and came back.

use std::sync::Arc;
use std::time::Duration;

use causeway_store::{Error, Tx, ahead, alerts};
use serde_json::json;

use crate::runtime::app::App;

/// The kind of the alert, and what it is about: there is one clock.
const WENT_BACK_KIND: &str = "CLOCK_WENT_BACK";
const SUBJECT: &str = "clock";
const WENT_BACK: &str = "the machine's clock went ahead and came back: what was scheduled meanwhile was pulled in, and times of \
                         what was written meanwhile lie in the future";

/// Ahead by so much, a clock is worth an alert: less is what clocks are set by.
pub(super) const NOTABLE: Duration = Duration::from_mins(1);

/// Pulls in work that was scheduled for a time that does not come, and raises an alert if there is any, or if this process
/// is ahead of its machine; how much there was.
///
/// # Errors
/// Those of the database.
pub async fn follow_clock(app: &Arc<App>) -> Result<u64, Error> {
    follow(app, app.clock.ahead()).await
}

/// The same for a process that is ahead of its machine by `lead`.
pub(super) async fn follow(app: &Arc<App>, lead: Duration) -> Result<u64, Error> {
    let shared = Arc::clone(app);
    let look = move |tx: &mut Tx<'_>| {
        let pulled_in = ahead::pull_in(tx)?;
        if pulled_in > 0 || lead >= NOTABLE {
            let detail = json!({
                "what": WENT_BACK,
                "pulled_in": pulled_in,
                "ahead_seconds": lead.as_secs(),
                "remedy": "set the machine's clock right, and restart the server if it is ahead",
            });
            let alert = shared.ids.next(tx.wall());
            alerts::raise(tx, None, alert, WENT_BACK_KIND, SUBJECT, &detail)?;
        }
        Ok(pulled_in)
    };
    app.store.write(&[], look).await
}
