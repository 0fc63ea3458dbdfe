//! Work that was left in the future: the machine's clock went ahead, and came back.

use std::time::Duration;

use crate::{Defect, Error, Tx, Wake, params};

/// Clocks of several processes differ by less.
const TOLERANCE: Duration = Duration::from_mins(1);
/// Nothing is claimed, or held back after a failure, for so long.
const LONGEST_LEASE: Duration = Duration::from_hours(24);

/// Pulls in what was scheduled at an instant that is still to come: jobs and deliveries keep their distance from when they were
/// scheduled, and claims that would outlast it all end now. How many there were. Platforms whose clock stands have their own
/// time.
///
/// # Errors
/// Those of the database.
pub fn pull_in(tx: &mut Tx<'_>) -> Result<u64, Error> {
    if tx.has_defect(Defect::LeaveFutureWork) {
        return Ok(0);
    }
    let wall = tx.wall();
    let now = tx.database_time()?;
    let mut count = 0;
    for (table, state, said_at) in
        [("job", "state = 'WAITING'", "scheduled_at"), ("outbox", "status = 'DUE'", "updated_at")]
    {
        let sql = format!(
            "UPDATE {table} /* all platforms */ SET due_at = due_at - {said_at} + $1, {said_at} = $1
             WHERE {state} AND {said_at} > $2 AND platform_id IN
                 (SELECT p.platform_id FROM platform p WHERE p.frozen_at IS NULL)"
        );
        count += tx.execute_counted(&sql, params![wall, wall.plus(TOLERANCE)])?;
        let sql = format!("UPDATE {table} /* all platforms */ SET lease_until = $1 WHERE lease_until > $2");
        count += tx.execute_counted(&sql, params![now, now.plus(LONGEST_LEASE)])?;
    }
    if count > 0 {
        tx.wake(Wake::Jobs);
        tx.wake(Wake::Deliveries);
    }
    Ok(count)
}
