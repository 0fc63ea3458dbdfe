//! Files of documents, read piece by piece (customers 8).

use std::sync::Arc;

use bytes::Bytes;
use causeway_domain::documents::FileType;
use causeway_domain::ids::PlatformId;
use causeway_store::{Tx, uploads};
use futures_util::StreamExt;
use futures_util::stream::try_unfold;
use uuid::Uuid;

use super::{Answer, ExportStream, OperatorError};
use crate::runtime::app::App;
use crate::runtime::keys::DataKey;
use crate::runtime::uploads::{key_of, open_chunk};

/// A file that can be read.
pub(super) struct StoredFile {
    platform: PlatformId,
    upload: Uuid,
    key: Arc<DataKey>,
    /// The format that the first bytes show.
    pub(super) file_type: FileType,
}

impl StoredFile {
    /// Finds the key of a file and checks its beginning.
    ///
    /// # Errors
    /// If the file is neither a PDF nor a JPEG nor a PNG.
    pub(super) fn open(tx: &mut Tx<'_>, app: &App, platform: PlatformId, upload: Uuid) -> Answer<Self> {
        let wrapped_key = uploads::wrapped_key(tx, platform, upload)?;
        let key = Arc::new(key_of(&app.keys(), upload, &wrapped_key)?);
        let head = open_chunk(tx, platform, upload, &key, 0)?.unwrap_or_default();
        let file_type = FileType::of_start(&head)
            .ok_or_else(|| OperatorError::refused("the file is neither a PDF nor a JPEG nor a PNG"))?;
        Ok(Self { platform, upload, key, file_type })
    }

    /// Returns the chunks of the file, one transaction each.
    pub(super) fn chunks(self, app: &Arc<App>) -> ExportStream {
        let Self { platform, upload, key, .. } = self;
        let app = Arc::clone(app);
        let chunks = try_unfold(0_u32, move |number| {
            let app = Arc::clone(&app);
            let key = Arc::clone(&key);
            async move {
                let read = move |tx: &mut Tx<'_>| {
                    let chunk = open_chunk(tx, platform, upload, &key, number)?;
                    if chunk.is_none() {
                        // Fails if the file was deleted meanwhile, so that a part of it is not taken for the
                        // whole.
                        uploads::wrapped_key(tx, platform, upload)?;
                    }
                    Ok::<_, OperatorError>(chunk)
                };
                let chunk = app.store.read(read).await?;
                Ok(chunk.map(|bytes| (Bytes::from(bytes), number.saturating_add(1))))
            }
        });
        chunks.boxed()
    }
}
