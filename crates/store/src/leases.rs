//! All leases of a process: given back when it stops, and taken over when it no longer beats.
//!
//! A lease names the process that holds it, and beside it the end of the lease when that process took it. The
//! name counts only while the end is still the same: the delay of a retry, and every claim by a process of
//! version 0.1.0, change the end and name no process.

use std::time::Duration;

use causeway_domain::Time;
use uuid::Uuid;

use crate::database::lease::HELD;
use crate::{Error, Tx, Wake, alert_notices, jobs, outbox, params, processes, rails, verification_state};

/// The view of a process that looks for others that no longer beat. Its times are database time.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Observer {
    pub process: Uuid,
    /// Instant of the observer's last beat, in database time.
    pub beat_at: Time,
    /// Maximum age of that beat. An observer that was held up since does not judge others.
    pub beat_counts_for: Duration,
    /// Age of another's last beat from which its leases end.
    pub silence: Duration,
}

/// Ends all leases of a process, so that other processes may claim its work at once. A row that another
/// transaction has locked at the moment is left out.
pub fn give_back(tx: &mut Tx<'_>, holder: Uuid) -> Result<(), Error> {
    jobs::give_back(tx, holder)?;
    outbox::give_back(tx, holder)?;
    alert_notices::give_back(tx, holder)?;
    verification_state::give_back(tx, holder)?;
    rails::state::give_back(tx, holder)?;
    tx.wake(Wake::Jobs);
    tx.wake(Wake::Deliveries);
    Ok(())
}

/// Ends all leases of the processes that no longer beat. Returns those of which no lease is left, each once.
///
/// The caller must have beaten without a gap for as long as others may be silent: else the database may have
/// been out of reach for all of them.
pub fn take_over(tx: &mut Tx<'_>, observer: &Observer) -> Result<Vec<Uuid>, Error> {
    let now = tx.database_time()?;
    if now < observer.beat_at || now.since(observer.beat_at) > observer.beat_counts_for {
        return Ok(Vec::new());
    }
    let since = now.minus(observer.silence);
    let mut lost = Vec::new();
    for process in processes::silent(tx, observer.process, since)? {
        give_back(tx, process)?;
        if !holds_any(tx, process)? && processes::set_lost(tx, process, since, now)? {
            lost.push(process);
        }
    }
    Ok(lost)
}

/// Returns `true` if a job, a delivery or a notice is still leased by the process.
fn holds_any(tx: &mut Tx<'_>, holder: Uuid) -> Result<bool, Error> {
    let sql = format!(
        "SELECT /* all platforms */ (SELECT COUNT(*) FROM job WHERE state = 'LEASED' AND {HELD})
             + (SELECT COUNT(*) FROM delivery WHERE status = 'DUE' AND {HELD})
             + (SELECT COUNT(*) FROM alert_notice WHERE due_at IS NOT NULL AND {HELD}) AS leases"
    );
    let leases: i64 = tx.query_one(&sql, params![holder], |row| row.get("leases"))?;
    Ok(leases > 0)
}
