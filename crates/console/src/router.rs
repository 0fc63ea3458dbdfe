//! The routes of the console.

use std::sync::Arc;

use axum::extract::DefaultBodyLimit;
use axum::{Router, middleware};
use causeway_service::App;

use super::console::Console;
use super::runs::Runs;
use super::{access, actions, assets, page, screens};

/// Maximum size of a form, in bytes.
const MAX_FORM_BYTES: usize = 64 * 1024;

/// Returns the router of the console, whose paths begin with `/console`. `is_secure` says that browsers reach it over
/// HTTPS.
pub fn router(app: &Arc<App>, is_secure: bool) -> Router {
    let console = Arc::new(Console { app: Arc::clone(app), is_secure, runs: Runs::default() });
    Router::new()
        .merge(access::router())
        .merge(screens::router())
        .merge(actions::router())
        .merge(assets::router())
        .layer(DefaultBodyLimit::max(MAX_FORM_BYTES))
        .layer(middleware::from_fn(access::refuse_foreign_forms))
        .layer(middleware::map_response(page::with_headers))
        .with_state(console)
}
