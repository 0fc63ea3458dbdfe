//! Import of one row, which becomes a customer or an error (customers 3.2).

use std::sync::Arc;

use causeway_domain::customer_imports::{
    Column, CustomerImportStatus, FilePosition, Header, MAX_ERRORS, line_breaks,
};
use causeway_domain::ids::{CustomerImportId, PlatformId};
use causeway_store::Tx;
use causeway_store::customer_imports::{self, CustomerImportRecord, RowError};
use causeway_wire::Code;
use causeway_wire::customers::CustomerCreateRequest;
use causeway_wire::table::{Customers, Operation};
use csv::ByteRecord;

use super::row_body::Cells;
use crate::customers::create_customer::{self, UniqueNames};
use crate::runtime::api_error::ApiError;
use crate::runtime::app::App;
use crate::runtime::context::Context;
use crate::runtime::field_errors::FieldErrors;

/// A row with its position in the file.
pub(super) struct FileRow {
    pub(super) import: CustomerImportId,
    pub(super) header: Header,
    pub(super) row: ByteRecord,
    /// `false` if text follows a closing quote.
    pub(super) is_readable: bool,
    /// Line in the file, from 1.
    pub(super) line: u64,
    /// The end of the previous row.
    pub(super) begins_at: FilePosition,
    pub(super) ends_at: FilePosition,
}

/// The outcome of a row.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum RowOutcome {
    /// This process imported the row.
    Done,
    /// Another process imported it.
    ByOtherProcess,
}

/// Creates a customer from a row. The same transaction records the row as done, so that neither exists
/// without the other.
pub(super) async fn import(
    app: &Arc<App>,
    platform: PlatformId,
    row: FileRow,
) -> Result<RowOutcome, ApiError> {
    let row = Arc::new(row);
    let shared = Arc::clone(app);
    let of_row = Arc::clone(&row);
    let create = move |tx: &mut Tx<'_>| {
        let Some(mut import) = lock_if_next(tx, platform, of_row.import, of_row.begins_at)? else {
            return Ok(RowOutcome::ByOtherProcess);
        };
        let context = Context::read(tx, &shared, platform)?;
        create(tx, &context, &of_row, import.doc.is_dry_run)?;
        import.successful += 1;
        import.doc.next_row_at = of_row.ends_at;
        customer_imports::update(tx, platform, &import)?;
        Ok(RowOutcome::Done)
    };
    match app.store.write(&[], create).await {
        Err(refusal) if is_about_the_row(&refusal) => refuse(app, platform, row, refusal).await,
        taken => taken,
    }
}

/// Locks the import; `None` if its next row is no longer at this position.
fn lock_if_next(
    tx: &mut Tx<'_>,
    platform: PlatformId,
    import: CustomerImportId,
    at: FilePosition,
) -> Result<Option<CustomerImportRecord>, ApiError> {
    let import = customer_imports::lock(tx, platform, import)?;
    let is_next = import.status == CustomerImportStatus::Processing && import.doc.next_row_at == at;
    Ok(is_next.then_some(import))
}

/// Records that there are only blank lines between two positions of a file.
pub(super) async fn skip_blank_rows(
    app: &Arc<App>,
    platform: PlatformId,
    import: CustomerImportId,
    from: FilePosition,
    to: FilePosition,
) -> Result<RowOutcome, ApiError> {
    let write = move |tx: &mut Tx<'_>| {
        let Some(mut import) = lock_if_next(tx, platform, import, from)? else {
            return Ok(RowOutcome::ByOtherProcess);
        };
        import.doc.next_row_at = to;
        customer_imports::update(tx, platform, &import)?;
        Ok(RowOutcome::Done)
    };
    app.store.write(&[], write).await
}

/// Refuses a row with text after a closing quote, with fewer cells than the header, or with text in cells
/// beyond it: its cells cannot be assigned to columns.
fn check_cells(row: &FileRow) -> Result<(), ApiError> {
    if !row.is_readable {
        let message = format!("Text follows a closing quote in line {}.", row.line);
        return Err(ApiError::new(Code::InvalidInput, message)
            .reason("TEXT_BEHIND_QUOTE")
            .with("line", row.line));
    }
    let width = row.header.width();
    let cells = row.row.len();
    let is_text_beyond = row.row.iter().skip(width).any(|cell| !cell.trim_ascii().is_empty());
    if cells >= width && !is_text_beyond {
        return Ok(());
    }
    let line = row.line;
    let message = format!("{} {cells} cells, and the header {width}.", lines_of(row));
    let refusal = ApiError::new(Code::InvalidInput, message).reason("ROW_DOES_NOT_FIT_HEADER");
    Err(refusal.with("line", line).with("cells", cells).with("columns", width))
}

/// Returns the beginning of a sentence about a row, with its lines: a stray quote can join several lines into
/// one row.
fn lines_of(row: &FileRow) -> String {
    let breaks: u64 = row.row.iter().map(|cell| line_breaks(cell, 0..cell.len())).sum();
    match breaks {
        0 => format!("Line {} has", row.line),
        breaks => format!("Lines {} to {} have", row.line, row.line.saturating_add(breaks)),
    }
}

/// Creates the customer as `POST /customers` would, with the same checks and the same errors. A dry run ends
/// after the checks.
fn create(tx: &mut Tx<'_>, context: &Context, row: &FileRow, is_dry_run: bool) -> Result<(), ApiError> {
    check_cells(row)?;
    let cells = Cells::of(&row.header, &row.row);
    let mut body = cells.body();
    let contract = &context.app.contract;
    let operation = Operation::Customers(Customers::CreateCustomer);
    let found = contract.check_body(operation, &mut body);
    let is_readable = found.is_empty() || contract.repair_body(operation, &mut body);
    let mut errors = FieldErrors::from(found);
    cells.check_complete(&mut errors);
    if !is_readable {
        return errors.into_result();
    }
    let request: CustomerCreateRequest = serde_json::from_value(body).map_err(ApiError::internal)?;
    let has_tax_id = cells.get(Column::BusinessTaxId).is_some();
    if is_dry_run {
        let names = create_customer::dry_run(tx, context, &request, has_tax_id, &mut errors)?;
        return check_names(tx, context, row.import, &names);
    }
    create_customer::import(tx, context, &request, has_tax_id, &mut errors).map(drop)
}

/// Refuses a row of a dry run that repeats unique names of an earlier row, as if that row had become a
/// customer.
fn check_names(
    tx: &mut Tx<'_>,
    context: &Context,
    import: CustomerImportId,
    names: &UniqueNames,
) -> Result<(), ApiError> {
    let mut is_taken = |kind: &str, name: &str| {
        customer_imports::claim_name(tx, context.platform, import, &format!("{kind} {name}"))
    };
    if let Some(own_id) = &names.own_id
        && is_taken("id", own_id)?
    {
        return Err(names.own_id_taken());
    }
    if is_taken("uma", &names.uma_local)? {
        return Err(names.uma_taken());
    }
    Ok(())
}

/// Returns `true` if the row is at fault, and not the service.
const fn is_about_the_row(refusal: &ApiError) -> bool {
    let status = refusal.code.status();
    matches!(status, 400..=499 | 501)
}

/// Records a failed row; only the first [`MAX_ERRORS`] errors of a file are stored.
async fn refuse(
    app: &Arc<App>,
    platform: PlatformId,
    row: Arc<FileRow>,
    refusal: ApiError,
) -> Result<RowOutcome, ApiError> {
    let write = move |tx: &mut Tx<'_>| {
        let Some(mut import) = lock_if_next(tx, platform, row.import, row.begins_at)? else {
            return Ok(RowOutcome::ByOtherProcess);
        };
        let number = import.successful + import.failed + 1;
        if import.failed < MAX_ERRORS {
            let cells = Cells::of(&row.header, &row.row);
            let own = check_cells(&row).ok().and_then(|()| cells.get(Column::PlatformCustomerId));
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
        Ok(RowOutcome::Done)
    };
    app.store.write(&[], write).await
}
