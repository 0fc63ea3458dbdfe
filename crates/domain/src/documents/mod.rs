//! Documents: the kinds of files, and the data that is required about each document (customers 8).

mod content;
mod crc32;
mod error;
mod foreign_formats;
mod jpeg;
mod pdf;
mod png;
mod rules;
#[cfg(test)]
mod samples;

pub use causeway_vocabulary::documents::{DocumentSide, DocumentType};
pub use content::{ContentScanner, FileType};
pub use crc32::Crc32;
pub use error::ContentError;
pub use rules::{DocumentRefusal, MAX_DOCUMENTS, file_name, needs_number, needs_side};
