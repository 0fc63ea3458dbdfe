//! The start and the end of an import (customers 3.2).

use causeway_domain::customer_imports::{
    CustomerImportEvent, CustomerImportStatus, FileError, Inspection, next,
};
use causeway_domain::ids::CustomerImportId;
use causeway_store::customer_imports::{self, CustomerImportRecord, RowError};
use causeway_store::{Tx, uploads};
use causeway_wire::webhooks::EventType;
use serde_json::{Map, Value};

use super::render;
use crate::runtime::api_error::ApiError;
use crate::runtime::context::Context;
use crate::runtime::events;

/// The code of a file that cannot be imported.
const INVALID_FORMAT: &str = "invalid_csv_format";

/// The correlation id of errors of the file itself: its first row.
const FIRST_ROW: &str = "row_1";

/// Saves the progress of a file's inspection.
pub(super) fn save_inspection(
    tx: &mut Tx<'_>,
    context: &Context,
    id: CustomerImportId,
    inspection: &Inspection,
) -> Result<(), ApiError> {
    let mut import = customer_imports::lock(tx, context.platform, id)?;
    // Another process may have begun it.
    if import.status == CustomerImportStatus::Pending {
        import.doc.seen = Some(inspection.clone());
        customer_imports::update(tx, context.platform, &import)?;
    }
    Ok(())
}

/// Begins the import of an inspected file, or ends it if the file cannot be imported: every row then counts
/// as failed.
pub(super) fn begin(
    tx: &mut Tx<'_>,
    context: &Context,
    id: CustomerImportId,
    inspection: &Inspection,
) -> Result<(), ApiError> {
    let mut import = customer_imports::lock(tx, context.platform, id)?;
    let verdict = inspection.verdict();
    let event = match &verdict {
        Ok(_) => CustomerImportEvent::Begun,
        Err(_) => CustomerImportEvent::Unreadable,
    };
    // Another process may have begun it.
    let Ok(status) = next(import.status, event) else { return Ok(()) };
    import.status = status;
    import.total = inspection.rows;
    import.doc.seen = None;
    match verdict {
        Ok((dialect, header, first_row_at)) => {
            import.doc.sheet = Some((dialect, header));
            import.doc.next_row_at = first_row_at;
            customer_imports::update(tx, context.platform, &import)?;
            Ok(())
        }
        Err(error) => {
            import.failed = import.total;
            customer_imports::add_error(tx, context.platform, id, 1, &error_of(error))?;
            end(tx, context, &mut import)
        }
    }
}

/// Ends an import after its last row.
pub(super) fn finish(tx: &mut Tx<'_>, context: &Context, id: CustomerImportId) -> Result<(), ApiError> {
    let mut import = customer_imports::lock(tx, context.platform, id)?;
    let event = if import.successful > 0 {
        CustomerImportEvent::EndedWithCustomers
    } else {
        CustomerImportEvent::EndedWithout
    };
    let Ok(status) = next(import.status, event) else { return Ok(()) };
    import.status = status;
    end(tx, context, &mut import)
}

/// Ends an import: deletes the file and notifies the platform, except of a dry run.
fn end(tx: &mut Tx<'_>, context: &Context, import: &mut CustomerImportRecord) -> Result<(), ApiError> {
    import.completed_at = Some(context.now);
    customer_imports::update(tx, context.platform, import)?;
    uploads::remove(tx, context.platform, import.upload)?;
    if import.doc.is_dry_run {
        return Ok(customer_imports::release_names(tx, context.platform, import.id)?);
    }
    let event_type = match import.status {
        CustomerImportStatus::Completed => EventType::BulkUploadCompleted,
        CustomerImportStatus::Pending | CustomerImportStatus::Processing | CustomerImportStatus::Failed => {
            EventType::BulkUploadFailed
        }
    };
    let errors = customer_imports::errors(tx, context.platform, import.id)?;
    let view = render::import(import, errors);
    events::emit(tx, context, event_type, &import.id, &view)
}

fn error_of(error: FileError) -> RowError {
    let mut details = Map::from_iter([("reason".to_owned(), Value::from(error.reason()))]);
    if let Some(column) = error.column() {
        details.insert("column".to_owned(), Value::from(column.as_str()));
    }
    if let Some(line) = error.line() {
        details.insert("line".to_owned(), Value::from(line));
    }
    RowError {
        code: INVALID_FORMAT.to_owned(),
        message: error.message(),
        details: Some(details),
        correlation_id: FIRST_ROW.to_owned(),
    }
}
