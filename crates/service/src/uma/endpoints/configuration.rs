//! `GET /.well-known/uma-configuration` (uma 9).

use std::sync::Arc;

use causeway_store::Tx;
use causeway_uma::ConfigurationDocument;

use super::message::{Origin, WireError, WireReply, WireRequest};
use super::platform::platform_at;
use crate::runtime::app::App;

/// Answers with the configuration document of a platform, which pages of any origin may read.
pub(super) async fn answer(
    app: &Arc<App>,
    origin: Origin,
    request: &WireRequest,
) -> Result<WireReply, WireError> {
    let shared = Arc::clone(app);
    let host = request.host.clone();
    let read = move |tx: &mut Tx<'_>| platform_at(tx, &shared, origin, &host);
    let platform = app.store.read(read).await?;
    let document = ConfigurationDocument::new(&platform.name);
    Ok(WireReply { is_for_any_origin: true, ..WireReply::of(document.to_json()) })
}
