//! Files of customers that are imported (customers 3).

pub use causeway_vocabulary::customers::{CustomerImportStatus, FormSwitch};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

use crate::form::CsvFile;
use crate::scalar::{CustomerImportId, DateTime, Name, Text};

/// A file of customers to be imported.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct CustomersCsvUpload {
    /// A CSV file in UTF-8 whose first line names its columns.
    pub file: CsvFile,
    /// `true` checks every row and creates no customer.
    pub dry_run: Option<FormSwitch>,
}

/// An import that was taken on.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct BulkCustomerImportJobAccepted {
    /// Its id.
    pub job_id: CustomerImportId,
    /// How far it is.
    pub status: CustomerImportStatus,
}

/// An import.
#[derive(Debug, Clone, PartialEq, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct BulkCustomerImportJob {
    /// Its id.
    pub id: CustomerImportId,
    /// How far it is.
    pub status: CustomerImportStatus,
    /// `true` for a dry run: rows count as successful that would become customers.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub dry_run: Option<bool>,
    /// The same in numbers.
    pub progress: BulkCustomerImportProgress,
    /// Why rows have not become customers: the first 1000.
    pub errors: Vec<BulkCustomerImportErrorEntry>,
    /// When the last row was done.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub completed_at: Option<DateTime>,
}

/// How many rows are done.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct BulkCustomerImportProgress {
    /// Rows of data in the file.
    pub total: i64,
    /// Rows that are done.
    pub processed: i64,
    /// Rows that have become customers.
    pub successful: i64,
    /// Rows that have not.
    pub failed: i64,
}

/// Why a row has not become a customer.
#[derive(Debug, Clone, PartialEq, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct BulkCustomerImportErrorEntry {
    /// The code that the same data would get from `POST /customers`.
    pub code: Name,
    /// The same for people. The wording may change.
    pub message: Text,
    /// More, where there is more.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub details: Option<Map<String, Value>>,
    /// The row's `platformCustomerId`, or `row_` and its number where it has none.
    pub correlation_id: Name,
}
