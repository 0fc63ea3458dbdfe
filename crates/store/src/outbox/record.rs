//! An event for a platform, and its insertion.

use std::time::Duration;

use causeway_domain::Time;
use causeway_domain::deliveries::{self, DeliveryStatus};
use causeway_domain::ids::{Id, PlatformId, WebhookId};
use uuid::Uuid;

use crate::database::late_rows::LateTable;
use crate::database::listing::Position;
use crate::{Error, EventEffect, Row, Tx, Wake, params};

/// An event that happened in the transaction that inserts it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct NewEvent<'a> {
    /// Visible to receivers, who recognise repeated deliveries by it.
    pub id: WebhookId,
    /// The event type as spelled in the interface.
    pub event_type: &'a str,
    /// The id of the affected resource; first attempts for one resource keep the order of insertion.
    pub resource: &'a str,
    /// The body sent by every attempt.
    pub body: &'a [u8],
    /// Time of the event, on the platform's clock.
    pub created_at: Time,
    /// `true` if the platform has an endpoint; otherwise the event is only kept for a replay.
    pub is_deliverable: bool,
    /// `true` if it asks for a decision and is never sent twice.
    pub is_sent_once: bool,
}

/// An event with the state of its delivery.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct DeliveryRecord {
    /// Position in the order of events.
    pub seq: i64,
    pub platform: PlatformId,
    pub id: WebhookId,
    pub event_type: String,
    /// The id of the affected resource.
    pub resource: String,
    /// The body sent by every attempt.
    pub body: Vec<u8>,
    pub status: DeliveryStatus,
    /// Number of attempts begun.
    pub attempts: u32,
    /// Time of the next attempt, on the platform's clock.
    pub due_at: Time,
    /// Fencing number of the last claim.
    pub fence: i64,
    /// HTTP status of the last response; `None` without a response.
    pub last_answer: Option<u16>,
    /// Reason of the last attempt's failure.
    pub last_error: Option<String>,
    /// `true` if it asks for a decision and is never sent twice.
    pub is_sent_once: bool,
    /// Time of the event, on the platform's clock.
    pub created_at: Time,
    /// Time of the last change of its delivery, in wall time.
    pub updated_at: Time,
}

/// Columns of the state of a delivery.
const STATE: &str =
    "delivery.seq, delivery.platform_id, delivery.resource, delivery.status, delivery.attempts,
    delivery.due_at, delivery.fence, delivery.last_answer, delivery.last_error, delivery.updated_at";

/// Further columns of a delivery, of its event.
const OF_EVENT: [&str; 5] = ["webhook_id", "event_type", "is_sent_once", "created_at", "body"];

/// Returns the columns of a delivery for a statement that joins `outbox` and `delivery`.
pub(super) fn joined_columns() -> String {
    let of_event = OF_EVENT.map(|column| format!("outbox.{column}"));
    format!("{STATE}, {}", of_event.join(", "))
}

/// Returns the columns of a delivery for a statement on `delivery` alone. SQLite returns from an `UPDATE`
/// only columns of the changed table, so the event is read by subqueries.
pub(super) fn columns() -> String {
    let of_event = OF_EVENT.map(|column| {
        format!(
            "(SELECT o.{column} FROM outbox o \
              WHERE o.platform_id = delivery.platform_id AND o.seq = delivery.seq) AS {column}"
        )
    });
    format!("{STATE}, {}", of_event.join(", "))
}

impl DeliveryRecord {
    /// Returns the event's position in a list.
    #[must_use]
    pub fn position(&self) -> Position {
        Position { at: self.created_at, id: self.id.uuid() }
    }
}

const EVENTS: LateTable = LateTable {
    name: "outbox",
    columns: "platform_id, webhook_id, event_type, resource, is_sent_once, created_at, body",
    expressions: None,
    conflict: "",
};

const DELIVERIES: LateTable = LateTable {
    name: "delivery",
    columns: "seq, platform_id, resource, status, due_at, is_attempted, updated_at, attempts, fence",
    expressions: Some(
        "(SELECT seq FROM outbox WHERE platform_id = $1 AND webhook_id = $2), $1, $3, $4, $5, FALSE, $6, 0, 0",
    ),
    conflict: "",
};

/// Adds an event and, after the commit, wakes the senders if it is deliverable. It is written at the end of
/// the closure, together with the closure's other events and in their order.
pub fn insert(tx: &mut Tx<'_>, platform: PlatformId, event: &NewEvent<'_>) -> Result<(), Error> {
    let now = tx.wall();
    if event.is_deliverable {
        tx.wake(Wake::Deliveries);
    }
    insert_event(tx, platform, event)?;
    let status = deliveries::created(event.is_deliverable).as_str();
    tx.insert_late(&DELIVERIES, params![platform, event.id, event.resource, status, event.created_at, now])
}

/// Adds an event whose first attempt the process `holder` makes itself: it is claimed for `lease` from the
/// start.
pub fn insert_claimed(
    tx: &mut Tx<'_>,
    platform: PlatformId,
    event: &NewEvent<'_>,
    holder: Uuid,
    lease: Duration,
) -> Result<DeliveryRecord, Error> {
    let now = tx.wall();
    let until = tx.database_time()?.plus(lease);
    insert_event(tx, platform, event)?;
    let sql = format!(
        "INSERT INTO delivery (seq, platform_id, resource, status, due_at, is_attempted, updated_at, attempts,
             fence, lease_until, lease_holder, holder_until)
         VALUES ((SELECT seq FROM outbox WHERE platform_id = $1 AND webhook_id = $2), $1, $3, 'DUE', $4, FALSE, $5,
             1, 1, $6, $7, $6) RETURNING {}",
        columns()
    );
    tx.query_one(
        &sql,
        params![platform, event.id, event.resource, event.created_at, now, until, holder],
        read,
    )
}

fn insert_event(tx: &mut Tx<'_>, platform: PlatformId, event: &NewEvent<'_>) -> Result<(), Error> {
    if let Some(effects) = tx.effects() {
        let resource = event.resource.to_owned();
        effects.events.push(EventEffect { event_type: event.event_type.to_owned(), resource });
    }
    tx.insert_late(
        &EVENTS,
        params![
            platform,
            event.id,
            event.event_type,
            event.resource,
            event.is_sent_once,
            event.created_at,
            event.body,
        ],
    )
}

pub(super) fn read(row: &Row<'_>) -> Result<DeliveryRecord, Error> {
    let status: String = row.get("status")?;
    Ok(DeliveryRecord {
        seq: row.get("seq")?,
        platform: row.get("platform_id")?,
        id: row.get("webhook_id")?,
        event_type: row.get("event_type")?,
        resource: row.get("resource")?,
        status: status.parse().map_err(|_| Error::Data(format!("no delivery status {status}")))?,
        attempts: row.get("attempts")?,
        due_at: row.get("due_at")?,
        fence: row.get("fence")?,
        last_answer: row.get("last_answer")?,
        last_error: row.get("last_error")?,
        is_sent_once: row.get("is_sent_once")?,
        created_at: row.get("created_at")?,
        updated_at: row.get("updated_at")?,
        body: row.get("body")?,
    })
}
