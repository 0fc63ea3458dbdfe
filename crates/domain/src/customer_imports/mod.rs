//! Imports of customers from files: their columns, and the progress of an import (customers 3).

mod dialect;
mod error;
mod header;
mod inspection;
mod quoting;
mod state;

pub use causeway_vocabulary::customers::CustomerImportStatus;
pub use dialect::{Dialect, FilePosition, line_breaks};
pub use error::{FileError, MAX_ROWS};
pub use header::{Column, Header, HeaderError};
pub use inspection::{Inspection, MAX_ERRORS};
pub use quoting::Quoting;
pub use state::{CustomerImportEvent, created, next};
