//! Inspection of the next file to be imported, some pieces per run (customers 3.2).

use std::sync::Arc;

use causeway_domain::customer_imports::{Dialect, FilePosition, Inspection};
use causeway_domain::ids::PlatformId;
use csv::ByteRecord;
use uuid::Uuid;

use super::window::{NextRow, Window};
use crate::runtime::api_error::ApiError;
use crate::runtime::app::App;

/// Pieces inspected in one run of the job: few enough for its time limit even on a slow machine.
const PIECES_AT_ONCE: usize = 8;

/// Inspects the next pieces of a file; returns `true` after the last one.
pub(super) async fn inspect_next(
    app: &Arc<App>,
    platform: PlatformId,
    upload: Uuid,
    inspection: &mut Inspection,
) -> Result<bool, ApiError> {
    let dialect = match inspection.dialect {
        Some(dialect) => dialect,
        None => match Dialect::of(&Window::beginning(app, platform, upload).await?) {
            Ok(dialect) => {
                inspection.begin(dialect);
                dialect
            }
            Err(error) => {
                inspection.record_error(error);
                return Ok(true);
            }
        },
    };
    for _ in 0..PIECES_AT_ONCE {
        let mut window = Window::load(app, platform, upload, dialect.delimiter, inspection.next_at).await?;
        loop {
            match window.next() {
                NextRow::Row { row, ends_at, .. } => inspect_row(inspection, &row, ends_at),
                NextRow::Beyond(next) => {
                    inspection.next_at = next;
                    break;
                }
                NextRow::End => return Ok(true),
                NextRow::Malformed(error) => {
                    inspection.record_error(error);
                    return Ok(true);
                }
            }
        }
    }
    Ok(false)
}

fn inspect_row(inspection: &mut Inspection, row: &ByteRecord, end: FilePosition) {
    let cells: Option<Vec<&str>> = row.iter().map(|cell| std::str::from_utf8(cell).ok()).collect();
    inspection.take(cells.as_deref(), end);
}
