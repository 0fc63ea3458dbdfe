//! The actions over HTTP: on the socket in the data folder, and on a network address where one is configured.

use std::sync::Arc;

use axum::Router;
use axum::body::Body;
use axum::extract::{Path, State};
use axum::http::header::{ACCEPT, AUTHORIZATION, CONTENT_TYPE};
use axum::http::{HeaderMap, HeaderName, HeaderValue, StatusCode};
use axum::middleware::{self, Next};
use axum::response::Response;
use axum::routing::{get, post};
use bytes::Bytes;
use futures_util::TryStreamExt;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use sha2::{Digest, Sha256};
use subtle::ConstantTimeEq;

use super::{Channel, Done, EVERY, Kind, Operator, OperatorError, find};
use crate::runtime::app::App;
use crate::runtime::keys::Secret;

/// The exit code that a command should end with.
const X_EXIT_CODE: HeaderName = HeaderName::from_static("x-exit-code");

/// What is sent to have an action carried out; an empty body is an empty request.
#[derive(Debug, Clone, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Request {
    /// The action's arguments, by the names of the command line with underscores.
    #[serde(default)]
    pub arguments: serde_json::Map<String, Value>,
    /// Who asks.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub operator: Option<String>,
    /// Why.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub reason: Option<String>,
}

#[derive(Clone)]
struct Shared {
    app: Arc<App>,
    channel: Channel,
}

/// `GET /operator` lists the actions; `POST /operator/<noun>/<verb>` carries one out. The answer is the readable
/// text for callers that accept `text/plain`, else JSON. Who can reach it may do everything: the socket is for its
/// owner only, an address needs [`with_token`].
pub fn router(app: Arc<App>, channel: Channel) -> Router {
    Router::new()
        .route("/operator", get(list))
        .route("/operator/{noun}/{verb}", post(act))
        .with_state(Shared { app, channel })
}

/// Lets only those through who send `Authorization: Bearer` with this token. The comparison takes the same time
/// whatever is sent.
pub fn with_token(router: Router, token: Secret<String>) -> Router {
    let wanted: [u8; 32] = Sha256::digest(token.expose().as_bytes()).into();
    router.layer(middleware::from_fn(move |request: axum::extract::Request, next: Next| async move {
        let sent = request.headers().get(AUTHORIZATION).and_then(|value| value.to_str().ok());
        let sent = sent.and_then(|value| value.strip_prefix("Bearer ")).unwrap_or_default();
        let digest: [u8; 32] = Sha256::digest(sent.as_bytes()).into();
        if bool::from(digest.ct_eq(&wanted)) {
            return next.run(request).await;
        }
        let error = OperatorError::new(Kind::Unauthorized, "the operator token is missing or wrong");
        refused(&error.remedy("it stands in operator.token in the server's data folder"))
    }))
}

async fn list() -> Response {
    let actions = EVERY.iter().map(|entry| {
        let command = entry.command();
        let arguments = command.get_arguments().map(|argument| {
            json!({
                "name": argument.get_id().as_str(),
                "about": argument.get_help().map(ToString::to_string),
                "is_required": argument.is_required_set(),
            })
        });
        json!({
            "noun": entry.noun,
            "verb": entry.verb,
            "about": command.get_about().map(ToString::to_string),
            "arguments": arguments.collect::<Vec<_>>(),
        })
    });
    rendered("application/json", Value::Array(actions.collect()).to_string())
}

async fn act(
    State(Shared { app, channel }): State<Shared>,
    Path((noun, verb)): Path<(String, String)>,
    headers: HeaderMap,
    body: Bytes,
) -> Response {
    match carry_out(&app, channel, &noun, &verb, &body).await {
        Ok(done) => answer(done, wants_text(&headers)),
        Err(error) => refused(&error),
    }
}

async fn carry_out(
    app: &Arc<App>,
    channel: Channel,
    noun: &str,
    verb: &str,
    body: &[u8],
) -> Result<Done, OperatorError> {
    let entry = find(noun, verb).ok_or_else(|| {
        OperatorError::new(Kind::NotFound, format!("there is no action {noun} {verb}"))
            .remedy("see them all: GET /operator")
    })?;
    let request: Request = if body.is_empty() {
        Request::default()
    } else {
        serde_json::from_slice(body)
            .map_err(|fault| OperatorError::invalid(format!("the request: {fault}")))?
    };
    let operator = Operator::new(request.operator.as_deref(), channel, request.reason);
    entry.run(app, &operator, Value::Object(request.arguments)).await
}

fn wants_text(headers: &HeaderMap) -> bool {
    let accepted = headers.get(ACCEPT).and_then(|value| value.to_str().ok());
    accepted.is_some_and(|accepted| accepted.starts_with("text/plain"))
}

fn answer(done: Done, as_text: bool) -> Response {
    match done {
        Done::Report { json, text, exit_code } => {
            let (kind, body) = if as_text {
                ("text/plain; charset=utf-8", text)
            } else {
                ("application/json", json.to_string())
            };
            let mut response = rendered(kind, body);
            response.headers_mut().insert(X_EXIT_CODE, HeaderValue::from(u16::from(exit_code)));
            response
        }
        // An error in the middle breaks the transfer off, which a client cannot take for the end.
        Done::Pieces(pieces) => Response::new(Body::from_stream(pieces.map_err(std::io::Error::other))),
    }
}

fn refused(error: &OperatorError) -> Response {
    let mut response = rendered("application/json", serde_json::to_string(error).unwrap_or_default());
    *response.status_mut() =
        StatusCode::from_u16(error.kind.status()).unwrap_or(StatusCode::INTERNAL_SERVER_ERROR);
    response
}

fn rendered(kind: &'static str, body: String) -> Response {
    let mut response = Response::new(Body::from(body));
    response.headers_mut().insert(CONTENT_TYPE, HeaderValue::from_static(kind));
    response
}
