//! An import as an API object (customers 3.3).

use causeway_store::customer_imports::{CustomerImportRecord, RowError};
use causeway_wire::customers::{
    BulkCustomerImportErrorEntry, BulkCustomerImportJob, BulkCustomerImportProgress,
};

use crate::runtime::money::instant;

/// Renders an import with its errors.
pub(super) fn import(record: &CustomerImportRecord, errors: Vec<RowError>) -> BulkCustomerImportJob {
    BulkCustomerImportJob {
        id: record.id,
        status: record.status,
        dry_run: record.doc.is_dry_run.then_some(true),
        progress: BulkCustomerImportProgress {
            total: record.total,
            processed: record.successful + record.failed,
            successful: record.successful,
            failed: record.failed,
        },
        errors: errors.into_iter().map(entry).collect(),
        completed_at: record.completed_at.map(instant),
    }
}

fn entry(error: RowError) -> BulkCustomerImportErrorEntry {
    BulkCustomerImportErrorEntry {
        code: error.code.into(),
        message: error.message.into(),
        details: error.details,
        correlation_id: error.correlation_id.into(),
    }
}
