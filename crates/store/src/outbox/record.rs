//! An event and how it comes to be.

use std::time::Duration;

use causeway_domain::Time;
use causeway_domain::deliveries::{self, DeliveryStatus};
use causeway_domain::ids::{Id, PlatformId, WebhookId};

use crate::database::fault_injector::Defect;
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

pub(super) const COLUMNS: &str = "seq, platform_id, webhook_id, event_type, resource, body, status, attempts,
    due_at, fence, last_answer, last_error, is_sent_once, created_at, updated_at";

impl DeliveryRecord {
    /// Where it stands in a list.
    #[must_use]
    pub fn position(&self) -> Position {
        Position { at: self.created_at, id: self.id.uuid() }
    }
}

/// Adds an event and, after the commit, wakes the senders if it is for them.
///
/// # Errors
/// Those of the database.
pub fn insert(tx: &mut Tx<'_>, platform: PlatformId, event: &NewEvent<'_>) -> Result<(), Error> {
    if tx.has_defect(Defect::DropOutboxRow) {
        return Ok(());
    }
    let now = tx.wall();
    if event.is_deliverable {
        tx.wake(Wake::Deliveries);
    }
    tx.execute(
        "INSERT INTO outbox (platform_id, webhook_id, event_type, resource, body, status, attempts, due_at, fence,
             is_sent_once, created_at, updated_at)
         VALUES ($1, $2, $3, $4, $5, $6, 0, $7, 0, $8, $7, $9)",
        params![
            platform,
            event.id,
            event.event_type,
            event.resource,
            event.body,
            deliveries::created(event.is_deliverable).as_str(),
            event.created_at,
            event.is_sent_once,
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
    let sql = format!(
        "INSERT INTO outbox (platform_id, webhook_id, event_type, resource, body, status, attempts, due_at, fence,
             lease_until, is_sent_once, created_at, updated_at)
         VALUES ($1, $2, $3, $4, $5, 'DUE', 1, $6, 1, $7, $9, $6, $8) RETURNING {COLUMNS}"
    );
    let params = params![
        platform,
        event.id,
        event.event_type,
        event.resource,
        event.body,
        event.created_at,
        until,
        now,
        event.is_sent_once,
    ];
    tx.query_one(&sql, params, read)
}

pub(super) fn read(row: &Row<'_>) -> Result<DeliveryRecord, Error> {
    let status: String = row.get("status")?;
    Ok(DeliveryRecord {
        seq: row.get("seq")?,
        platform: row.get("platform_id")?,
        id: row.get("webhook_id")?,
        event_type: row.get("event_type")?,
        resource: row.get("resource")?,
        body: row.get("body")?,
        status: status.parse().map_err(|_| Error::Data(format!("no delivery status {status}")))?,
        attempts: row.get("attempts")?,
        due_at: row.get("due_at")?,
        fence: row.get("fence")?,
        last_answer: row.get("last_answer")?,
        last_error: row.get("last_error")?,
        is_sent_once: row.get("is_sent_once")?,
        created_at: row.get("created_at")?,
        updated_at: row.get("updated_at")?,
    })
}
