//! An event and how it comes to be.

use std::time::Duration;

use causeway_domain::Time;
use causeway_domain::deliveries::{self, DeliveryStatus};
use causeway_domain::ids::{Id, PlatformId, WebhookId};

use crate::database::late_rows::LateTable;
use crate::database::listing::Position;
use crate::{Error, Row, Tx, Wake, params};

/// An event that happened in the transaction that inserts it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct NewEvent<'a> {
    /// Its id, which receivers see and by which they recognise repetitions.
    pub id: WebhookId,
    /// Its type, as the interface spells it.
    pub event_type: &'a str,
    /// To what it happened; first attempts for one resource keep the order of insertion.
    pub resource: &'a str,
    /// The body that every attempt sends.
    pub body: &'a [u8],
    /// When it happened, on the platform's clock.
    pub created_at: Time,
    /// Whether the platform has an endpoint; without one the event is only kept, for a replay.
    pub is_deliverable: bool,
    /// Whether it asks for a decision and is never sent twice.
    pub is_sent_once: bool,
}

/// An event with the state of its delivery.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct DeliveryRecord {
    /// Its place in the order of events.
    pub seq: i64,
    /// The platform it is for.
    pub platform: PlatformId,
    /// Its id.
    pub id: WebhookId,
    /// Its type.
    pub event_type: String,
    /// To what it happened.
    pub resource: String,
    /// The body that every attempt sends.
    pub body: Vec<u8>,
    /// Where its delivery stands.
    pub status: DeliveryStatus,
    /// How many attempts were begun.
    pub attempts: u32,
    /// When the next attempt is due, on the platform's clock.
    pub due_at: Time,
    /// The number of its last claim.
    pub fence: i64,
    /// The HTTP status of the last answer, if there was one.
    pub last_answer: Option<u16>,
    /// Why the last attempt failed.
    pub last_error: Option<String>,
    /// Whether it asks for a decision and is never sent twice.
    pub is_sent_once: bool,
    /// When it happened, on the platform's clock.
    pub created_at: Time,
    /// When its delivery last changed, in wall time.
    pub updated_at: Time,
}

/// The body stands in a row of its own, which claims and outcomes leave as it is.
pub(super) const COLUMNS: &str =
    "seq, platform_id, webhook_id, event_type, resource, status, attempts, due_at, fence,
    last_answer, last_error, is_sent_once, created_at, updated_at,
    (SELECT b.body FROM outbox_body b
     WHERE b.platform_id = outbox.platform_id AND b.webhook_id = outbox.webhook_id) AS body";

impl DeliveryRecord {
    /// Where it stands in a list.
    #[must_use]
    pub fn position(&self) -> Position {
        Position { at: self.created_at, id: self.id.uuid() }
    }
}

const ROWS: LateTable = LateTable {
    name: "outbox",
    columns: "platform_id, webhook_id, event_type, resource, status, attempts, due_at, fence, is_sent_once, created_at,
        updated_at",
};

const BODIES: LateTable = LateTable { name: "outbox_body", columns: "platform_id, webhook_id, body" };

/// Adds an event and, after the commit, wakes the senders if it is for them. It is written with all others of the
/// closure when that ends, in their order.
///
/// # Errors
/// Those of the database.
pub fn insert(tx: &mut Tx<'_>, platform: PlatformId, event: &NewEvent<'_>) -> Result<(), Error> {
    let now = tx.wall();
    if event.is_deliverable {
        tx.wake(Wake::Deliveries);
    }
    insert_body(tx, platform, event)?;
    tx.insert_late(
        &ROWS,
        params![
            platform,
            event.id,
            event.event_type,
            event.resource,
            deliveries::created(event.is_deliverable).as_str(),
            0,
            event.created_at,
            0,
            event.is_sent_once,
            event.created_at,
            now,
        ],
    )
}

/// Adds an event whose first attempt its caller makes itself: claimed for `lease` from the start.
///
/// # Errors
/// Those of the database.
pub fn insert_claimed(
    tx: &mut Tx<'_>,
    platform: PlatformId,
    event: &NewEvent<'_>,
    lease: Duration,
) -> Result<DeliveryRecord, Error> {
    let (now, until) = (tx.wall(), tx.database_time()?.plus(lease));
    insert_body(tx, platform, event)?;
    let sql = format!(
        "INSERT INTO outbox (platform_id, webhook_id, event_type, resource, status, attempts, due_at, fence,
             lease_until, is_sent_once, created_at, updated_at)
         VALUES ($1, $2, $3, $4, 'DUE', 1, $5, 1, $6, $8, $5, $7) RETURNING {COLUMNS}"
    );
    let params = params![
        platform,
        event.id,
        event.event_type,
        event.resource,
        event.created_at,
        until,
        now,
        event.is_sent_once,
    ];
    tx.query_one(&sql, params, read)
}

fn insert_body(tx: &mut Tx<'_>, platform: PlatformId, event: &NewEvent<'_>) -> Result<(), Error> {
    tx.insert_late(&BODIES, params![platform, event.id, event.body])
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
