//! Writing a file to the database.

use std::sync::Arc;

use causeway_domain::ids::PlatformId;
use causeway_store::{Error, uploads};
use uuid::Uuid;

use super::encryption_contexts;
use super::upload::{CHUNK_BYTES, Upload};
use crate::runtime::api_error::ApiError;
use crate::runtime::app::App;
use crate::runtime::keys::DataKey;

/// A writer of a file as it arrives, which buffers one chunk.
pub(in crate::runtime) struct UploadWriter {
    app: Arc<App>,
    platform: PlatformId,
    id: Uuid,
    key: DataKey,
    wrapped_key: Vec<u8>,
    pending: Vec<u8>,
    chunks: u32,
    bytes: u64,
}

impl UploadWriter {
    /// Begins an empty file of this platform.
    pub(in crate::runtime) fn begin(app: &Arc<App>, platform: PlatformId) -> Result<Self, ApiError> {
        let id = app.ids.uuid(app.clock.now());
        let key = DataKey::generate(&app.ids);
        let wrapped_key =
            key.wrap(&app.keys(), &encryption_contexts::of_key(id), &app.ids).map_err(ApiError::internal)?;
        let app = Arc::clone(app);
        Ok(Self { app, platform, id, key, wrapped_key, pending: Vec::new(), chunks: 0, bytes: 0 })
    }

    pub(in crate::runtime) const fn id(&self) -> Uuid {
        self.id
    }

    /// Adds the next piece.
    pub(in crate::runtime) async fn push(&mut self, mut piece: &[u8]) -> Result<(), ApiError> {
        while !piece.is_empty() {
            let fitting = piece.len().min(CHUNK_BYTES - self.pending.len());
            let (now, later) = piece.split_at(fitting);
            self.pending.extend_from_slice(now);
            piece = later;
            if self.pending.len() == CHUNK_BYTES {
                self.flush().await?;
            }
        }
        Ok(())
    }

    /// Completes the file. An empty one has one empty chunk.
    pub(in crate::runtime) async fn finish(mut self) -> Result<Upload, ApiError> {
        if self.chunks == 0 || !self.pending.is_empty() {
            self.flush().await?;
        }
        Ok(Upload { id: self.id, key: self.key, bytes: self.bytes })
    }

    /// Writes the buffered chunk, under a work permit like any request.
    async fn flush(&mut self) -> Result<(), ApiError> {
        let platform = self.platform;
        let id = self.id;
        let number = self.chunks;
        let context = encryption_contexts::of_chunk(id, number);
        let encrypted =
            self.key.encrypt(&context, &self.pending, &self.app.ids).map_err(ApiError::internal)?;
        let wrapped_key = (number == 0).then(|| self.wrapped_key.clone());
        self.bytes += u64::try_from(self.pending.len()).unwrap_or(u64::MAX);
        self.chunks += 1;
        self.pending.clear();
        let _permit = self.app.request_permits.take()?;
        let outcome = self.app.store.write::<_, Error, _>(&[], move |tx| {
            if let Some(wrapped_key) = &wrapped_key {
                uploads::begin(tx, platform, id, wrapped_key)?;
            }
            uploads::append(tx, platform, id, number, &encrypted)
        });
        Ok(outcome.await?)
    }
}
