//! Encryption contexts of the stored values: a value decrypts only in its own.

use uuid::Uuid;

/// Returns the encryption context of a file's key.
pub(super) fn of_key(id: Uuid) -> String {
    format!("key of upload {id}")
}

/// Returns the encryption context of a chunk: one position in one file.
pub(super) fn of_chunk(id: Uuid, number: u32) -> String {
    format!("chunk {number} of upload {id}")
}
