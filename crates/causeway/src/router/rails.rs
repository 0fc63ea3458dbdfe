//! The endpoint of adapters' pushes (rails 8.2): outside of the base path, without credentials, because pushes are
//! signed.

use std::sync::Arc;

use axum::Router;
use axum::body::to_bytes;
use axum::extract::{Request, State};
use axum::http::StatusCode;
use axum::response::{IntoResponse, Response};
use axum::routing::post;
use causeway_service::App;
use causeway_service::rails::push::{self, IncomingPush, MAX_BODY, PushReply};
use causeway_service::runtime::timers;

use super::peer::Peer;

/// The beginning of the path of every push, before the name of the rail.
const BEFORE_NAME: &str = "/rails/v1/";
/// The end of the path.
const BEHIND_NAME: &str = "/changes";

/// Returns the route of pushes.
pub(super) fn router() -> Router<Arc<App>> {
    Router::new().route("/rails/v1/{name}/changes", post(serve))
}

/// Answers a push. While it is processed, it holds no permit of the operations.
async fn serve(State(app): State<Arc<App>>, request: Request) -> Response {
    let Some(push) = read(request).await else { return response(push::refuse_large()) };
    let Some(_permit) = app.request_permits.take_for_peer() else { return response(push::refuse_many()) };
    response(push::receive(&app, push).await)
}

/// Returns the push of a request, or `None` if its body is too large or does not arrive in time.
async fn read(request: Request) -> Option<IncomingPush> {
    let (parts, body) = request.into_parts();
    let body = timers::within(timers::BODY_TIMEOUT, to_bytes(body, MAX_BODY)).await.ok()?.ok()?;
    let path = parts.uri.path().to_owned();
    let name = path.strip_prefix(BEFORE_NAME).and_then(|rest| rest.strip_suffix(BEHIND_NAME));
    Some(IncomingPush {
        rail: name.unwrap_or_default().to_owned(),
        query: parts.uri.query().unwrap_or_default().to_owned(),
        peer: parts.extensions.get().map(|Peer(address)| *address),
        path,
        headers: parts.headers,
        body,
    })
}

fn response(reply: PushReply) -> Response {
    let status = StatusCode::from_u16(reply.status).unwrap_or(StatusCode::INTERNAL_SERVER_ERROR);
    (status, reply.headers, reply.body).into_response()
}
