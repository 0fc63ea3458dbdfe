//! The edge of the service: what every response has, and what is logged of every request.

use std::panic::AssertUnwindSafe;
use std::sync::Arc;
use std::time::Instant;

use axum::extract::State;
use axum::http::header::CACHE_CONTROL;
use axum::http::{HeaderName, HeaderValue};
use axum::middleware::Next;
use axum::response::Response;
use causeway_wire::Code;
use futures_util::FutureExt;
use tracing::Instrument;
use tracing::field::Empty;

use super::Answer;
use crate::runtime::api_error::ApiError;
use crate::runtime::app::App;
use crate::runtime::timers;

const X_REQUEST_ID: HeaderName = HeaderName::from_static("x-request-id");

/// Gives every response its request id and `Cache-Control`, ends requests that take too long, and counts.
pub async fn wrap(State(app): State<Arc<App>>, request: axum::extract::Request, next: Next) -> Response {
    let id = app.ids.uuid(app.clock.now()).to_string();
    // The path is not logged: it can hold what belongs to a person. The route names the operation instead.
    let span =
        tracing::info_span!("request", id, method = %request.method(), operation = Empty, platform = Empty);
    let started = Instant::now();
    let running = AssertUnwindSafe(next.run(request)).catch_unwind();
    let handled = timers::within(timers::REQUEST_DEADLINE, running).instrument(span.clone()).await;
    let mut response = match handled {
        Ok(Ok(response)) => response,
        Ok(Err(_)) => broken(),
        Err(timers::Elapsed) => too_slow(),
    };
    let status = response.status().as_u16();
    metrics::counter!("causeway_http_requests_total", "status" => status.to_string()).increment(1);
    metrics::histogram!("causeway_http_request_seconds").record(started.elapsed().as_secs_f64());
    if let Some(code) = response.extensions().get::<Code>() {
        metrics::counter!("causeway_refusals_total", "code" => code.as_str()).increment(1);
    }
    span.in_scope(|| tracing::debug!(status, "answered"));
    let headers = response.headers_mut();
    headers.insert(CACHE_CONTROL, HeaderValue::from_static("no-store"));
    if let Ok(id) = HeaderValue::from_str(&id) {
        headers.insert(X_REQUEST_ID, id);
    }
    response
}

/// The answer when an operation panicked; the panic itself is in the log.
fn broken() -> Response {
    Answer::refused(&ApiError::new(Code::InternalError, "The service failed; nothing was done."))
        .into_response()
}

fn too_slow() -> Response {
    let message = "The request took too long; repeat it, with the same Idempotency-Key if it had one.";
    Answer::refused(&ApiError::new(Code::ServiceUnavailable, message).retry_after(1)).into_response()
}

/// The answer to a path that is not part of the interface, whose operations stand below `base`.
#[must_use]
pub fn no_such_path(base: &str) -> Response {
    let message =
        format!("There is nothing at this path. Operations stand below {base}, as GET {base}/config.");
    Answer::refused(&ApiError::new(Code::ReferenceNotFound, message)).into_response()
}

/// The answer to a method that the path does not have; the router adds `Allow`.
pub async fn fallback_method() -> Response {
    let refusal = ApiError::new(
        Code::MethodNotAllowed,
        "This path does not have this method; the header Allow names those it has.",
    );
    Answer::refused(&refusal).into_response()
}
