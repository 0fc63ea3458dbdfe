//! Rows of verifications (customers 5.2). The caller that changes a verification holds the lock of its
//! customer.

use std::time::Duration;

use causeway_domain::country::Country;
use causeway_domain::ids::{CustomerId, Id, PlatformId, VerificationId};
use causeway_domain::verifications::{VerificationErrorType, VerificationState, VerificationStatus};
use causeway_domain::{Revision, Time};
use causeway_vocabulary::documents::DocumentType;
use serde::{Deserialize, Serialize};

use crate::database::listing::{IndexPath, Listing, Order, Page, Position, Scan};
use crate::database::preview::{StatusColumn, collect_status};
use crate::{Error, Row, Tx, Value, params};

const STATUS_COLUMN: StatusColumn = StatusColumn::of("verification", "verification_id");

/// An attempt to verify a customer.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct VerificationRecord {
    pub id: VerificationId,
    pub customer: CustomerId,
    /// Data that no query filters by.
    pub doc: VerificationDoc,
    /// Time of the first submission.
    pub created_at: Time,
    pub updated_at: Revision,
}

/// Stored document of a verification, version 1.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct VerificationDoc {
    pub v: u32,
    pub state: VerificationState,
    /// Problems that block the verification.
    pub errors: Vec<VerificationFault>,
    /// Time of the last submission without problems.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub submitted_at: Option<Time>,
    /// Number of returns for corrections.
    #[serde(default)]
    pub times_returned: u32,
}

/// A filter of the queue of verifications.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct QueueFilter {
    /// Each at most once.
    pub statuses: Vec<VerificationStatus>,
    /// Only of customers that are served in this country.
    pub region: Option<Country>,
    /// Only of customers that were first submitted at or after this instant of the platform's clock.
    pub since: Option<Time>,
    /// Only of customers that were first submitted at or before this instant of the platform's clock.
    pub until: Option<Time>,
}

/// A problem that blocks a verification.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct VerificationFault {
    /// Id of the affected resource.
    pub resource: String,
    pub kind: VerificationErrorType,
    /// The affected field, if the problem is about one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub field: Option<String>,
    /// Document types of which one upload solves the problem.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub accepted: Vec<DocumentType>,
    /// Human-readable description.
    pub reason: String,
}

impl VerificationDoc {
    /// Version of newly written documents.
    pub const VERSION: u32 = 1;
}

impl VerificationRecord {
    #[must_use]
    pub fn position(&self) -> Position {
        Position { at: self.created_at, id: self.id.uuid() }
    }
}

const COLUMNS: &str = "verification.verification_id, verification.customer_id, verification.doc, \
                       verification.created_at, verification.updated_at";

fn read(row: &Row<'_>) -> Result<VerificationRecord, Error> {
    Ok(VerificationRecord {
        id: row.get("verification_id")?,
        customer: row.get("customer_id")?,
        doc: row.json("doc")?,
        created_at: row.get("created_at")?,
        updated_at: row.get("updated_at")?,
    })
}

/// Inserts a new verification. A second open one of the same customer makes the transaction fail as a lost
/// race.
pub fn insert(tx: &mut Tx<'_>, platform: PlatformId, record: &VerificationRecord) -> Result<(), Error> {
    tx.execute(
        "INSERT INTO verification \
             (platform_id, verification_id, customer_id, status, is_open, doc, created_at, updated_at) \
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8)",
        params![
            platform,
            record.id,
            record.customer,
            record.doc.state.status().as_str(),
            record.doc.state.is_open(),
            Value::doc(&record.doc)?,
            record.created_at,
            record.updated_at,
        ],
    )
}

/// Updates the mutable columns of a verification.
pub fn update(tx: &mut Tx<'_>, platform: PlatformId, record: &VerificationRecord) -> Result<(), Error> {
    collect_status(tx, &STATUS_COLUMN, platform, record.id, record.doc.state.status().as_str())?;
    tx.execute(
        "UPDATE verification SET status = $3, is_open = $4, doc = $5, updated_at = $6 \
         WHERE platform_id = $1 AND verification_id = $2",
        params![
            platform,
            record.id,
            record.doc.state.status().as_str(),
            record.doc.state.is_open(),
            Value::doc(&record.doc)?,
            record.updated_at,
        ],
    )
}

pub fn find(
    tx: &mut Tx<'_>,
    platform: PlatformId,
    id: VerificationId,
) -> Result<Option<VerificationRecord>, Error> {
    let sql = format!("SELECT {COLUMNS} FROM verification WHERE platform_id = $1 AND verification_id = $2");
    tx.query_opt(&sql, params![platform, id], read)
}

/// Finds the customer's undecided verification.
pub fn find_open(
    tx: &mut Tx<'_>,
    platform: PlatformId,
    customer: CustomerId,
) -> Result<Option<VerificationRecord>, Error> {
    let sql =
        format!("SELECT {COLUMNS} FROM verification WHERE platform_id = $1 AND customer_id = $2 AND is_open");
    tx.query_opt(&sql, params![platform, customer], read)
}

/// A verification that waits for a decision.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct WaitingVerification {
    pub platform: PlatformId,
    pub verification: VerificationId,
    /// Time of its last change, on the platform's clock.
    pub since: Time,
}

/// Returns verifications of all platforms that have waited for a decision for `waited` on the platform's
/// clock, up to `limit`.
pub fn waiting(tx: &mut Tx<'_>, waited: Duration, limit: u32) -> Result<Vec<WaitingVerification>, Error> {
    let wall = tx.wall();
    let millis = i64::try_from(waited.as_millis()).unwrap_or(i64::MAX);
    // The order of the tables lets SQLite find the verifications of each platform by their status.
    tx.query(
        "SELECT p.platform_id, v.verification_id, v.updated_at
         FROM platform p CROSS JOIN verification v /* all platforms */
         WHERE v.platform_id = p.platform_id AND v.status IN ('PENDING_MANUAL_REVIEW', 'IN_PROGRESS')
             AND v.created_at <= COALESCE(p.frozen_at, $1 + p.lead_millis) - $2
             AND v.updated_at <= COALESCE(p.frozen_at, $1 + p.lead_millis) - $2
         ORDER BY v.updated_at, v.verification_id LIMIT $3",
        params![wall, millis, limit],
        |row| {
            Ok(WaitingVerification {
                platform: row.get("platform_id")?,
                verification: row.get("verification_id")?,
                since: row.get("updated_at")?,
            })
        },
    )
}

/// Returns a page of verifications, of one customer or in one status if given, and the total number of
/// matches.
pub fn list(
    tx: &mut Tx<'_>,
    platform: PlatformId,
    customer: Option<CustomerId>,
    status: Option<VerificationStatus>,
    page: &Page,
) -> Result<(Vec<VerificationRecord>, Option<i64>), Error> {
    let listing = Listing::new("verification", "verification_id", platform)
        .filter("verification.customer_id = $$", customer)
        .filter("verification.status = $$", status.map(VerificationStatus::as_str));
    Ok((listing.page(tx, COLUMNS, page, read)?, listing.count(tx)?))
}

/// Scans the verifications in some statuses behind `after`, the one that was submitted first at the beginning. The region
/// has no index.
pub fn queue(
    tx: &mut Tx<'_>,
    platform: PlatformId,
    filter: &QueueFilter,
    after: Option<Position>,
    limit: u32,
) -> Result<Scan<VerificationRecord>, Error> {
    let page = Page { after, limit, order: Order::Ascending };
    let mut rows = Vec::new();
    let mut ends = Vec::new();
    for status in &filter.statuses {
        let found = in_status(tx, platform, filter, *status, &page)?;
        rows.extend(found.rows);
        ends.extend(found.end);
    }
    rows.sort_by_key(VerificationRecord::position);
    let end = ends.into_iter().min();
    // Beyond the first end, one of the statuses was not compared.
    rows.retain(|row| end.is_none_or(|end| row.position() <= end));
    let wanted = usize::try_from(limit).unwrap_or(usize::MAX).saturating_add(1);
    rows.truncate(wanted);
    let is_full = rows.len() == wanted;
    Ok(Scan { rows, end: end.filter(|_| !is_full) })
}

fn in_status(
    tx: &mut Tx<'_>,
    platform: PlatformId,
    filter: &QueueFilter,
    status: VerificationStatus,
    page: &Page,
) -> Result<Scan<VerificationRecord>, Error> {
    let condition = format!("verification.status = '{}'", status.as_str());
    let path = IndexPath { table: "verification", index: "verification_by_status", condition };
    Listing::new("verification", "verification_id", platform)
        .created_between(filter.since, filter.until)
        .either(vec![path])
        .filter(
            "EXISTS (SELECT 1 FROM customer WHERE customer.platform_id = verification.platform_id \
                 AND customer.customer_id = verification.customer_id AND customer.region = $$)",
            filter.region.as_ref().map(Country::as_str),
        )
        .scan(tx, COLUMNS, page, read)
}

/// Returns the customer's verifications, newest first, up to `limit`.
pub fn newest_of(
    tx: &mut Tx<'_>,
    platform: PlatformId,
    customer: CustomerId,
    limit: u32,
) -> Result<Vec<VerificationRecord>, Error> {
    let sql = format!(
        "SELECT {COLUMNS} FROM verification WHERE platform_id = $1 AND customer_id = $2
         ORDER BY created_at DESC, verification_id DESC LIMIT $3"
    );
    tx.query(&sql, params![platform, customer, limit], read)
}
