//! Rows of customer files under import (customers 3).

use std::time::Duration;

use causeway_domain::Time;
use causeway_domain::customer_imports::{CustomerImportStatus, Dialect, FilePosition, Header, Inspection};
use causeway_domain::ids::{CustomerImportId, PlatformId};
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value as Json};
use uuid::Uuid;

use crate::{Error, Row, Tx, Value, params};

/// An uploaded file of customers.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CustomerImportRecord {
    pub id: CustomerImportId,
    /// The file; deleted when the import has ended.
    pub upload: Uuid,
    pub status: CustomerImportStatus,
    /// Number of data rows.
    pub total: i64,
    /// Number of rows imported as customers.
    pub successful: i64,
    /// Number of rows with errors.
    pub failed: i64,
    /// Data that no query filters by.
    pub doc: CustomerImportDoc,
    /// Time of the upload.
    pub created_at: Time,
    /// Time at which the last row was processed.
    pub completed_at: Option<Time>,
}

/// Stored document of a customer import, version 1.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct CustomerImportDoc {
    pub v: u32,
    /// Progress of the inspection; `None` once rows are being imported.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub seen: Option<Inspection>,
    /// Dialect and header of the file; `None` before the import starts.
    pub sheet: Option<(Dialect, Header)>,
    /// Position of the next row in the file.
    pub next_row_at: FilePosition,
    /// Rows are validated, but no customers are created.
    #[serde(default)]
    pub is_dry_run: bool,
}

/// The error of a row that was not imported.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct RowError {
    /// The error code that the API returns for the same data.
    pub code: String,
    /// Human-readable message.
    pub message: String,
    /// Machine-readable details.
    pub details: Option<Map<String, Json>>,
    /// The platform's own id of the row.
    pub correlation_id: String,
}

const COLUMNS: &str =
    "import_id, upload_id, status, total, successful, failed, doc, created_at, completed_at";

fn read(row: &Row<'_>) -> Result<CustomerImportRecord, Error> {
    Ok(CustomerImportRecord {
        id: row.get("import_id")?,
        upload: row.get("upload_id")?,
        status: row.parsed("status")?,
        total: row.get("total")?,
        successful: row.get("successful")?,
        failed: row.get("failed")?,
        doc: row.json("doc")?,
        created_at: row.get("created_at")?,
        completed_at: row.get("completed_at")?,
    })
}

pub fn insert(tx: &mut Tx<'_>, platform: PlatformId, record: &CustomerImportRecord) -> Result<(), Error> {
    tx.execute(
        "INSERT INTO customer_import (platform_id, import_id, upload_id, status, total, successful, failed, doc, \
         created_at, completed_at) VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)",
        params![
            platform,
            record.id,
            record.upload,
            record.status.as_str(),
            record.total,
            record.successful,
            record.failed,
            Value::doc(&record.doc)?,
            record.created_at,
            record.completed_at,
        ],
    )
}

/// Updates the progress of an import.
pub fn update(tx: &mut Tx<'_>, platform: PlatformId, record: &CustomerImportRecord) -> Result<(), Error> {
    tx.execute(
        "UPDATE customer_import SET status = $3, total = $4, successful = $5, failed = $6, doc = $7, completed_at = $8 \
         WHERE platform_id = $1 AND import_id = $2",
        params![
            platform,
            record.id,
            record.status.as_str(),
            record.total,
            record.successful,
            record.failed,
            Value::doc(&record.doc)?,
            record.completed_at,
        ],
    )
}

pub fn find(
    tx: &mut Tx<'_>,
    platform: PlatformId,
    id: CustomerImportId,
) -> Result<Option<CustomerImportRecord>, Error> {
    let sql = format!("SELECT {COLUMNS} FROM customer_import WHERE platform_id = $1 AND import_id = $2");
    tx.query_opt(&sql, params![platform, id], read)
}

/// Finds and locks an import until the transaction ends.
///
/// # Errors
/// [`Error::Missing`] if it does not exist.
pub fn lock(
    tx: &mut Tx<'_>,
    platform: PlatformId,
    id: CustomerImportId,
) -> Result<CustomerImportRecord, Error> {
    let sql =
        format!("SELECT {COLUMNS} FROM customer_import WHERE platform_id = $1 AND import_id = $2 FOR UPDATE");
    tx.query_one(&sql, params![platform, id], read)
}

/// Returns the platform's oldest unfinished import.
pub fn oldest_open(tx: &mut Tx<'_>, platform: PlatformId) -> Result<Option<CustomerImportRecord>, Error> {
    let sql = format!(
        "SELECT {COLUMNS} FROM customer_import WHERE platform_id = $1 AND completed_at IS NULL \
         ORDER BY created_at, import_id LIMIT 1"
    );
    tx.query_opt(&sql, params![platform], read)
}

/// Records the error of a row.
pub fn add_error(
    tx: &mut Tx<'_>,
    platform: PlatformId,
    id: CustomerImportId,
    number: i64,
    error: &RowError,
) -> Result<(), Error> {
    tx.execute(
        "INSERT INTO customer_import_error (platform_id, import_id, number, doc) VALUES ($1, $2, $3, $4)",
        params![platform, id, number, Value::doc(error)?],
    )
}

/// Claims a name that only one customer may have for a row of a dry run. Returns `true` if an earlier row of
/// the file claimed it. The caller holds the lock of the import.
pub fn claim_name(
    tx: &mut Tx<'_>,
    platform: PlatformId,
    id: CustomerImportId,
    name: &str,
) -> Result<bool, Error> {
    let sql =
        "SELECT 1 AS found FROM customer_import_name WHERE platform_id = $1 AND import_id = $2 AND name = $3";
    if tx.query_opt(sql, params![platform, id, name], |row| row.get::<i64>("found"))?.is_some() {
        return Ok(true);
    }
    tx.execute(
        "INSERT INTO customer_import_name (platform_id, import_id, name) VALUES ($1, $2, $3)",
        params![platform, id, name],
    )?;
    Ok(false)
}

/// Deletes the names claimed by the rows of a dry run.
pub fn release_names(tx: &mut Tx<'_>, platform: PlatformId, id: CustomerImportId) -> Result<(), Error> {
    let sql = "DELETE FROM customer_import_name WHERE platform_id = $1 AND import_id = $2";
    tx.execute(sql, params![platform, id])
}

/// Returns the errors of a file in the order of its rows.
pub fn errors(tx: &mut Tx<'_>, platform: PlatformId, id: CustomerImportId) -> Result<Vec<RowError>, Error> {
    let sql =
        "SELECT doc FROM customer_import_error WHERE platform_id = $1 AND import_id = $2 ORDER BY number";
    tx.query(sql, params![platform, id], |row| row.json("doc"))
}

/// Deletes up to `limit` imports of all platforms that completed at least `kept_for` ago in wall time, with
/// their errors. Returns the number of imports.
pub fn prune(tx: &mut Tx<'_>, kept_for: Duration, limit: u32) -> Result<u64, Error> {
    let before = tx.wall().minus(kept_for);
    let old: Vec<(PlatformId, CustomerImportId)> = tx.query(
        "SELECT /* all platforms */ platform_id, import_id FROM customer_import WHERE completed_at <= $1 \
         ORDER BY completed_at LIMIT $2 FOR UPDATE SKIP LOCKED",
        params![before, limit],
        |row| Ok((row.get("platform_id")?, row.get("import_id")?)),
    )?;
    for (platform, id) in &old {
        let id_of = params![*platform, *id];
        tx.execute("DELETE FROM customer_import_error WHERE platform_id = $1 AND import_id = $2", id_of)?;
        tx.execute("DELETE FROM customer_import WHERE platform_id = $1 AND import_id = $2", id_of)?;
    }
    Ok(u64::try_from(old.len()).unwrap_or(u64::MAX))
}
