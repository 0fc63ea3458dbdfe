//! Outcomes of delivery attempts.

use causeway_domain::Time;
use causeway_domain::deliveries::DeliveryStatus;
use uuid::Uuid;

use super::record::DeliveryRecord;
use crate::database::lease::{HELD, LeaseStatus};
use crate::{Error, Tx, Value, Wake, params};

/// The outcome of an attempt, and the delivery's next state.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Outcome<'a> {
    /// The event as it was claimed for the attempt.
    pub delivery: &'a DeliveryRecord,
    /// The status of the delivery after the attempt.
    pub status: DeliveryStatus,
    /// Time of the next attempt on the platform's clock; `None` if there is none.
    pub due_at: Option<Time>,
    /// HTTP status of the response; `None` without a response.
    pub answer: Option<u16>,
    /// Reason of a failed attempt; `None` after success.
    pub error: Option<&'a str>,
}

/// Releases every claimed event at once: for a process that knows to be the only one on this database, so
/// that the claiming processes are gone.
pub fn release_all(tx: &mut Tx<'_>) -> Result<(), Error> {
    let sql = "UPDATE delivery /* all platforms */ SET lease_until = NULL
         WHERE status = 'DUE' AND lease_until IS NOT NULL";
    tx.execute(sql, &[])
}

/// Releases the events that a process has claimed, except those whose outcome is being written at the moment.
pub fn give_back(tx: &mut Tx<'_>, holder: Uuid) -> Result<(), Error> {
    let sql = format!(
        "UPDATE delivery /* all platforms */ SET lease_until = NULL
         WHERE seq IN (SELECT seq FROM delivery WHERE status = 'DUE' AND {HELD} FOR UPDATE SKIP LOCKED)"
    );
    tx.execute(&sql, params![holder])
}

/// Stores the outcomes of attempts, of all platforms, for those claims that still hold; returns the status of
/// each claim.
pub fn record_outcomes(tx: &mut Tx<'_>, outcomes: &[Outcome<'_>]) -> Result<Vec<LeaseStatus>, Error> {
    let mut leases = Vec::with_capacity(outcomes.len());
    for some in outcomes.chunks(MAX_OUTCOMES) {
        leases.extend(record_some(tx, some)?);
    }
    Ok(leases)
}

/// Maximum outcomes per statement, because engines limit the number of placeholders.
const MAX_OUTCOMES: usize = 64;

/// Types of an outcome's values, which PostgreSQL cannot infer from a table.
const TYPES: [&str; 6] = ["BIGINT", "BIGINT", "TEXT", "BIGINT", "BIGINT", "TEXT"];

fn record_some(tx: &mut Tx<'_>, outcomes: &[Outcome<'_>]) -> Result<Vec<LeaseStatus>, Error> {
    // Other events of the resources may have waited for these.
    tx.wake(Wake::Deliveries);
    let mut values = vec![Value::from(tx.wall())];
    let mut rows = Vec::with_capacity(outcomes.len());
    for outcome in outcomes {
        let places = TYPES.iter().zip(values.len() + 1..);
        let places: Vec<String> = places.map(|(kind, place)| format!("CAST(${place} AS {kind})")).collect();
        rows.push(format!("({})", places.join(", ")));
        values.extend(outcome.values());
    }
    let sql = format!(
        "WITH outcome (of_seq, of_fence, status, due_at, answer, error) AS (VALUES {})
         UPDATE delivery /* all platforms */ SET status = outcome.status,
             due_at = COALESCE(outcome.due_at, delivery.due_at), is_attempted = TRUE,
             last_answer = outcome.answer, last_error = outcome.error, lease_until = NULL, updated_at = $1
         FROM outcome WHERE seq = of_seq AND fence = of_fence AND lease_until IS NOT NULL
         RETURNING seq, fence",
        rows.join(", ")
    );
    let updated_rows = tx.query(&sql, &values, |row| Ok((row.get("seq")?, row.get("fence")?)))?;
    let status = |outcome: &Outcome<'_>| {
        let is_written = updated_rows.contains(&(outcome.delivery.seq, outcome.delivery.fence));
        if is_written { LeaseStatus::Held } else { LeaseStatus::Fenced }
    };
    Ok(outcomes.iter().map(status).collect())
}

impl Outcome<'_> {
    fn values(&self) -> [Value<'_>; TYPES.len()] {
        [
            Value::from(self.delivery.seq),
            Value::from(self.delivery.fence),
            Value::from(self.status.as_str()),
            Value::from(self.due_at),
            Value::from(self.answer),
            Value::from(self.error),
        ]
    }
}
