//! Work that blocks, beside the work of a server.

use causeway_store::Error;

use super::StorageError;

/// Runs work that blocks in a thread of its own.
///
/// # Errors
/// The error of the work; [`Error::Panicked`].
pub(crate) async fn blocking<T: Send + 'static>(
    work: impl FnOnce() -> Result<T, StorageError> + Send + 'static,
) -> Result<T, StorageError> {
    let done = tokio::task::spawn_blocking(work).await;
    done.unwrap_or(Err(StorageError::Store(Error::Panicked)))
}
