//! Noticing that the machine's clock went ahead and came back.

use std::sync::Arc;
use std::time::Duration;

use causeway_domain::Time;
use causeway_store::alerts::AlertRecord;
use causeway_store::{Error, Tx, ahead, alerts};
use serde_json::json;

use crate::runtime::app::App;

/// The kind of the alert, and what it is about: there is one clock.
pub(super) const WENT_BACK_KIND: &str = "CLOCK_WENT_BACK";
const SUBJECT: &str = "clock";
const WENT_BACK: &str = "the machine's clock went ahead and came back: what was scheduled meanwhile was pulled in, and times of \
                         what was written meanwhile lie in the future";

/// The member of the alert that says up to when times were written.
const UNTIL: &str = "until";

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
        if pulled_in.count > 0 || lead >= NOTABLE {
            let written_until = (lead >= NOTABLE).then(|| tx.wall());
            report(tx, &shared, (pulled_in.count, lead), pulled_in.latest.max(written_until))?;
        }
        Ok(pulled_in.count)
    };
    app.store.write(&[], look).await
}

/// Raises the alert, or says in the one that is open how far times lie in the future by now.
fn report(
    tx: &mut Tx<'_>,
    app: &App,
    (pulled_in, lead): (u64, Duration),
    until: Option<Time>,
) -> Result<(), Error> {
    if let Some(mut open) = alerts::find_open(tx, WENT_BACK_KIND, SUBJECT)? {
        open.detail[UNTIL] = json!(until_of(&open).max(until));
        return alerts::update_detail(tx, open.id, &open.detail);
    }
    let detail = json!({
        "what": WENT_BACK,
        "pulled_in": pulled_in,
        "ahead_seconds": lead.as_secs(),
        UNTIL: until,
        "remedy": "set the machine's clock right, and restart the server if it is ahead",
    });
    let alert = app.ids.next(tx.wall());
    alerts::raise(tx, None, alert, WENT_BACK_KIND, SUBJECT, &detail)
}

/// Whether the machine of a process that is ahead of it by `lead` has come to where the clock had been: nothing that was
/// written meanwhile lies in the future any more. A process that goes on ahead says so anew in every round.
pub(super) fn has_caught_up(alert: &AlertRecord, now: Time, lead: Duration) -> bool {
    lead < NOTABLE && until_of(alert).is_some_and(|until| until <= now.minus(lead))
}

fn until_of(alert: &AlertRecord) -> Option<Time> {
    alert.detail[UNTIL].as_str()?.parse().ok()
}
