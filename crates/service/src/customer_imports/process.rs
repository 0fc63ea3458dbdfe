//! The job that imports a platform's files of customers, one after the other (customers 3.2).

use causeway_domain::customer_imports::CustomerImportStatus;
use causeway_domain::ids::CustomerImportId;
use causeway_store::customer_imports::{self, CustomerImportRecord};
use causeway_store::{Error, Tx};

use super::row::{self, FileRow, Taken};
use super::window::{NextRow, Window};
use super::{finish, judge};
use crate::runtime::api_error::ApiError;
use crate::runtime::context::Context;
use crate::runtime::jobs::{self, Claimed, Next, Work};

/// Rows that are done in one run of the job: few enough for its time, also where the database is slow.
const ROWS_AT_ONCE: usize = 100;

/// Has a file imported after those before it. All of a platform's files are one resource: its job never runs twice at once.
///
/// # Errors
/// Those of the database.
pub(super) fn schedule(tx: &mut Tx<'_>, context: &Context, import: CustomerImportId) -> Result<(), ApiError> {
    let resource = format!("CustomerImports:{}", context.platform);
    jobs::schedule(tx, context, &Work::ImportCustomers { import }, &resource, context.now)
}

/// Takes the next file a step further: some of it is looked at, it is begun, some of its rows are done, or it ends.
///
/// # Errors
/// Those of the database; `INTERNAL_ERROR` when the file does not open. Rows that are done stay so.
pub(crate) async fn run(job: &Claimed) -> Result<(), ApiError> {
    let platform = job.platform;
    let read = move |tx: &mut Tx<'_>| customer_imports::oldest_open(tx, platform);
    let Some(import) = job.app.store.read::<_, Error, _>(read).await? else {
        return job.conclude(&[], |_, _| Ok(Next::Done)).await;
    };
    let id = import.id;
    if import.status == CustomerImportStatus::Pending {
        let mut seen = import.doc.seen.unwrap_or_default();
        let is_whole = judge::look_on(&job.app, platform, import.upload, &mut seen).await?;
        let go_on = move |tx: &mut Tx<'_>, context: &Context| {
            let write = if is_whole { finish::begin } else { finish::look_on };
            write(tx, context, id, &seen)?;
            what_follows(tx, context)
        };
        return job.conclude(&[], go_on).await;
    }
    let is_at_end = take_rows(job, import).await?;
    let conclude = move |tx: &mut Tx<'_>, context: &Context| {
        if is_at_end {
            finish::finish(tx, context, id)?;
        }
        what_follows(tx, context)
    };
    job.conclude(&[], conclude).await
}

/// Once more while a file is left.
fn what_follows(tx: &mut Tx<'_>, context: &Context) -> Result<Next, ApiError> {
    let is_done = customer_imports::oldest_open(tx, context.platform)?.is_none();
    Ok(if is_done { Next::Done } else { Next::Again { at: context.now } })
}

/// Does some rows; whether there is none behind them.
async fn take_rows(job: &Claimed, import: CustomerImportRecord) -> Result<bool, ApiError> {
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
                if row::take(&job.app, job.platform, row).await? == Taken::BySomebodyElse {
                    return Ok(false);
                }
                begins_at = ends_at;
                done += 1;
            }
            NextRow::Beyond(next) => {
                // Blank rows were passed over: the next run of the job does not begin with them again.
                if next != begins_at {
                    let passed = (begins_at, next);
                    if row::pass_over(&job.app, job.platform, import.id, passed).await?
                        == Taken::BySomebodyElse
                    {
                        return Ok(false);
                    }
                    begins_at = next;
                }
                window = load(next).await?;
                done += 1;
            }
            NextRow::End => return Ok(true),
            NextRow::Malformed(fault) => {
                let what = format!("{}: {}, which was not seen before", import.id, fault.message());
                return Err(ApiError::internal(Error::Data(what)));
            }
        }
    }
    Ok(false)
}
