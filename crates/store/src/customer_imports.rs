//! Rows of files of customers that are imported (customers 3).

use std::time::Duration;

use causeway_domain::Time;
use causeway_domain::customer_imports::{CustomerImportStatus, Dialect, FilePosition, Header, Inspection};
use causeway_domain::ids::{CustomerImportId, PlatformId};
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value as Json};
use uuid::Uuid;

use crate::{Error, Row, Tx, Value, params};

/// A file of customers.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CustomerImportRecord {
    /// Its id.
    pub id: CustomerImportId,
    /// The file; removed when the import has ended.
    pub upload: Uuid,
    /// How far it is.
    pub status: CustomerImportStatus,
    /// Its rows of data.
    pub total: i64,
    /// Rows that have become customers.
    pub successful: i64,
    /// Rows that have not.
    pub failed: i64,
    /// Everything that is not looked up by.
    pub doc: CustomerImportDoc,
    /// When it was uploaded.
    pub created_at: Time,
    /// When its last row was done.
    pub completed_at: Option<Time>,
}

/// The document of a file of customers, version 1.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct CustomerImportDoc {
    /// Version of this document's form.
    pub v: u32,
    /// What was seen of it so far, until its rows become customers.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub seen: Option<Inspection>,
    /// How its cells are separated, and its columns; `None` before its turn.
    pub sheet: Option<(Dialect, Header)>,
    /// Where the next row begins.
    pub next_row_at: FilePosition,
    /// Its rows are checked and become no customers.
    #[serde(default)]
    pub is_dry_run: bool,
}

/// Why a row has not become a customer.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct RowError {
    /// The code that the same data would get elsewhere.
    pub code: String,
    /// The same for people.
    pub message: String,
    /// Facts for programs.
    pub details: Option<Map<String, Json>>,
    /// What the platform calls the row.
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

/// Stores a file that was just uploaded.
///
/// # Errors
/// Those of the database.
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

/// Writes how far a file is.
///
/// # Errors
/// Those of the database.
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

/// The file with this id.
///
/// # Errors
/// Those of the database.
pub fn find(
    tx: &mut Tx<'_>,
    platform: PlatformId,
    id: CustomerImportId,
) -> Result<Option<CustomerImportRecord>, Error> {
    let sql = format!("SELECT {COLUMNS} FROM customer_import WHERE platform_id = $1 AND import_id = $2");
    tx.query_opt(&sql, params![platform, id], read)
}

/// The same, locked against every change until the transaction ends.
///
/// # Errors
/// [`Error::Missing`] when there is none; those of the database.
pub fn lock(
    tx: &mut Tx<'_>,
    platform: PlatformId,
    id: CustomerImportId,
) -> Result<CustomerImportRecord, Error> {
    let sql =
        format!("SELECT {COLUMNS} FROM customer_import WHERE platform_id = $1 AND import_id = $2 FOR UPDATE");
    tx.query_one(&sql, params![platform, id], read)
}

/// The platform's next file: the oldest that has not ended.
///
/// # Errors
/// Those of the database.
pub fn oldest_open(tx: &mut Tx<'_>, platform: PlatformId) -> Result<Option<CustomerImportRecord>, Error> {
    let sql = format!(
        "SELECT {COLUMNS} FROM customer_import WHERE platform_id = $1 AND completed_at IS NULL \
         ORDER BY created_at, import_id LIMIT 1"
    );
    tx.query_opt(&sql, params![platform], read)
}

/// Keeps why a row has not become a customer.
///
/// # Errors
/// Those of the database.
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

/// Notes that a row of a dry run takes a name that only one customer may have; returns whether an earlier row of the file
/// took it. The import is locked by the caller.
///
/// # Errors
/// Those of the database.
pub fn take_name(
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

/// Deletes the names that the rows of a dry run took.
///
/// # Errors
/// Those of the database.
pub fn release_names(tx: &mut Tx<'_>, platform: PlatformId, id: CustomerImportId) -> Result<(), Error> {
    let sql = "DELETE FROM customer_import_name WHERE platform_id = $1 AND import_id = $2";
    tx.execute(sql, params![platform, id])
}

/// Why rows of a file have not become customers, in the order of the rows.
///
/// # Errors
/// Those of the database.
pub fn errors(tx: &mut Tx<'_>, platform: PlatformId, id: CustomerImportId) -> Result<Vec<RowError>, Error> {
    let sql =
        "SELECT doc FROM customer_import_error WHERE platform_id = $1 AND import_id = $2 ORDER BY number";
    tx.query(sql, params![platform, id], |row| row.json("doc"))
}

/// Deletes some files of all platforms that ended this long ago, with their errors; returns how many files.
///
/// # Errors
/// Those of the database.
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
