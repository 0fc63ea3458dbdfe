//! The places that encrypted values are bound to: they decrypt in no other.

use uuid::Uuid;

/// Returns the place of a file's key.
pub(super) fn of_key(id: Uuid) -> String {
    format!("key of upload {id}")
}

/// Returns the place of a chunk: one position in one file.
pub(super) fn of_chunk(id: Uuid, number: u32) -> String {
    format!("chunk {number} of upload {id}")
}
