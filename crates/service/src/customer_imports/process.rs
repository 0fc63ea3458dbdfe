//! The job that imports a platform's files of customers, one after the other (customers 3.2).

use causeway_domain::customer_imports::CustomerImportStatus;
use causeway_domain::ids::CustomerImportId;
use causeway_store::customer_imports::{self, CustomerImportRecord};
use causeway_store::{Error, Tx};

use super::row::{self, FileRow, RowOutcome};
use super::window::{NextRow, Window};
use super::{finish, inspection};
use crate::runtime::api_error::ApiError;
use crate::runtime::context::Context;
use crate::runtime::jobs::{self, ClaimedJob, Next, Work};

/// Rows processed in one run of the job: few enough for its time limit even with a slow database.
const ROWS_AT_ONCE: usize = 100;

/// Schedules the import of a file after the earlier ones. All files of a platform are one job resource, so
/// its job never runs twice at once.
pub(super) fn schedule(tx: &mut Tx<'_>, context: &Context, import: CustomerImportId) -> Result<(), ApiError> {
    let resource = format!("CustomerImports:{}", context.platform);
    jobs::schedule(tx, context, &Work::ImportCustomers { import }, &resource, context.now)
}

/// Advances the oldest open import by one step: inspects part of the file, begins it, imports some of its
/// rows, or ends it.
///
/// # Errors
/// `INTERNAL_ERROR` if the file cannot be decrypted. Rows imported before remain.
pub(crate) async fn run(job: &ClaimedJob) -> Result<(), ApiError> {
    let platform = job.platform;
    let read = move |tx: &mut Tx<'_>| customer_imports::oldest_open(tx, platform);
    let Some(import) = job.app.store.read::<_, Error, _>(read).await? else {
        return job.conclude(&[], |_, _| Ok(Next::Done)).await;
    };
    let id = import.id;
    if import.status == CustomerImportStatus::Pending {
        let mut inspection = import.doc.seen.unwrap_or_default();
        let is_whole = inspection::inspect_next(&job.app, platform, import.upload, &mut inspection).await?;
        let go_on = move |tx: &mut Tx<'_>, context: &Context| {
            let write = if is_whole { finish::begin } else { finish::save_inspection };
            write(tx, context, id, &inspection)?;
            next_run(tx, context)
        };
        return job.conclude(&[], go_on).await;
    }
    let is_at_end = import_rows(job, import).await?;
    let conclude = move |tx: &mut Tx<'_>, context: &Context| {
        if is_at_end {
            finish::finish(tx, context, id)?;
        }
        next_run(tx, context)
    };
    job.conclude(&[], conclude).await
}

/// Reschedules the job while a file is left.
fn next_run(tx: &mut Tx<'_>, context: &Context) -> Result<Next, ApiError> {
    let is_done = customer_imports::oldest_open(tx, context.platform)?.is_none();
    Ok(if is_done { Next::Done } else { Next::Again { at: context.now } })
}

/// Imports some rows; returns `true` if none are left.
async fn import_rows(job: &ClaimedJob, import: CustomerImportRecord) -> Result<bool, ApiError> {
    let Some((dialect, header)) = import.doc.sheet else { return Ok(true) };
    let mut begins_at = import.doc.next_row_at;
    let load = |from| Window::load(&job.app, job.platform, import.upload, dialect.delimiter, from);
    let mut window = load(begins_at).await?;
    let mut done = 0;
    while done < ROWS_AT_ONCE {
        match window.next() {
            NextRow::Row { row, is_readable, line, ends_at } => {
                let header = header.clone();
                let row = FileRow { import: import.id, header, row, is_readable, line, begins_at, ends_at };
                if row::import(&job.app, job.platform, row).await? == RowOutcome::ByOtherProcess {
                    return Ok(false);
                }
                begins_at = ends_at;
                done += 1;
            }
            NextRow::Beyond(next) => {
                // Blank rows were skipped: the next run of the job does not read them again.
                if next != begins_at {
                    if row::skip_blank_rows(&job.app, job.platform, import.id, begins_at, next).await?
                        == RowOutcome::ByOtherProcess
                    {
                        return Ok(false);
                    }
                    begins_at = next;
                }
                window = load(next).await?;
                done += 1;
            }
            NextRow::End => return Ok(true),
            NextRow::Malformed(error) => {
                let message = format!("{}: {}, which was not seen before", import.id, error.message());
                return Err(ApiError::internal(Error::Data(message)));
            }
        }
    }
    Ok(false)
}
