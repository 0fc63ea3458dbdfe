//! Work scheduled in the future because the machine's clock ran ahead and was set back.

use std::time::Duration;

use causeway_domain::Time;

use crate::{Error, Tx, Wake, params};

/// Tolerated difference between the clocks of several processes.
const TOLERANCE: Duration = Duration::from_mins(1);
/// Longer than any claim, and than any hold after a failure: a later `lease_until` comes from a wrong clock.
const MAX_LEASE: Duration = Duration::from_hours(24);

/// Rows that were rescheduled by [`reschedule_future_work`].
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct RescheduledWork {
    pub count: u64,
    /// The latest instant at which any of them had been scheduled: the clock was ahead at least up to there.
    pub latest: Option<Time>,
}

/// Reschedules work that was scheduled at an instant still to come. Jobs and deliveries keep their distance
/// from the time of scheduling; leases that would last longer than any lease may end now.
///
/// Platforms with a frozen clock have their own time and are left out.
pub fn reschedule_future_work(tx: &mut Tx<'_>) -> Result<RescheduledWork, Error> {
    let wall = tx.wall();
    let now = tx.database_time()?;
    let mut count = 0;
    let mut latest = None;
    for (table, state, stamp) in
        [("job", "state = 'WAITING'", "scheduled_at"), ("delivery", "status = 'DUE'", "updated_at")]
    {
        let running = "platform_id IN (SELECT p.platform_id FROM platform p WHERE p.frozen_at IS NULL)";
        let sql = format!(
            "SELECT MAX({stamp}) AS latest FROM {table} /* all platforms */
             WHERE {state} AND {stamp} > $1 AND {running}"
        );
        let newest: Option<Time> =
            tx.query_one(&sql, params![wall.plus(TOLERANCE)], |row| row.get("latest"))?;
        if newest.is_some() {
            latest = latest.max(newest);
            let sql = format!(
                "UPDATE {table} /* all platforms */ SET due_at = due_at - {stamp} + $1, {stamp} = $1
                 WHERE {state} AND {stamp} > $2 AND {running}"
            );
            count += tx.execute_counted(&sql, params![wall, wall.plus(TOLERANCE)])?;
        }
        let sql = format!("UPDATE {table} /* all platforms */ SET lease_until = $1 WHERE lease_until > $2");
        count += tx.execute_counted(&sql, params![now, now.plus(MAX_LEASE)])?;
    }
    if count > 0 {
        tx.wake(Wake::Jobs);
        tx.wake(Wake::Deliveries);
    }
    Ok(RescheduledWork { count, latest })
}
