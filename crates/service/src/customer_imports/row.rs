//! One row becomes a customer, or an error (customers 3.2).

use std::sync::Arc;

use causeway_domain::customer_imports::{Column, CustomerImportStatus, ERRORS_MAX, Header};
use causeway_domain::ids::{CustomerImportId, PlatformId};
use causeway_store::Tx;
use causeway_store::customer_imports::{self, CustomerImportRecord, RowError};
use causeway_wire::customers::CustomerCreateRequest;
use causeway_wire::table::{Customers, Operation};
use csv::ByteRecord;

use super::row_body::Cells;
use crate::customers::create_customer;
use crate::runtime::api_error::ApiError;
use crate::runtime::app::App;
use crate::runtime::context::Context;
use crate::runtime::field_errors::FieldErrors;

/// A row in its file.
pub(super) struct FileRow {
    pub(super) import: CustomerImportId,
    pub(super) header: Header,
    pub(super) row: ByteRecord,
    /// Where it begins.
    pub(super) begins_at: u64,
    /// Where the next one begins.
    pub(super) ends_at: u64,
}

/// What became of a row.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Taken {
    /// It is done.
    Done,
    /// Somebody else has done it.
    BySomebodyElse,
}

/// Makes a customer of a row. The same transaction says that the row is done: neither is ever there without the other.
pub(super) async fn take(app: &Arc<App>, platform: PlatformId, row: FileRow) -> Result<Taken, ApiError> {
    let row = Arc::new(row);
    let (shared, of_row) = (Arc::clone(app), Arc::clone(&row));
    let create = move |tx: &mut Tx<'_>| {
        let Some(mut import) = expecting(tx, platform, of_row.import, of_row.begins_at)? else {
            return Ok(Taken::BySomebodyElse);
        };
        let context = Context::read(tx, &shared, platform)?;
        create(tx, &context, &of_row)?;
        import.successful += 1;
        import.doc.next_row_at = of_row.ends_at;
        customer_imports::update(tx, platform, &import)?;
        Ok(Taken::Done)
    };
    match app.store.write(&[], create).await {
        Err(refusal) if is_about_the_row(&refusal) => refuse(app, platform, row, refusal).await,
        taken => taken,
    }
}

/// The file, locked, if the next row is still expected here.
fn expecting(
    tx: &mut Tx<'_>,
    platform: PlatformId,
    import: CustomerImportId,
    at: u64,
) -> Result<Option<CustomerImportRecord>, ApiError> {
    let import = customer_imports::lock(tx, platform, import)?;
    let is_next = import.status == CustomerImportStatus::Processing && import.doc.next_row_at == at;
    Ok(is_next.then_some(import))
}

/// Writes down that only blank lines stand between two places of a file.
pub(super) async fn pass_over(
    app: &Arc<App>,
    platform: PlatformId,
    import: CustomerImportId,
    (from, to): (u64, u64),
) -> Result<Taken, ApiError> {
    let write = move |tx: &mut Tx<'_>| {
        let Some(mut import) = expecting(tx, platform, import, from)? else {
            return Ok(Taken::BySomebodyElse);
        };
        import.doc.next_row_at = to;
        customer_imports::update(tx, platform, &import)?;
        Ok(Taken::Done)
    };
    app.store.write(&[], write).await
}

/// Creates the customer as `POST /customers` would: the same checks, the same refusals.
fn create(tx: &mut Tx<'_>, context: &Context, row: &FileRow) -> Result<(), ApiError> {
    let cells = Cells::of(&row.header, &row.row);
    let mut body = cells.body();
    let (contract, operation) = (&context.app.contract, Operation::Customers(Customers::CreateCustomer));
    let found = contract.check_body(operation, &mut body);
    let is_readable = found.is_empty() || contract.mend_body(operation, &mut body);
    let mut faults = FieldErrors::from(found);
    cells.check_complete(&mut faults);
    if !is_readable {
        return faults.into_result();
    }
    let request: CustomerCreateRequest = serde_json::from_value(body).map_err(ApiError::internal)?;
    let has_tax_id = cells.get(Column::BusinessTaxId).is_some();
    create_customer::import(tx, context, &request, has_tax_id, &mut faults).map(drop)
}

/// Whether the row is at fault, and not the service.
const fn is_about_the_row(refusal: &ApiError) -> bool {
    let status = refusal.code.status();
    matches!(status, 400..=499 | 501)
}

/// Writes down why a row has not become a customer; the first ones of a file are kept.
async fn refuse(
    app: &Arc<App>,
    platform: PlatformId,
    row: Arc<FileRow>,
    refusal: ApiError,
) -> Result<Taken, ApiError> {
    let write = move |tx: &mut Tx<'_>| {
        let Some(mut import) = expecting(tx, platform, row.import, row.begins_at)? else {
            return Ok(Taken::BySomebodyElse);
        };
        let number = import.successful + import.failed + 1;
        if import.failed < ERRORS_MAX {
            let own = Cells::of(&row.header, &row.row).get(Column::PlatformCustomerId);
            let error = RowError {
                code: refusal.code.as_str().to_owned(),
                message: refusal.message.clone(),
                details: refusal.details().cloned(),
                correlation_id: own.unwrap_or_else(|| format!("row_{number}")),
            };
            customer_imports::add_error(tx, platform, import.id, number, &error)?;
        }
        import.failed += 1;
        import.doc.next_row_at = row.ends_at;
        customer_imports::update(tx, platform, &import)?;
        Ok(Taken::Done)
    };
    app.store.write(&[], write).await
}
