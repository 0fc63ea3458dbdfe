//! Where what is sealed belongs: nowhere else does it open.

use uuid::Uuid;

/// Where the key of a file belongs.
pub(super) fn of_key(id: Uuid) -> String {
    format!("key of upload {id}")
}

/// Where a chunk belongs: to no other file, and nowhere else in this one.
pub(super) fn of_chunk(id: Uuid, number: u32) -> String {
    format!("chunk {number} of upload {id}")
}
