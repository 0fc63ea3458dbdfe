//! `GET /openapi.json` and `GET /reference`: the description of the API as served.

use std::sync::{Arc, OnceLock};

use axum::Router;
use axum::extract::State;
use axum::http::header::{
    CONTENT_SECURITY_POLICY, CONTENT_TYPE, REFERRER_POLICY, X_CONTENT_TYPE_OPTIONS, X_FRAME_OPTIONS,
};
use axum::response::{IntoResponse, Response};
use axum::routing::get;
use bytes::Bytes;
use causeway_service::App;

use crate::api_reference;

/// The two pages, each rendered at the first request for it.
struct Pages {
    app: Arc<App>,
    document: OnceLock<Bytes>,
    reference: OnceLock<(Bytes, String)>,
}

/// Returns the router of the two paths.
pub(super) fn router(app: &Arc<App>) -> Router {
    let pages = Pages { app: Arc::clone(app), document: OnceLock::new(), reference: OnceLock::new() };
    Router::new()
        .route("/openapi.json", get(document))
        .route("/reference", get(page))
        .with_state(Arc::new(pages))
}

async fn document(State(pages): State<Arc<Pages>>) -> Response {
    let text = pages.document.get_or_init(|| {
        let document = pages.app.contract.document();
        serde_json::to_vec(document).unwrap_or_default().into()
    });
    let headers = [(CONTENT_TYPE, "application/json; charset=utf-8"), (X_CONTENT_TYPE_OPTIONS, "nosniff")];
    (headers, text.clone()).into_response()
}

async fn page(State(pages): State<Arc<Pages>>) -> Response {
    let (html, policy) = pages.reference.get_or_init(|| {
        let page = api_reference::page(pages.app.contract.document());
        (page.html.into(), page.content_security_policy)
    });
    let headers = [
        (CONTENT_TYPE, "text/html; charset=utf-8"),
        (CONTENT_SECURITY_POLICY, policy.as_str()),
        (REFERRER_POLICY, "no-referrer"),
        (X_CONTENT_TYPE_OPTIONS, "nosniff"),
        (X_FRAME_OPTIONS, "DENY"),
    ];
    (headers, html.clone()).into_response()
}
