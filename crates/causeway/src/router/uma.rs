//! The public endpoints of the UMA protocol (uma 2): outside of the base path, without credentials, because their
//! messages are signed.

use std::sync::Arc;

use axum::Router;
use axum::body::to_bytes;
use axum::extract::{Request, State};
use axum::http::header::{ACCESS_CONTROL_ALLOW_ORIGIN, CONTENT_TYPE, HOST};
use axum::http::request::Parts;
use axum::http::uri::Authority;
use axum::http::{HeaderValue, Method, StatusCode};
use axum::response::{IntoResponse, Response};
use axum::routing::{get, post};
use causeway_service::App;
use causeway_service::runtime::http::{self, Answer};
use causeway_service::runtime::timers;
use causeway_service::uma::endpoints::{self, MAX_BODY, Origin, WireReply, WireRequest};

use super::BASE_PATH;

const JSON: HeaderValue = HeaderValue::from_static("application/json; charset=utf-8");

/// Returns the routes of the endpoints.
pub(super) fn router() -> Router<Arc<App>> {
    Router::new()
        .route("/.well-known/lnurlpubkey", get(serve))
        .route("/.well-known/uma-configuration", get(serve))
        .route("/.well-known/lnurlp/{user}", get(serve_message))
        .route("/uma/payreq/{token}", get(serve_message).post(serve_message))
        .route("/uma/utxo/{token}", post(serve_message))
        .route("/uma/request", post(serve_message))
}

/// Answers a signed message. While its sender's server is asked for keys, it holds no permit of the operations.
async fn serve_message(State(app): State<Arc<App>>, request: Request) -> Response {
    let Some(message) = message(request).await else { return response(endpoints::not_received()) };
    let Some(_permit) = app.request_permits.take_for_peer() else { return response(endpoints::too_many()) };
    answer(&app, &message).await
}

/// Answers a request for a published document.
async fn serve(State(app): State<Arc<App>>, request: Request) -> Response {
    let Some(message) = message(request).await else { return response(endpoints::not_received()) };
    let _permit = match app.request_permits.take() {
        Ok(permit) => permit,
        Err(refusal) => return Answer::refused(&refusal).into_response(),
    };
    answer(&app, &message).await
}

async fn answer(app: &Arc<App>, message: &WireRequest) -> Response {
    match endpoints::serve(app, Origin::Network, message).await {
        Some(reply) => response(reply),
        None => http::no_such_path(BASE_PATH),
    }
}

/// Returns the message of a request, or `None` if its body is too large or does not arrive in time.
async fn message(request: Request) -> Option<WireRequest> {
    let (parts, body) = request.into_parts();
    let body = timers::within(timers::BODY_TIMEOUT, to_bytes(body, MAX_BODY)).await.ok()?.ok()?;
    Some(WireRequest {
        host: host(&parts),
        path: parts.uri.path().to_owned(),
        query: parts.uri.query().unwrap_or_default().to_owned(),
        // The body of an answer to HEAD is left out by the server.
        method: if parts.method == Method::HEAD { Method::GET } else { parts.method },
        body,
    })
}

/// Returns the host that a request names, or an empty text if it names none.
fn host(parts: &Parts) -> String {
    let header = || parts.headers.get(HOST).and_then(|value| value.to_str().ok());
    let authority = parts.uri.authority().map(Authority::as_str);
    authority.or_else(header).unwrap_or_default().to_owned()
}

fn response(reply: WireReply) -> Response {
    let status = StatusCode::from_u16(reply.status).unwrap_or(StatusCode::INTERNAL_SERVER_ERROR);
    let mut response = (status, [(CONTENT_TYPE, JSON)], reply.body).into_response();
    if reply.is_for_any_origin {
        response.headers_mut().insert(ACCESS_CONTROL_ALLOW_ORIGIN, HeaderValue::from_static("*"));
    }
    response
}
