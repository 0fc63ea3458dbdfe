//! The public keys of webhook signatures (conventions 2, 11.3): outside of the base path, without
//! authentication.

use std::sync::Arc;

use axum::Json;
use axum::extract::rejection::PathRejection;
use axum::extract::{Path, State};
use axum::http::HeaderName;
use axum::http::header::{CACHE_CONTROL, CONTENT_TYPE};
use axum::response::{IntoResponse, Response};
use causeway_service::runtime::http::{self, Answer};
use causeway_service::{App, webhooks};

use super::BASE_PATH;

/// Path of a platform's keys; the file name is the id of its configuration, then `.pem` for the key that signs, or
/// `.json` for all published keys.
pub(super) const PATH: &str = "/.well-known/svc-webhook-keys/{file}";

const PEM: [(HeaderName, &str); 1] = [(CONTENT_TYPE, "application/x-pem-file")];
/// A receiver that does not know a key needs the present set, not a cached one.
const UNCACHED: [(HeaderName, &str); 1] = [(CACHE_CONTROL, "no-cache")];

/// Responds with the public keys of one platform.
pub(super) async fn serve(
    State(app): State<Arc<App>>,
    file: Result<Path<String>, PathRejection>,
) -> Response {
    let Ok(Path(file)) = file else { return http::no_such_path(BASE_PATH) };
    let _permit = match app.request_permits.take() {
        Ok(place) => place,
        Err(refusal) => return Answer::refused(&refusal).into_response(),
    };
    let found = match webhooks::key_set::published_pem(&app, &file).await {
        Ok(Some(pem)) => Ok(Some((PEM, pem).into_response())),
        Ok(None) => {
            let set = webhooks::key_set::published_set(&app, &file).await;
            set.map(|set| set.map(|set| (UNCACHED, Json(set)).into_response()))
        }
        Err(refusal) => Err(refusal),
    };
    match found {
        Ok(found) => found.unwrap_or_else(|| http::no_such_path(BASE_PATH)),
        Err(refusal) => Answer::refused(&refusal).into_response(),
    }
}
