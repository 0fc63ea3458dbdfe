//! Root-key rotation: the keys of files are re-encrypted, the files stay as they are.

use std::sync::Arc;

use causeway_domain::ids::PlatformId;
use causeway_store::{Tx, uploads};
use uuid::Uuid;

use super::encryption_contexts;
use super::reader::key_of;
use crate::runtime::api_error::ApiError;
use crate::runtime::app::App;

/// Encrypts the keys of all files anew under the newest root key, `at_once` of them in one transaction;
/// returns their number.
///
/// # Errors
/// `INTERNAL_ERROR` if a key does not decrypt. Earlier batches keep their new encryption.
pub async fn rewrap_all(app: &Arc<App>, at_once: u32) -> Result<usize, ApiError> {
    let mut rewrapped = 0;
    let mut after = None;
    loop {
        let shared = Arc::clone(app);
        let some = app.store.write(&[], move |tx| rewrap_some(tx, &shared, after, at_once)).await?;
        rewrapped += some.len();
        match some.last() {
            Some(last) => after = Some(*last),
            None => return Ok(rewrapped),
        }
    }
}

fn rewrap_some(
    tx: &mut Tx<'_>,
    app: &App,
    after: Option<(PlatformId, Uuid)>,
    limit: u32,
) -> Result<Vec<(PlatformId, Uuid)>, ApiError> {
    let keyring = app.keys();
    let mut done = Vec::new();
    for (platform, id, wrapped_key) in uploads::lock_some_after(tx, after, limit)? {
        let key = key_of(&keyring, id, &wrapped_key)?;
        let wrapped_key =
            key.wrap(&keyring, &encryption_contexts::of_key(id), &app.ids).map_err(ApiError::internal)?;
        uploads::rewrap(tx, platform, id, &wrapped_key)?;
        done.push((platform, id));
    }
    Ok(done)
}
