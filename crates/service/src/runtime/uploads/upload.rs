//! A file that has arrived.

use std::sync::Arc;

use causeway_domain::ids::PlatformId;
use causeway_store::{Error, Tx, uploads};
use uuid::Uuid;

use crate::runtime::app::App;
use crate::runtime::keys::DataKey;

/// The bytes of a chunk; the last one may have fewer.
pub const CHUNK_BYTES: usize = 256 * 1024;

/// A file that has arrived.
#[derive(Debug, Clone)]
pub struct Upload {
    /// Its id.
    pub id: Uuid,
    /// What its chunks are sealed with, and what belongs to it.
    pub key: DataKey,
    /// Its size.
    pub bytes: u64,
}

impl Upload {
    /// Keeps the file: the same transaction refers to it.
    ///
    /// # Errors
    /// [`Error::Missing`] when the request took so long that the file was taken for a left one; those of the database.
    pub fn keep(&self, tx: &mut Tx<'_>, platform: PlatformId) -> Result<(), Error> {
        uploads::keep(tx, platform, self.id)
    }
}

/// Removes a file that nothing keeps. What cannot be removed now is removed later, with all that is left over.
pub(in crate::runtime) async fn discard(app: &Arc<App>, platform: PlatformId, id: Uuid) {
    let discarded = app.store.write::<_, Error, _>(&[], move |tx| uploads::discard(tx, platform, id)).await;
    if let Err(cause) = discarded {
        tracing::warn!(%cause, "a file that nothing refers to is left for later");
    }
}
