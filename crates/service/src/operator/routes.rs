//! The actions over HTTP: on the socket in the data folder, and on a network address if configured.

use std::sync::Arc;

use axum::Router;
use axum::body::Body;
use axum::extract::{DefaultBodyLimit, Path, State};
use axum::http::header::{AUTHORIZATION, CONTENT_TYPE};
use axum::http::{HeaderName, HeaderValue, StatusCode};
use axum::middleware::{self, Next};
use axum::response::Response;
use axum::routing::{get, post};
use bytes::Bytes;
use futures_util::TryStreamExt;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use sha2::{Digest, Sha256};
use subtle::ConstantTimeEq;

use super::{ActionOutput, Channel, Kind, NOUNS, Operator, OperatorError, find};
use crate::runtime::app::App;
use crate::runtime::keys::Secret;

/// The exit code for the command.
const X_EXIT_CODE: HeaderName = HeaderName::from_static("x-exit-code");

/// The largest request: a directory with the maximum number of entries.
const MAX_REQUEST_BYTES: usize = 16 * 1024 * 1024;

/// A request to run an action; an empty body is an empty request.
#[derive(Debug, Clone, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Request {
    /// The action's arguments, with the names of the command line in snake case.
    #[serde(default)]
    pub arguments: serde_json::Map<String, Value>,
    /// The caller's name, for the audit trail.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub operator: Option<String>,
    /// The reason, for the audit trail.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub reason: Option<String>,
    /// The identity of the database that the caller means; a server on another database refuses.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub database: Option<String>,
}

#[derive(Clone)]
struct RouterState {
    app: Arc<App>,
    channel: Channel,
}

/// Serves the actions: `GET /operator` lists them; `POST /operator/<noun>/<verb>` runs one. Every caller that
/// can reach the router has full rights: the socket is accessible to its owner only, an address needs
/// [`with_token`].
pub fn router(app: Arc<App>, channel: Channel) -> Router {
    Router::new()
        .route("/operator", get(list))
        .route("/operator/{noun}/{verb}", post(act))
        .layer(DefaultBodyLimit::max(MAX_REQUEST_BYTES))
        .with_state(RouterState { app, channel })
}

/// Requires `Authorization: Bearer` with this token. The comparison takes constant time.
pub fn with_token(router: Router, token: Secret<String>) -> Router {
    let expected: [u8; 32] = Sha256::digest(token.expose().as_bytes()).into();
    router.layer(middleware::from_fn(move |request: axum::extract::Request, next: Next| async move {
        let mut all = request.headers().get_all(AUTHORIZATION).iter();
        let only = all.next().filter(|_| all.next().is_none());
        let bearer_token = only.and_then(|value| value.to_str().ok());
        let bearer_token = bearer_token.and_then(|value| value.strip_prefix("Bearer ")).unwrap_or_default();
        let digest: [u8; 32] = Sha256::digest(bearer_token.as_bytes()).into();
        if bool::from(digest.ct_eq(&expected)) {
            return next.run(request).await;
        }
        let error = OperatorError::new(Kind::Unauthorized, "the operator token is missing or wrong");
        refused(&error.remedy("it is in operator.token in the server's data folder"))
    }))
}

async fn list() -> Response {
    let actions = NOUNS.iter().flat_map(|noun| &noun.actions).map(|action| {
        json!({
            "noun": action.noun,
            "verb": action.verb,
            "about": action.about,
            "arguments": action.arguments,
        })
    });
    rendered(Value::Array(actions.collect()).to_string())
}

async fn act(
    State(RouterState { app, channel }): State<RouterState>,
    Path((noun, verb)): Path<(String, String)>,
    body: Bytes,
) -> Response {
    match carry_out(&app, channel, &noun, &verb, &body).await {
        Ok(ActionOutput::Report { json, exit_code }) => {
            let mut response = rendered(json.to_string());
            response.headers_mut().insert(X_EXIT_CODE, HeaderValue::from(u16::from(exit_code)));
            response
        }
        // An error in the middle aborts the transfer, so that a client cannot take it for the end.
        Ok(ActionOutput::Export(pieces)) => {
            Response::new(Body::from_stream(pieces.map_err(std::io::Error::other)))
        }
        Err(error) => refused(&error),
    }
}

async fn carry_out(
    app: &Arc<App>,
    channel: Channel,
    noun: &str,
    verb: &str,
    body: &[u8],
) -> Result<ActionOutput, OperatorError> {
    let action = find(noun, verb).ok_or_else(|| {
        OperatorError::new(Kind::NotFound, format!("there is no action {noun} {verb}"))
            .remedy("see them all: GET /operator")
    })?;
    let request: Request = if body.is_empty() {
        Request::default()
    } else {
        serde_json::from_slice(body)
            .map_err(|error| OperatorError::invalid(format!("cannot read the request: {error}")))?
    };
    let database = app.store.identity();
    if let Some(requested) = request.database.filter(|requested| requested != database) {
        let message = format!("the server on this data folder works on {database}, not on {requested}");
        return Err(OperatorError::refused(message)
            .remedy("name the data folder of the other server with --data, or leave the database out"));
    }
    let operator = Operator::new(request.operator.as_deref(), channel, request.reason);
    action.run(app, &operator, Value::Object(request.arguments)).await
}

fn refused(error: &OperatorError) -> Response {
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
