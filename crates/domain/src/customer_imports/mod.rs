//! Customers in files: which columns there are, and how far a file is (customers 3).

mod header;
mod inspection;
mod limits;
mod state;

pub use causeway_vocabulary::customers::CustomerImportStatus;
pub use header::{Column, Header, HeaderFault};
pub use inspection::{FileFault, Inspection};
pub use limits::{ERRORS_MAX, ROWS_MAX};
pub use state::{CustomerImportEvent, created, next};
