//! Failed attempts to deliver an event, and their consequences for an endpoint.

use causeway_domain::Time;
use causeway_domain::ids::PlatformId;

use super::record::DeliveryRecord;
use crate::{Error, Row, Tx, Value, params};

/// A failed attempt.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FailedAttempt {
    /// The number of the attempt, from 1.
    pub number: u32,
    /// The beginning, in wall time.
    pub at: Time,
    pub duration_millis: i64,
    /// HTTP status of the response; `None` without a response.
    pub answer: Option<u16>,
    /// Reason of the failure.
    pub error: String,
    /// The beginning of the response's body; `None` without a response.
    pub response: Option<Vec<u8>>,
}

/// A failed attempt to be stored, with its event as it was claimed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NewAttempt<'a> {
    pub delivery: &'a DeliveryRecord,
    pub attempt: FailedAttempt,
}

/// The deliveries to the endpoint of one platform. Numbers end at [`MAX_COUNTED`].
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct EndpointState {
    /// Events with an attempt to come.
    pub waiting: i64,
    /// Time of the oldest of them, on the platform's clock.
    pub oldest_waiting: Option<Time>,
    /// Events with a delivery that was given up.
    pub given_up: i64,
    /// Wall time of the last delivery among the newest 1000 events.
    pub last_success: Option<Time>,
}

/// The number at which counting ends.
pub const MAX_COUNTED: i64 = 10_000;

/// The first attempts of an event that are kept.
const FIRST: u32 = 2;
/// The last attempts of an event that are kept.
const LAST: u32 = 8;

/// Maximum attempts per statement, because engines limit the number of placeholders.
const MAX_ATTEMPTS: usize = 64;

const COLUMNS: &str = "seq, slot, platform_id, attempt, at, duration_millis, answer, error, response";

/// Stores failed attempts of events, each of another event, in one statement for up to 64 of them. Of one
/// event, the first two and the last eight are kept.
pub fn insert_attempts(tx: &mut Tx<'_>, failed: &[NewAttempt<'_>]) -> Result<(), Error> {
    for some in failed.chunks(MAX_ATTEMPTS) {
        let mut values = Vec::new();
        let mut rows = Vec::with_capacity(some.len());
        for failed in some {
            let row = failed.values();
            let places = (values.len() + 1..).take(row.len()).map(|place| format!("${place}"));
            rows.push(format!("({})", places.collect::<Vec<_>>().join(", ")));
            values.extend(row);
        }
        let sql = format!(
            "INSERT INTO webhook_attempt /* all platforms */ ({COLUMNS}) VALUES {}
             ON CONFLICT (seq, slot) DO UPDATE SET attempt = excluded.attempt, at = excluded.at,
                 duration_millis = excluded.duration_millis, answer = excluded.answer, error = excluded.error,
                 response = excluded.response",
            rows.join(", ")
        );
        tx.execute(&sql, &values)?;
    }
    Ok(())
}

impl NewAttempt<'_> {
    fn values(&self) -> [Value<'_>; 9] {
        let Self { delivery, attempt } = self;
        [
            Value::from(delivery.seq),
            Value::from(slot(attempt.number)),
            Value::from(delivery.platform),
            Value::from(attempt.number),
            Value::from(attempt.at),
            Value::from(attempt.duration_millis),
            Value::from(attempt.answer),
            Value::from(&attempt.error),
            Value::from(attempt.response.as_ref()),
        ]
    }
}

/// Returns the slot of an attempt: later attempts replace the ninth last one.
const fn slot(number: u32) -> u32 {
    match number.checked_sub(FIRST + 1) {
        Some(later) => FIRST + 1 + later % LAST,
        None => number,
    }
}

/// Returns the failed attempts of an event that are kept, oldest first.
pub fn attempts(tx: &mut Tx<'_>, event: &DeliveryRecord) -> Result<Vec<FailedAttempt>, Error> {
    let sql = format!(
        "SELECT {COLUMNS} FROM webhook_attempt WHERE platform_id = $1 AND seq = $2 ORDER BY attempt, slot"
    );
    tx.query(&sql, params![event.platform, event.seq], read)
}

/// Returns the durations of the platform's newest failed attempts in milliseconds, up to `limit`.
pub fn recent_durations(tx: &mut Tx<'_>, platform: PlatformId, limit: u32) -> Result<Vec<i64>, Error> {
    tx.query(
        "SELECT duration_millis FROM webhook_attempt WHERE platform_id = $1 ORDER BY at DESC LIMIT $2",
        params![platform, limit],
        |row| row.get("duration_millis"),
    )
}

/// Returns the state of the deliveries to a platform's endpoint.
pub fn endpoint_state(tx: &mut Tx<'_>, platform: PlatformId) -> Result<EndpointState, Error> {
    tx.query_one(
        "SELECT
             (SELECT COUNT(*) FROM (
                 SELECT seq FROM delivery WHERE platform_id = $1 AND status = 'DUE' LIMIT $2) w) AS waiting,
             (SELECT o.created_at FROM outbox o WHERE o.platform_id = $1 AND o.seq = (
                 SELECT MIN(f.seq) FROM (
                     SELECT seq FROM delivery WHERE platform_id = $1 AND status = 'DUE'
                     ORDER BY due_at, seq LIMIT $2) f)) AS oldest_waiting,
             (SELECT COUNT(*) FROM (
                 SELECT seq FROM delivery WHERE platform_id = $1 AND status = 'GIVEN_UP' LIMIT $2) g) AS given_up,
             (SELECT MAX(d.updated_at) FROM (
                 SELECT seq FROM outbox WHERE platform_id = $1
                 ORDER BY created_at DESC, webhook_id DESC LIMIT 1000) n
              JOIN delivery d ON d.platform_id = $1 AND d.seq = n.seq
              WHERE d.status = 'DELIVERED') AS last_success",
        params![platform, MAX_COUNTED],
        |row| {
            Ok(EndpointState {
                waiting: row.get("waiting")?,
                oldest_waiting: row.get("oldest_waiting")?,
                given_up: row.get("given_up")?,
                last_success: row.get("last_success")?,
            })
        },
    )
}

fn read(row: &Row<'_>) -> Result<FailedAttempt, Error> {
    Ok(FailedAttempt {
        number: row.get("attempt")?,
        at: row.get("at")?,
        duration_millis: row.get("duration_millis")?,
        answer: row.get("answer")?,
        error: row.get("error")?,
        response: row.get("response")?,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_first_two_attempts_and_the_last_eight_have_their_own_slots() {
        assert_eq!((1..=12).map(slot).collect::<Vec<_>>(), [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 3, 4]);
    }
}
