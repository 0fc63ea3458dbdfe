//! `GET /.well-known/lnurlpubkey` (uma 3).

use std::sync::Arc;

use causeway_store::Tx;

use super::message::{Origin, WireError, WireReply, WireRequest};
use super::platform::platform_at;
use crate::runtime::api_error::ApiError;
use crate::runtime::app::App;
use crate::uma::key_ring::KeyRing;

/// Answers with the keys of a platform.
pub(super) async fn answer(
    app: &Arc<App>,
    origin: Origin,
    request: &WireRequest,
) -> Result<WireReply, WireError> {
    let shared = Arc::clone(app);
    let host = request.host.clone();
    let read = move |tx: &mut Tx<'_>| {
        let platform = platform_at(tx, &shared, origin, &host)?;
        Ok::<_, WireError>(KeyRing::load(tx, &shared, &platform)?)
    };
    let keys = app.store.read(read).await?;
    let published = keys.published(app.clock.now()).map_err(ApiError::internal)?;
    Ok(WireReply::of(published.to_json()))
}
