//! A received file.

use std::sync::Arc;

use causeway_domain::ids::PlatformId;
use causeway_store::{Error, Tx, uploads};
use uuid::Uuid;

use crate::runtime::app::App;
use crate::runtime::keys::DataKey;

/// Size of a chunk; the last one may be shorter.
pub const CHUNK_BYTES: usize = 256 * 1024;

/// A received file.
#[derive(Debug, Clone)]
pub struct Upload {
    pub id: Uuid,
    /// Encrypts its chunks and data that belongs to it.
    pub key: DataKey,
    pub bytes: u64,
}

impl Upload {
    /// Keeps the file, in the transaction that refers to it.
    ///
    /// # Errors
    /// [`Error::Missing`] if the file was deleted as unreferenced because the request took too long.
    pub fn keep(&self, tx: &mut Tx<'_>, platform: PlatformId) -> Result<(), Error> {
        uploads::keep(tx, platform, self.id)
    }
}

/// Deletes a file that no row refers to. If this fails, maintenance deletes it later with other such files.
pub(in crate::runtime) async fn discard(app: &Arc<App>, platform: PlatformId, id: Uuid) {
    let discarded = app.store.write::<_, Error, _>(&[], move |tx| uploads::discard(tx, platform, id)).await;
    if let Err(cause) = discarded {
        tracing::warn!(%cause, "failed to delete an unreferenced upload; maintenance retries");
    }
}
