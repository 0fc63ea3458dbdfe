//! What an attempt came to.

use causeway_domain::Time;
use causeway_domain::deliveries::DeliveryStatus;

use super::record::DeliveryRecord;
use crate::database::lease::LeaseStatus;
use crate::{Error, Tx, Wake, params};

/// What an attempt came to, and what follows.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Outcome<'a> {
    /// Where the delivery stands now.
    pub status: DeliveryStatus,
    /// When the next attempt is due, on the platform's clock, where one is.
    pub due_at: Option<Time>,
    /// The HTTP status of the answer, if there was one.
    pub answer: Option<u16>,
    /// Why the attempt failed, if it did.
    pub error: Option<&'a str>,
}

/// Frees every claimed event at once: for a process that knows to be the only one on this database, so that
/// whoever claimed them is gone.
///
/// # Errors
/// Those of the database.
pub fn release_all(tx: &mut Tx<'_>) -> Result<(), Error> {
    let sql = "UPDATE outbox /* all platforms */ SET lease_until = NULL
         WHERE status = 'DUE' AND lease_until IS NOT NULL";
    tx.execute(sql, &[])
}

/// Stores the outcome of a claimed event's attempt, if the claim still holds.
///
/// # Errors
/// Those of the database.
pub fn record_outcome(
    tx: &mut Tx<'_>,
    delivery: &DeliveryRecord,
    outcome: &Outcome<'_>,
) -> Result<LeaseStatus, Error> {
    let now = tx.wall();
    // Another event of the resource may have waited for this one.
    tx.wake(Wake::Deliveries);
    let changed = tx.execute_counted(
        "UPDATE outbox SET status = $4, due_at = COALESCE($5, due_at), last_answer = $6, last_error = $7,
             lease_until = NULL, updated_at = $8
         WHERE platform_id = $1 AND webhook_id = $2 AND fence = $3 AND lease_until IS NOT NULL",
        params![
            delivery.platform,
            delivery.id,
            delivery.fence,
            outcome.status.as_str(),
            outcome.due_at,
            outcome.answer,
            outcome.error,
            now,
        ],
    )?;
    Ok(LeaseStatus::if_one(changed))
}
