//! Files that platforms send (conventions 6): written to the database chunk by chunk as they arrive, each sealed under the
//! file's own key, so that memory holds one chunk of a file and no disk holds a readable one.
//!
//! A file belongs to nothing at first. The operation that it came for keeps it, in the transaction that refers to it; one
//! that nothing keeps is removed.

mod places;
mod reader;
mod rewrap;
mod upload;
mod writer;

pub use reader::{key_of, open_chunk};
pub use rewrap::rewrap_all;
pub(super) use upload::discard;
pub use upload::{CHUNK_BYTES, Upload};
pub(super) use writer::UploadWriter;
