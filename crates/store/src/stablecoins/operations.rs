//! Rows of mints and burns (stablecoins 7).

use causeway_domain::ids::{
    Id, PlatformId, StablecoinId, StablecoinOperationId, StablecoinProviderAccountId, StablecoinQuoteId,
};
use causeway_domain::stablecoins::{OperationState, StablecoinOperationStatus, StablecoinOperationType};
use causeway_domain::{Revision, Time};
use serde_json::json;

use super::documents::{Acceptance, OperationTerms, Progress};
use crate::database::listing::{IndexPath, Listing, Page, Position, Scan};
use crate::database::preview::{StatusColumn, collect_status};
use crate::database::terms::{self, AuthenticatedColumns};
use crate::database::value::json_text;
use crate::{Error, Key, Macs, Row, Tx, Value, params};

const STATUS_COLUMN: StatusColumn = StatusColumn::of("stablecoin_operation", "operation_id");

/// A mint or burn.
#[derive(Debug, Clone, PartialEq)]
pub struct OperationRecord {
    /// Also the idempotency key at the provider.
    pub id: StablecoinOperationId,
    pub stablecoin: StablecoinId,
    /// The provider link used.
    pub link: StablecoinProviderAccountId,
    /// The preview that it executes.
    pub quote: Option<StablecoinQuoteId>,
    pub operation_type: StablecoinOperationType,
    pub state: OperationState,
    pub terms: OperationTerms,
    /// The provider's answer; `None` until it accepts the operation.
    pub acceptance: Option<Acceptance>,
    pub progress: Progress,
    /// Fingerprint of the request.
    pub request_hash: [u8; 32],
    /// Upper bound of the number of submissions to the provider.
    pub submissions: i64,
    pub created_at: Time,
    pub updated_at: Revision,
}

impl OperationRecord {
    /// Records a change at `now`.
    pub fn mark_changed(&mut self, now: Time) {
        self.updated_at.advance(now);
        self.progress.since = Some(now);
    }

    /// Returns the time of the last change, or of the creation if there was none.
    #[must_use]
    pub fn since(&self) -> Time {
        self.progress.since.unwrap_or(self.created_at)
    }

    #[must_use]
    pub fn position(&self) -> Position {
        Position { at: self.created_at, id: self.id.uuid() }
    }

    /// Returns the deadline for external funds.
    #[must_use]
    pub fn expiry(&self) -> Option<Time> {
        self.acceptance.as_ref().and_then(Acceptance::expiry)
    }
}

pub(crate) const COLUMNS: &str = "operation_id, stablecoin_id, link_id, quote_id, operation_type, status, terms, acceptance, \
                       progress, request_hash, submissions, created_at, updated_at, mac";

fn terms_of(
    platform: PlatformId,
    record: &OperationRecord,
    document: String,
    acceptance: Option<&str>,
) -> AuthenticatedColumns {
    let columns = json!({
        "stablecoin": record.stablecoin,
        "link": record.link,
        "quote": record.quote,
        "operation_type": record.operation_type,
        "acceptance": acceptance,
        "created_at": record.created_at.millis(),
    })
    .to_string();
    AuthenticatedColumns {
        table: "stablecoin_operation",
        key: "operation_id",
        platform,
        id: record.id.uuid().into(),
        columns,
        document,
    }
}

fn read_raw(row: &Row<'_>) -> Result<OperationRecord, Error> {
    let status: StablecoinOperationStatus = row.parsed("status")?;
    let progress: Progress = row.json("progress")?;
    let state = OperationState::of(status, progress.failure_reason)
        .ok_or_else(|| Error::Data("a failed operation has no reason".to_owned()))?;
    Ok(OperationRecord {
        id: row.get("operation_id")?,
        stablecoin: row.get("stablecoin_id")?,
        link: row.get("link_id")?,
        quote: row.get("quote_id")?,
        operation_type: row.parsed("operation_type")?,
        state,
        terms: row.json("terms")?,
        acceptance: row.json_opt("acceptance")?,
        progress,
        request_hash: row.get("request_hash")?,
        submissions: row.get("submissions")?,
        created_at: row.get("created_at")?,
        updated_at: row.get("updated_at")?,
    })
}

pub(crate) fn read_terms(
    platform: PlatformId,
    row: &Row<'_>,
) -> Result<(OperationRecord, AuthenticatedColumns, Vec<u8>), Error> {
    let record = read_raw(row)?;
    let acceptance: Option<String> = row.get("acceptance")?;
    let terms = terms_of(platform, &record, row.get("terms")?, acceptance.as_deref());
    Ok((record, terms, row.get("mac")?))
}

/// Returns a row reader that verifies the MAC of each operation: no other operation is submitted to a
/// provider, and no funding instructions of another are shown.
fn read<'a>(
    platform: PlatformId,
    macs: &'a dyn Macs,
) -> impl Fn(&Row<'_>) -> Result<OperationRecord, Error> + use<'a> {
    move |row| {
        let (record, terms, mac) = read_terms(platform, row)?;
        terms.check(&mac, macs)?;
        Ok(record)
    }
}

/// Inserts a new operation with its MAC under the idempotency key of its request. Callers use [`lock_by_key`]
/// first.
pub fn insert(
    tx: &mut Tx<'_>,
    platform: PlatformId,
    record: &OperationRecord,
    key: &Key,
) -> Result<(), Error> {
    let terms = terms_of(platform, record, json_text(&record.terms)?, None);
    let mac = terms.mac(tx.macs());
    tx.execute(
        "INSERT INTO stablecoin_operation (platform_id, operation_id, stablecoin_id, link_id, quote_id, \
         operation_type, status, terms, progress, scope_hash, key, request_hash, submissions, created_at, updated_at, \
         mac) VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16)",
        params![
            platform,
            record.id,
            record.stablecoin,
            record.link,
            record.quote,
            record.operation_type.as_str(),
            record.state.status().as_str(),
            Value::Json(terms.document.into()),
            Value::doc(&record.progress)?,
            key.scope_hash(),
            &key.key,
            &record.request_hash,
            record.submissions,
            record.created_at,
            record.updated_at,
            mac,
        ],
    )
}

/// Returns the terms of an operation as stored. The caller must hold the operation's row lock.
fn stored_terms(tx: &mut Tx<'_>, platform: PlatformId, record: &OperationRecord) -> Result<String, Error> {
    let found = tx.query_opt(
        "SELECT terms FROM stablecoin_operation WHERE platform_id = $1 AND operation_id = $2",
        params![platform, record.id],
        |row| row.document::<OperationTerms>("terms"),
    )?;
    let (text, terms) = found.ok_or(Error::Missing)?;
    if terms == record.terms {
        return Ok(text);
    }
    Err(Error::NotAuthentic(format!("the stablecoin operation {}", record.id)))
}

/// Updates the mutable columns of an operation and renews its MAC, which covers the terms and the provider's
/// answer. The caller must hold the operation's row lock.
pub fn update(tx: &mut Tx<'_>, platform: PlatformId, record: &OperationRecord) -> Result<(), Error> {
    collect_status(tx, &STATUS_COLUMN, platform, record.id, record.state.status().as_str())?;
    let acceptance = record.acceptance.as_ref().map(json_text).transpose()?;
    let terms = terms_of(platform, record, stored_terms(tx, platform, record)?, acceptance.as_deref());
    let mac = terms.mac(tx.macs());
    let acceptance = acceptance.map(|text| Value::Json(text.into()));
    tx.execute(
        "UPDATE stablecoin_operation SET status = $3, acceptance = $4, progress = $5, submissions = $6, \
         updated_at = $7, mac = $8 WHERE platform_id = $1 AND operation_id = $2",
        params![
            platform,
            record.id,
            record.state.status().as_str(),
            acceptance,
            Value::doc(&record.progress)?,
            record.submissions,
            record.updated_at,
            mac,
        ],
    )
}

/// Deletes an operation that had no effect.
pub fn delete(tx: &mut Tx<'_>, platform: PlatformId, id: StablecoinOperationId) -> Result<(), Error> {
    tx.execute(
        "DELETE FROM stablecoin_operation WHERE platform_id = $1 AND operation_id = $2",
        params![platform, id],
    )
}

fn select(
    tx: &mut Tx<'_>,
    platform: PlatformId,
    condition: &str,
    values: &[Value<'_>],
) -> Result<Option<OperationRecord>, Error> {
    let sql = format!("SELECT {COLUMNS} FROM stablecoin_operation WHERE platform_id = $1 AND {condition}");
    let read = read(platform, tx.macs());
    tx.query_opt(&sql, values, read)
}

/// Finds the operation with this id.
///
/// # Errors
/// [`Error::NotAuthentic`] if this service did not write it.
pub fn find(
    tx: &mut Tx<'_>,
    platform: PlatformId,
    id: StablecoinOperationId,
) -> Result<Option<OperationRecord>, Error> {
    select(tx, platform, "operation_id = $2", params![platform, id])
}

/// Reads like [`find`], and locks the row until the transaction ends.
pub fn lock(
    tx: &mut Tx<'_>,
    platform: PlatformId,
    id: StablecoinOperationId,
) -> Result<Option<OperationRecord>, Error> {
    select(tx, platform, "operation_id = $2 FOR UPDATE", params![platform, id])
}

/// Finds and locks the operation started by a request with this idempotency key.
///
/// # Errors
/// The same as [`find`].
pub fn lock_by_key(tx: &mut Tx<'_>, key: &Key) -> Result<Option<OperationRecord>, Error> {
    let values = params![key.platform, key.scope_hash(), &key.key];
    select(tx, key.platform, "scope_hash = $2 AND key = $3 FOR UPDATE", values)
}

/// Finds the operation that executes a preview.
///
/// # Errors
/// The same as [`find`].
pub fn find_by_quote(
    tx: &mut Tx<'_>,
    platform: PlatformId,
    quote: StablecoinQuoteId,
) -> Result<Option<OperationRecord>, Error> {
    select(tx, platform, "quote_id = $2", params![platform, quote])
}

/// Filter for lists of operations; all given conditions must hold.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct OperationFilter {
    pub stablecoin: StablecoinId,
    pub operation_type: Option<StablecoinOperationType>,
}

/// Returns a page of operations, and the total number of matches. MACs are verified, because operations show
/// funding instructions.
///
/// # Errors
/// [`Error::NotAuthentic`] if this service did not write one of them.
pub fn list(
    tx: &mut Tx<'_>,
    platform: PlatformId,
    filter: OperationFilter,
    page: &Page,
) -> Result<(Vec<OperationRecord>, Option<i64>), Error> {
    let listing = Listing::new("stablecoin_operation", "operation_id", platform)
        .filter("stablecoin_id = $$", Some(filter.stablecoin))
        .filter("operation_type = $$", filter.operation_type.map(StablecoinOperationType::as_str));
    let read = read(platform, tx.macs());
    Ok((listing.page(tx, COLUMNS, page, read)?, listing.count(tx)?))
}

/// Filter for operators' lists of operations; all given conditions must hold.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct OperationScanFilter {
    pub stablecoin: Option<StablecoinId>,
    pub status: Option<StablecoinOperationStatus>,
    /// Inclusive lower bound of the creation time.
    pub since: Option<Time>,
    /// Inclusive upper bound of the creation time.
    pub until: Option<Time>,
}

/// Scans the operations of a platform.
///
/// # Errors
/// [`Error::NotAuthentic`] if this service did not write one of them.
pub fn scan(
    tx: &mut Tx<'_>,
    platform: PlatformId,
    filter: &OperationScanFilter,
    page: &Page,
) -> Result<Scan<OperationRecord>, Error> {
    let mut listing = Listing::new("stablecoin_operation", "operation_id", platform)
        .created_between(filter.since, filter.until)
        .filter("status = $$", filter.status.map(StablecoinOperationStatus::as_str));
    if let Some(stablecoin) = filter.stablecoin {
        let condition = format!("stablecoin_operation.stablecoin_id = {}", listing.bind(stablecoin));
        let table = "stablecoin_operation";
        listing = listing.either(vec![IndexPath { table, index: "stablecoin_operation_by_age", condition }]);
    }
    let read = read(platform, tx.macs());
    listing.scan(tx, COLUMNS, page, read)
}

/// Renews the MACs of up to `limit` operations after `after` with the newest key. Returns the last of them,
/// or `None` if none are left. Rows with an invalid MAC stay unchanged.
pub fn authenticate_anew(
    tx: &mut Tx<'_>,
    platform: PlatformId,
    after: Option<StablecoinOperationId>,
    limit: u32,
) -> Result<Option<StablecoinOperationId>, Error> {
    let sql = format!(
        "SELECT {COLUMNS} FROM stablecoin_operation WHERE platform_id = $1 AND ($2 OR operation_id > $3) \
         ORDER BY operation_id LIMIT $4"
    );
    let rows = tx.query(&sql, params![platform, after.is_none(), after, limit], |row| {
        let (record, terms, mac) = read_terms(platform, row)?;
        Ok((record.id, (terms, mac)))
    })?;
    let (ids, rows): (Vec<_>, Vec<_>) = rows.into_iter().unzip();
    terms::authenticate_anew(tx, &rows)?;
    Ok(ids.last().copied())
}
