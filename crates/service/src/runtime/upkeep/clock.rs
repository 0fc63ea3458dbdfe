//! Detection of a machine clock that went ahead and came back.

use std::sync::Arc;
use std::time::Duration;

use causeway_domain::Time;
use causeway_domain::alerts::AlertKind;
use causeway_store::alerts::AlertRecord;
use causeway_store::{Error, Tx, ahead, alerts};
use serde_json::json;

use crate::runtime::app::App;

/// The subject of the alert. It is fixed: there is one clock.
const SUBJECT: &str = "clock";
/// The alert's text.
const WENT_BACK: &str = "the machine's clock went ahead and came back: what was scheduled meanwhile was pulled in, and times of \
                         what was written meanwhile lie in the future";

/// The member of the alert with the latest instant written.
const UNTIL: &str = "until";

/// Minimum lead of a clock for an alert: less is within ordinary adjustments.
pub(super) const NOTABLE: Duration = Duration::from_mins(1);

/// Reschedules work that was scheduled for a time in the wrong future, and raises an alert if there is any,
/// or if this process is ahead of its machine. Returns the number of rescheduled items.
pub async fn follow_clock(app: &Arc<App>) -> Result<u64, Error> {
    follow(app, app.clock.ahead()).await
}

/// Follows the clock for a process that is ahead of its machine by `lead`.
pub(super) async fn follow(app: &Arc<App>, lead: Duration) -> Result<u64, Error> {
    let shared = Arc::clone(app);
    let look = move |tx: &mut Tx<'_>| {
        let pulled_in = ahead::reschedule_future_work(tx)?;
        if pulled_in.count > 0 || lead >= NOTABLE {
            let written_until = (lead >= NOTABLE).then(|| tx.wall());
            report(tx, &shared, pulled_in.count, lead, pulled_in.latest.max(written_until))?;
        }
        Ok(pulled_in.count)
    };
    app.store.write(&[], look).await
}

/// Raises the alert, or updates the latest future instant in the open one.
fn report(
    tx: &mut Tx<'_>,
    app: &App,
    pulled_in: u64,
    lead: Duration,
    until: Option<Time>,
) -> Result<(), Error> {
    if let Some(mut open) = alerts::find_open(tx, AlertKind::ClockWentBack, SUBJECT)? {
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
    alerts::raise(tx, None, alert, AlertKind::ClockWentBack, SUBJECT, &detail)
}

/// Returns `true` if the machine, of a process ahead of it by `lead`, has reached the latest instant that the
/// clock had shown: no time written meanwhile is in the future any more. A process that stays ahead extends
/// the alert in every round.
pub(super) fn has_caught_up(alert: &AlertRecord, now: Time, lead: Duration) -> bool {
    lead < NOTABLE && until_of(alert).is_some_and(|until| until <= now.minus(lead))
}

fn until_of(alert: &AlertRecord) -> Option<Time> {
    alert.detail[UNTIL].as_str()?.parse().ok()
}
