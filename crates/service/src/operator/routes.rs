//! The actions over HTTP: on the socket in the data folder, and on a network address if configured.

use std::sync::Arc;

use axum::body::Body;
use axum::extract::{DefaultBodyLimit, Path, State};
use axum::http::header::CONTENT_TYPE;
use axum::http::{HeaderName, HeaderValue, StatusCode};
use axum::response::Response;
use axum::routing::{get, post};
use axum::{Extension, Router};
use bytes::Bytes;
use futures_util::TryStreamExt;
use serde_json::{Value, json};
use uuid::Uuid;

use super::caller::Caller;
use super::gate::{admit, admitted};
use super::request::Request;
use super::{Action, ActionOutput, Argument, OperatorError};
use crate::runtime::app::App;

/// The exit code for the command.
const X_EXIT_CODE: HeaderName = HeaderName::from_static("x-exit-code");

/// The id of the request, as in the audit trail.
const X_REQUEST_ID: HeaderName = HeaderName::from_static("x-request-id");

/// The largest request: a directory with the maximum number of entries.
const MAX_REQUEST_BYTES: usize = 16 * 1024 * 1024;

/// Serves the actions: `GET /operator` lists those that the caller may run; `POST /operator/<noun>/<verb>` runs
/// one. A channel (`authenticate.rs`) has to name the caller of each request.
pub fn router(app: Arc<App>) -> Router {
    Router::new()
        .route("/operator", get(list))
        .route("/operator/{noun}/{verb}", post(act))
        .layer(DefaultBodyLimit::max(MAX_REQUEST_BYTES))
        .with_state(app)
}

/// Returns the arguments that a request can have: a caller on the network keeps the output file to itself.
fn sent_arguments(action: &Action) -> Vec<&Argument> {
    action.arguments.iter().filter(|argument| argument.form.is_sent()).collect()
}

async fn list(Extension(caller): Extension<Caller>) -> Response {
    let actions = admitted(&caller).map(|action| {
        json!({
            "noun": action.noun,
            "verb": action.verb,
            "about": action.about,
            "permission": action.permission,
            "effect": action.effect,
            "arguments": sent_arguments(action),
            "is_reason_required": action.is_reason_required,
            "has_dry_run": action.has_dry_run(),
            "takes_seen": action.takes_seen(),
        })
    });
    rendered(Value::Array(actions.collect()).to_string())
}

async fn act(
    State(app): State<Arc<App>>,
    Extension(caller): Extension<Caller>,
    Path((noun, verb)): Path<(String, String)>,
    body: Bytes,
) -> Response {
    let id = app.ids.uuid(app.clock.now());
    let channel = caller.channel;
    let mut response = match carry_out(&app, caller, id, &noun, &verb, &body).await {
        Ok(ActionOutput::Report { json, exit_code }) => {
            let mut response = rendered(json.to_string());
            response.headers_mut().insert(X_EXIT_CODE, HeaderValue::from(u16::from(exit_code)));
            response
        }
        // An error in the middle aborts the transfer, so that a client cannot take it for the end.
        Ok(ActionOutput::Export(pieces)) => {
            Response::new(Body::from_stream(pieces.map_err(std::io::Error::other)))
        }
        Err(error) => refused(&error.shown_over(channel)),
    };
    if let Ok(id) = HeaderValue::from_str(&id.to_string()) {
        response.headers_mut().insert(X_REQUEST_ID, id);
    }
    response
}

async fn carry_out(
    app: &Arc<App>,
    caller: Caller,
    id: Uuid,
    noun: &str,
    verb: &str,
    body: &[u8],
) -> Result<ActionOutput, OperatorError> {
    let admission = admit(&caller, noun, verb)?;
    let request: Request = if body.is_empty() {
        Request::default()
    } else {
        serde_json::from_slice(body)
            .map_err(|error| OperatorError::invalid(format!("cannot read the request: {error}")))?
    };
    let database = app.store.identity();
    if let Some(requested) = request.database.as_deref().filter(|requested| *requested != database) {
        let message = format!("the server on this data folder works on {database}, not on {requested}");
        return Err(OperatorError::refused(message)
            .remedy("name the data folder of the other server with --data, or leave the database out"));
    }
    admission.run(app, id, request).await
}

/// Returns the response with an error.
pub(super) fn refused(error: &OperatorError) -> Response {
    let mut response = rendered(serde_json::to_string(error).unwrap_or_default());
    *response.status_mut() =
        StatusCode::from_u16(error.kind.status()).unwrap_or(StatusCode::INTERNAL_SERVER_ERROR);
    response
}

fn rendered(body: String) -> Response {
    let mut response = Response::new(Body::from(body));
    response.headers_mut().insert(CONTENT_TYPE, HeaderValue::from_static("application/json"));
    response
}
