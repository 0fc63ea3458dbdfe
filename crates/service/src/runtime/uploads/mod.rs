//! Uploaded files (conventions 6): written to the database chunk by chunk as they arrive, each encrypted
//! under the file's own key, so that memory holds one chunk of a file and no disk holds a readable one.
//!
//! A file has no owner at first. Its operation keeps it, in the transaction that refers to it; a file without
//! a reference is deleted.

mod encryption_contexts;
mod reader;
mod rewrap;
mod upload;
mod writer;

pub use reader::{key_of, open_chunk};
pub use rewrap::rewrap_all;
pub(super) use upload::discard;
pub use upload::{CHUNK_BYTES, Upload};
pub(super) use writer::UploadWriter;
