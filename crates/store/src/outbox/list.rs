//! Listing events, replaying them, and deleting old ones.

use causeway_domain::Time;
use causeway_domain::deliveries::DeliveryStatus;
use causeway_domain::ids::{PlatformId, WebhookId};

use super::record::{DeliveryRecord, columns, joined_columns, read};
use crate::database::listing::{IndexPath, Listing, Page, Scan};
use crate::database::row_lookup::RowLookup;
use crate::{Error, Tx, Value, Wake, params};

/// The filter of an event list; every condition narrows it.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Filter<'a> {
    pub status: Option<DeliveryStatus>,
    pub event_type: Option<&'a str>,
    /// The resource's id.
    pub resource: Option<&'a str>,
    /// Created at or after this instant of the platform's clock.
    pub since: Option<Time>,
    /// Created at or before this instant of the platform's clock.
    pub until: Option<Time>,
}

/// Returns the event, or `None` if the platform has no such event.
pub fn find(
    tx: &mut Tx<'_>,
    platform: PlatformId,
    webhook: WebhookId,
) -> Result<Option<DeliveryRecord>, Error> {
    let sql = format!(
        "SELECT {} FROM outbox {} WHERE outbox.platform_id = $1 AND webhook_id = $2",
        joined_columns(),
        DELIVERY.join(tx.dialect())
    );
    tx.query_opt(&sql, params![platform, webhook], read)
}

/// Returns a page of the platform's events, and one more if another page follows.
pub fn list(
    tx: &mut Tx<'_>,
    platform: PlatformId,
    filter: &Filter<'_>,
    page: &Page,
) -> Result<Vec<DeliveryRecord>, Error> {
    listing(platform, filter).reading_with(DELIVERY).page(tx, &joined_columns(), page, read)
}

/// Scans the platform's events: the status and the type have no index.
pub fn scan(
    tx: &mut Tx<'_>,
    platform: PlatformId,
    filter: &Filter<'_>,
    page: &Page,
) -> Result<Scan<DeliveryRecord>, Error> {
    listing(platform, filter).reading_with(DELIVERY).scan(tx, &joined_columns(), page, read)
}

/// Counts the matching events; `None` if there are too many to count.
pub fn count(tx: &mut Tx<'_>, platform: PlatformId, filter: &Filter<'_>) -> Result<Option<i64>, Error> {
    listing(platform, filter).count(tx)
}

fn listing<'a>(platform: PlatformId, filter: &Filter<'a>) -> Listing<'a> {
    let mut listing = Listing::new("outbox", "webhook_id", platform)
        .filter(
            "(SELECT d.status FROM delivery d \
              WHERE d.platform_id = outbox.platform_id AND d.seq = outbox.seq) = $$",
            filter.status.map(DeliveryStatus::as_str),
        )
        .filter("outbox.event_type = $$", filter.event_type)
        .created_between(filter.since, filter.until);
    let Some(resource) = filter.resource else { return listing };
    let condition = format!("outbox.resource = {}", listing.bind(resource));
    listing.either(vec![IndexPath { table: "outbox", index: "outbox_by_resource", condition }])
}

/// The delivery of each event.
const DELIVERY: RowLookup = RowLookup { of: "outbox", table: "delivery", key: "seq", is_optional: false };

/// Makes the event due at `at` on the platform's clock, whatever its status; returns `true` if it exists.
///
/// The next attempt sends the same bytes under the same id. The outcome of an attempt in progress is dropped:
/// it would end the delivery before the event was sent again.
pub fn replay(tx: &mut Tx<'_>, platform: PlatformId, webhook: WebhookId, at: Time) -> Result<bool, Error> {
    let now = tx.wall();
    tx.wake(Wake::Deliveries);
    let changed = tx.execute_counted(
        "UPDATE delivery SET status = 'DUE', due_at = $3, is_attempted = FALSE, lease_until = NULL, fence = fence + 1,
             updated_at = $4
         WHERE platform_id = $1
             AND seq = (SELECT seq FROM outbox WHERE platform_id = $1 AND webhook_id = $2)",
        params![platform, webhook, at, now],
    )?;
    Ok(changed == 1)
}

/// Makes these events of a platform due at `at` on its clock, as [`replay`] does; returns their number.
pub fn replay_all(
    tx: &mut Tx<'_>,
    platform: PlatformId,
    events: &[&DeliveryRecord],
    at: Time,
) -> Result<u64, Error> {
    let Some(first) = events.first() else { return Ok(0) };
    let now = tx.wall();
    tx.wake(Wake::Deliveries);
    // Powers of two keep the number of prepared statements small; the first event fills the rest.
    let count = events.len().next_power_of_two();
    let places: Vec<String> = (4..count + 4).map(|place| format!("${place}")).collect();
    let sql = format!(
        "UPDATE delivery SET status = 'DUE', due_at = $2, is_attempted = FALSE, lease_until = NULL, fence = fence + 1,
             updated_at = $3
         WHERE platform_id = $1 AND seq IN ({})",
        places.join(", ")
    );
    let seqs = events.iter().map(|event| event.seq).chain(std::iter::repeat(first.seq)).take(count);
    let mut values = vec![Value::from(platform), Value::from(at), Value::from(now)];
    values.extend(seqs.map(Value::from));
    tx.execute_counted(&sql, &values)
}

/// Returns the time of the platform's next due attempt, on its clock.
pub fn next_due(tx: &mut Tx<'_>, platform: PlatformId) -> Result<Option<Time>, Error> {
    tx.query_one(
        "SELECT MIN(due_at) AS due_at FROM delivery WHERE platform_id = $1 AND status = 'DUE'",
        params![platform],
        |row| row.get("due_at"),
    )
}

/// Lists up to `limit` events of a platform whose delivery is due, in that order.
pub fn list_due(tx: &mut Tx<'_>, platform: PlatformId, limit: u32) -> Result<Vec<DeliveryRecord>, Error> {
    let sql = format!(
        "SELECT {} FROM delivery WHERE platform_id = $1 AND status = 'DUE' ORDER BY due_at, seq LIMIT $2",
        columns()
    );
    tx.query(&sql, params![platform, limit], read)
}

/// Returns the event that is due first for an attempt up to `until` of the platform's clock.
pub fn first_due(
    tx: &mut Tx<'_>,
    platform: PlatformId,
    until: Time,
) -> Result<Option<DeliveryRecord>, Error> {
    let sql = format!(
        "SELECT {} FROM delivery WHERE platform_id = $1 AND status = 'DUE' AND due_at <= $2
         ORDER BY due_at, seq LIMIT 1",
        columns()
    );
    tx.query_opt(&sql, params![platform, until], read)
}

/// Counts the platform's events that are due for an attempt up to `until` of its clock.
pub fn count_due(tx: &mut Tx<'_>, platform: PlatformId, until: Time) -> Result<i64, Error> {
    tx.query_one(
        "SELECT COUNT(*) AS due FROM delivery WHERE platform_id = $1 AND status = 'DUE' AND due_at <= $2",
        params![platform, until],
        |row| row.get("due"),
    )
}

/// Deletes up to `limit` events of all platforms whose delivery has ended and not changed since `before`
/// (wall time), and returns the number deleted. Events locked by another transaction are
/// left for the next call.
pub fn prune(tx: &mut Tx<'_>, before: Time, limit: u32) -> Result<u64, Error> {
    let deleted: Vec<i64> = tx.query(
        "DELETE FROM delivery /* all platforms */ WHERE seq IN (
             SELECT seq FROM delivery WHERE status <> 'DUE' AND updated_at < $1
             ORDER BY updated_at LIMIT $2 FOR UPDATE SKIP LOCKED)
         RETURNING seq",
        params![before, limit],
        |row| row.get("seq"),
    )?;
    if !deleted.is_empty() {
        delete_events(tx, &deleted)?;
    }
    Ok(u64::try_from(deleted.len()).unwrap_or(u64::MAX))
}

/// Deletes events and their failed attempts.
fn delete_events(tx: &mut Tx<'_>, events: &[i64]) -> Result<(), Error> {
    // Powers of two keep the number of prepared statements small.
    let count = events.len().next_power_of_two();
    let places: Vec<String> = (1..=count).map(|place| format!("${place}")).collect();
    let places = places.join(", ");
    let values: Vec<_> = events.iter().cycle().take(count).map(|seq| Value::from(*seq)).collect();
    for table in ["webhook_attempt", "outbox"] {
        tx.execute(&format!("DELETE FROM {table} /* all platforms */ WHERE seq IN ({places})"), &values)?;
    }
    Ok(())
}
