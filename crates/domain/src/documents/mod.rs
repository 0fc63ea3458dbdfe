//! Documents: what a file is, and what must be stated about it (customers 8).

mod content;
mod fault;
mod jpeg;
mod pdf;
mod png;
mod rules;

pub use causeway_vocabulary::documents::{DocumentSide, DocumentType};
pub use content::{ContentScanner, FileType};
pub use fault::ContentFault;
pub use rules::{DOCUMENTS_MAX, DocumentRefusal, file_name, needs_number, needs_side};
