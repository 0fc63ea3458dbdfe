//! Bulk imports of customers (customers 3).

pub use causeway_vocabulary::customers::{CustomerImportStatus, FormSwitch};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

use crate::form::CsvFile;
use crate::scalar::{CustomerImportId, DateTime, Name, Text};

/// A file of customers to import.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct CustomersCsvUpload {
    /// A CSV file in UTF-8 with a header line that names the columns.
    pub file: CsvFile,
    /// `true` for a dry run, which checks every row and creates no customer.
    pub dry_run: Option<FormSwitch>,
}

/// A bulk import that was accepted for processing.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct BulkCustomerImportJobAccepted {
    /// Import id, `Job:<uuid>`.
    pub job_id: CustomerImportId,
    /// Status of the import.
    pub status: CustomerImportStatus,
}

/// A bulk import of customers.
#[derive(Debug, Clone, PartialEq, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct BulkCustomerImportJob {
    /// Import id, `Job:<uuid>`.
    pub id: CustomerImportId,
    /// Status of the import.
    pub status: CustomerImportStatus,
    /// `true` for a dry run, which creates no customer. Rows that would become customers count as successful.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub dry_run: Option<bool>,
    /// Numbers of processed rows.
    pub progress: BulkCustomerImportProgress,
    /// Errors of the rows that did not become customers, at most the first 1000.
    pub errors: Vec<BulkCustomerImportErrorEntry>,
    /// Time at which the last row was processed (UTC).
    #[serde(skip_serializing_if = "Option::is_none")]
    pub completed_at: Option<DateTime>,
}

/// The progress of an import, in rows.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct BulkCustomerImportProgress {
    /// Data rows in the file.
    pub total: i64,
    /// Rows processed so far.
    pub processed: i64,
    /// Rows that became customers.
    pub successful: i64,
    /// Rows that did not become customers.
    pub failed: i64,
}

/// The error of a row that did not become a customer.
#[derive(Debug, Clone, PartialEq, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct BulkCustomerImportErrorEntry {
    /// The error code that `POST /customers` would return for the same data.
    pub code: Name,
    /// Description for people; the wording can change.
    pub message: Text,
    /// Further details of the error, if there are any.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub details: Option<Map<String, Value>>,
    /// The row's `platformCustomerId`, or `row_` and its number if it has none.
    pub correlation_id: Name,
}
