//! The public keys of webhook signatures (conventions 2, 11.3): outside of the base path, without
//! authentication.

use std::sync::Arc;

use axum::extract::rejection::PathRejection;
use axum::extract::{Path, State};
use axum::http::HeaderName;
use axum::http::header::CONTENT_TYPE;
use axum::response::{IntoResponse, Response};
use causeway_service::runtime::http::{self, Answer};
use causeway_service::{App, webhooks};

use super::BASE_PATH;

/// Path of a key; the file name is the id of the platform's configuration, then `.pem`.
pub(super) const PATH: &str = "/.well-known/svc-webhook-keys/{file}";

const PEM: [(HeaderName, &str); 1] = [(CONTENT_TYPE, "application/x-pem-file")];

/// Responds with the public key of one platform as PEM.
pub(super) async fn serve(
    State(app): State<Arc<App>>,
    file: Result<Path<String>, PathRejection>,
) -> Response {
    let Ok(Path(file)) = file else { return http::no_such_path(BASE_PATH) };
    let _permit = match app.request_permits.take() {
        Ok(place) => place,
        Err(refusal) => return Answer::refused(&refusal).into_response(),
    };
    match webhooks::keys::published_pem(&app, &file).await {
        Ok(Some(pem)) => (PEM, pem).into_response(),
        Ok(None) => http::no_such_path(BASE_PATH),
        Err(refusal) => Answer::refused(&refusal).into_response(),
    }
}
