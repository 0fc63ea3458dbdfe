//! Work that was left in the future: the machine's clock went ahead, and came back.

use std::time::Duration;

use causeway_domain::Time;

use crate::{Error, Tx, Wake, params};

/// Clocks of several processes differ by less.
const TOLERANCE: Duration = Duration::from_mins(1);
/// Nothing is claimed, or held back after a failure, for so long.
const LONGEST_LEASE: Duration = Duration::from_hours(24);

/// What was pulled in.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct PulledIn {
    /// How much there was.
    pub count: u64,
    /// The last instant at which any of it was scheduled: the clock was ahead up to there at least.
    pub latest: Option<Time>,
}

/// Pulls in what was scheduled at an instant that is still to come: jobs and deliveries keep their distance from when they were
/// scheduled, and claims that would outlast it all end now. Platforms whose clock stands have their own time.
///
/// # Errors
/// Those of the database.
pub fn pull_in(tx: &mut Tx<'_>) -> Result<PulledIn, Error> {
    let wall = tx.wall();
    let now = tx.database_time()?;
    let (mut count, mut latest) = (0, None);
    for (table, state, said_at) in
        [("job", "state = 'WAITING'", "scheduled_at"), ("outbox", "status = 'DUE'", "updated_at")]
    {
        let running = "platform_id IN (SELECT p.platform_id FROM platform p WHERE p.frozen_at IS NULL)";
        let sql = format!(
            "SELECT MAX({said_at}) AS latest FROM {table} /* all platforms */
             WHERE {state} AND {said_at} > $1 AND {running}"
        );
        let said: Option<Time> =
            tx.query_one(&sql, params![wall.plus(TOLERANCE)], |row| row.get("latest"))?;
        if said.is_some() {
            latest = latest.max(said);
            let sql = format!(
                "UPDATE {table} /* all platforms */ SET due_at = due_at - {said_at} + $1, {said_at} = $1
                 WHERE {state} AND {said_at} > $2 AND {running}"
            );
            count += tx.execute_counted(&sql, params![wall, wall.plus(TOLERANCE)])?;
        }
        let sql = format!("UPDATE {table} /* all platforms */ SET lease_until = $1 WHERE lease_until > $2");
        count += tx.execute_counted(&sql, params![now, now.plus(LONGEST_LEASE)])?;
    }
    if count > 0 {
        tx.wake(Wake::Jobs);
        tx.wake(Wake::Deliveries);
    }
    Ok(PulledIn { count, latest })
}
