//! Customers in files: which columns there are, and how far a file is (customers 3).

mod header;
mod inspection;
mod state;

pub use causeway_vocabulary::customers::CustomerImportStatus;
pub use header::{Column, Header, HeaderFault};
pub use inspection::{ERRORS_MAX, FileFault, Inspection, ROWS_MAX};
pub use state::{CustomerImportEvent, created, next};
