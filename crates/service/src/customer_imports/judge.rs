//! The next file to be imported is looked through, some of it at a time (customers 3.2).

use std::sync::Arc;

use causeway_domain::customer_imports::{Dialect, FilePosition, Inspection};
use causeway_domain::ids::PlatformId;
use csv::ByteRecord;
use uuid::Uuid;

use super::window::{NextRow, Window};
use crate::runtime::api_error::ApiError;
use crate::runtime::app::App;

/// Pieces that are looked at in one run of the job: few enough for its time, also where the machine is slow.
const PIECES_AT_ONCE: usize = 8;

/// Looks at the next part of a file; whether it was the last.
pub(super) async fn look_on(
    app: &Arc<App>,
    platform: PlatformId,
    upload: Uuid,
    seen: &mut Inspection,
) -> Result<bool, ApiError> {
    let dialect = match seen.dialect {
        Some(dialect) => dialect,
        None => match Dialect::of(&Window::beginning(app, platform, upload).await?) {
            Ok(dialect) => {
                seen.begin(dialect);
                dialect
            }
            Err(fault) => {
                seen.fault(fault);
                return Ok(true);
            }
        },
    };
    for _ in 0..PIECES_AT_ONCE {
        let mut window = Window::load(app, platform, upload, dialect.delimiter, seen.next_at).await?;
        loop {
            match window.next() {
                NextRow::Row { row, ends_at, .. } => take(seen, &row, ends_at),
                NextRow::Beyond(next) => {
                    seen.next_at = next;
                    break;
                }
                NextRow::End => return Ok(true),
                NextRow::Malformed(fault) => {
                    seen.fault(fault);
                    return Ok(true);
                }
            }
        }
    }
    Ok(false)
}

fn take(seen: &mut Inspection, row: &ByteRecord, end: FilePosition) {
    let cells: Option<Vec<&str>> = row.iter().map(|cell| std::str::from_utf8(cell).ok()).collect();
    seen.take(cells.as_deref(), end);
}
