//! The edge of the service: the headers of every response, and the log of every request.

use std::panic::AssertUnwindSafe;
use std::sync::Arc;
use std::time::{Duration, Instant};

use axum::extract::{MatchedPath, State};
use axum::http::header::{CACHE_CONTROL, CONTENT_TYPE, HOST};
use axum::http::uri::Authority;
use axum::http::{HeaderMap, HeaderName, HeaderValue, Method, Version};
use axum::middleware::Next;
use axum::response::Response;
use causeway_wire::Code;
use futures_util::FutureExt;
use tracing::Instrument;
use tracing::field::Empty;
use uuid::Uuid;

use super::Answer;
use crate::runtime::api_error::ApiError;
use crate::runtime::app::App;
use crate::runtime::outbound::port_of;
use crate::runtime::timers;

/// Maximum size of all headers of a request, in bytes.
const MAX_HEADERS_BYTES: usize = 32 * 1024;

/// Maximum number of headers of a request.
pub const MAX_HEADERS: usize = 512;

/// The target of the line that is logged for each request.
const ACCESS: &str = "causeway::access";

/// The name of a liveness probe.
pub const HEALTH: &str = "Health";
/// The name of a readiness probe.
pub const READINESS: &str = "Readiness";
/// Requests that come every second from a load balancer: their answers would hide those of all others in the log.
const PROBES: [&str; 2] = [HEALTH, READINESS];

const X_REQUEST_ID: HeaderName = HeaderName::from_static("x-request-id");

/// The id of a request, as in the log and in `X-Request-Id`.
#[derive(Debug, Clone, Copy)]
pub struct RequestId(pub Uuid);

/// The running service, with the names of its operations.
#[derive(Clone)]
pub struct Edge {
    pub app: Arc<App>,
    /// Returns the name of an operation by its method and the pattern of its route, `None` if no route matches. The
    /// names are measured and logged, so there is a limited number of them.
    pub operation_of: fn(&Method, Option<&str>) -> &'static str,
}

/// Adds request id and `Cache-Control` to every response, ends requests that take too long, counts, and logs.
pub async fn wrap(
    State(Edge { app, operation_of }): State<Edge>,
    mut request: axum::extract::Request,
    next: Next,
) -> Response {
    let id = app.ids.uuid(app.clock.now());
    request.extensions_mut().insert(RequestId(id));
    let id = id.to_string();
    // The path is not logged: it can contain personal data. The route names the operation instead.
    let pattern = request.extensions().get::<MatchedPath>().map(MatchedPath::as_str);
    let operation = operation_of(request.method(), pattern);
    let span = tracing::info_span!(
        "request",
        id,
        method = method_name(request.method()),
        operation,
        platform = Empty
    );
    let started = Instant::now();
    let mut response = match refuse_head(&request) {
        Some(refusal) => Answer::refused(&refusal).into_response(),
        None => {
            let deadline =
                if may_have_form(&request) { timers::FORM_DEADLINE } else { timers::REQUEST_DEADLINE };
            let running = AssertUnwindSafe(next.run(request)).catch_unwind();
            let handled = timers::within(deadline, running).instrument(span.clone()).await;
            match handled {
                Ok(Ok(response)) => response,
                Ok(Err(_)) => broken(),
                Err(timers::Timeout) => too_slow(),
            }
        }
    };
    let duration = started.elapsed();
    let status = response.status().as_u16();
    let code = response.extensions().get::<Code>().map(|code| code.as_str());
    measure(operation, status, code, duration);
    span.in_scope(|| log_access(operation, status, code, duration));
    let headers = response.headers_mut();
    // Only the documentation may be stored, and says so itself.
    headers.entry(CACHE_CONTROL).or_insert(HeaderValue::from_static("no-store"));
    if let Ok(id) = HeaderValue::from_str(&id) {
        headers.insert(X_REQUEST_ID, id);
    }
    response
}

/// Counts a request by its operation and the class of its status.
fn measure(operation: &'static str, status: u16, code: Option<&'static str>, duration: Duration) {
    let class = class(status);
    metrics::counter!("causeway_http_requests_total", "operation" => operation, "class" => class)
        .increment(1);
    metrics::histogram!("causeway_http_request_seconds", "operation" => operation, "class" => class)
        .record(duration.as_secs_f64());
    if let Some(code) = code {
        metrics::counter!("causeway_refusals_total", "code" => code).increment(1);
    }
}

/// Returns the name of a method. The caller chooses the text of all but the usual ones, so it is not logged.
fn method_name(method: &Method) -> &'static str {
    match *method {
        Method::GET => "GET",
        Method::HEAD => "HEAD",
        Method::POST => "POST",
        Method::PUT => "PUT",
        Method::PATCH => "PATCH",
        Method::DELETE => "DELETE",
        Method::OPTIONS => "OPTIONS",
        _ => "OTHER",
    }
}

/// Returns the class of an HTTP status.
const fn class(status: u16) -> &'static str {
    match status {
        500.. => "5xx",
        400..500 => "4xx",
        300..400 => "3xx",
        200..300 => "2xx",
        0..200 => "1xx",
    }
}

/// Logs the one line of a request, whose span has the request id, the operation and the platform. Its level is logged
/// by default, so that the request id that a caller was given can be found; that of an answered probe is not.
fn log_access(operation: &str, status: u16, code: Option<&'static str>, duration: Duration) {
    let duration_ms = (duration.as_secs_f64() * 1e6).round() / 1e3;
    match status {
        500.. => tracing::warn!(target: ACCESS, status, code, duration_ms, "request failed"),
        400..500 => tracing::info!(target: ACCESS, status, code, duration_ms, "request refused"),
        0..400 if PROBES.contains(&operation) => {
            tracing::debug!(target: ACCESS, status, duration_ms, "request answered");
        }
        0..400 => tracing::info!(target: ACCESS, status, duration_ms, "request answered"),
    }
}

/// Refuses a head that two programs could read differently, and one over the size limits that the protocol
/// itself allows.
fn refuse_head(request: &axum::extract::Request) -> Option<ApiError> {
    if let Some(message) = host_fault(request) {
        return Some(ApiError::new(Code::InvalidRequestFormat, message));
    }
    let headers = request.headers();
    let bytes: usize = headers.iter().map(|(name, value)| name.as_str().len() + value.len()).sum();
    (bytes > MAX_HEADERS_BYTES || headers.len() > MAX_HEADERS).then(head_too_large)
}

/// Returns the defect of the host that a request names (RFC 9112, 3.2), or `None`.
fn host_fault(request: &axum::extract::Request) -> Option<&'static str> {
    let mut hosts = request.headers().get_all(HOST).iter();
    // HTTP/2 names the host in the request's URL; HTTP/1 may do so, and then the header does not count.
    let authority = request.uri().authority().filter(|_| request.version() == Version::HTTP_2);
    let Some(host) = hosts.next() else {
        let needs_one = request.version() == Version::HTTP_11;
        return needs_one.then_some("The request does not name its host: HTTP/1.1 needs the header Host.");
    };
    let is_another = |named: &Authority| !host.as_bytes().eq_ignore_ascii_case(named.as_str().as_bytes());
    if hosts.next().is_some() || authority.is_some_and(is_another) {
        return Some("The request names its host more than once.");
    }
    (!is_host(host)).then_some("The header Host is not a host with or without a port.")
}

/// Returns `true` if a `Host` header is valid: a host with or without a port.
fn is_host(host: &HeaderValue) -> bool {
    let Ok(text) = host.to_str() else { return false };
    let Ok(authority) = text.parse::<Authority>() else { return false };
    let host = authority.host();
    let has_sound_port = text.strip_prefix(host).is_some_and(|rest| match rest.strip_prefix(':') {
        Some(port) => port.is_empty() || port_of(port).is_some(),
        None => rest.is_empty(),
    });
    has_sound_port && !host.is_empty() && !host.contains(',')
}

/// Returns `true` if the request has a form, and is no message of a UMA provider, which anyone may send.
fn may_have_form(request: &axum::extract::Request) -> bool {
    let path = request.uri().path();
    let is_message = path.starts_with("/uma/") || path.starts_with("/.well-known/");
    !is_message && is_form(request.headers())
}

/// Returns `true` if the request has a form. Operations without forms limit their bodies themselves.
fn is_form(headers: &HeaderMap) -> bool {
    headers.get(CONTENT_TYPE).is_some_and(|sent| sent.as_bytes().starts_with(b"multipart/"))
}

/// Returns the error for a head over the limits.
#[must_use]
pub fn head_too_large() -> ApiError {
    ApiError::new(
        Code::HeadTooLarge,
        "The head of the request is too large: the URL is too long, or there is too much in headers.",
    )
}

/// Returns the answer after a panic of the operation; the panic itself is logged.
fn broken() -> Response {
    Answer::refused(&ApiError::new(Code::InternalError, "The service failed; nothing was done."))
        .into_response()
}

fn too_slow() -> Response {
    let message = "The request took too long; repeat it, with the same Idempotency-Key if it had one.";
    Answer::refused(&ApiError::new(Code::ServiceUnavailable, message).retry_after(1)).into_response()
}

/// Returns the answer for a path that is not part of the interface, whose operations are below `base`.
#[must_use]
pub fn no_such_path(base: &str) -> Response {
    let message =
        format!("There is nothing at this path. Operations are below {base}, for example GET {base}/config.");
    Answer::refused(&ApiError::new(Code::ReferenceNotFound, message)).into_response()
}

/// Answers a method that the path does not have; the router adds `Allow`.
pub async fn fallback_method() -> Response {
    let refusal = ApiError::new(
        Code::MethodNotAllowed,
        "This path does not have this method; the header Allow names those it has.",
    );
    Answer::refused(&refusal).into_response()
}

#[cfg(test)]
mod tests {
    use axum::body::Body;

    use super::*;

    #[test]
    fn a_method_of_the_caller_is_not_named() {
        assert_eq!(method_name(&Method::PATCH), "PATCH");
        assert_eq!(method_name(&Method::from_bytes(&[b'A'; 30_000]).unwrap()), "OTHER");
    }

    #[test]
    fn messages_of_uma_providers_get_no_time_for_forms() {
        let has_time = |path: &str| {
            let request = axum::http::Request::post(path).header(CONTENT_TYPE, "multipart/form-data");
            may_have_form(&request.body(Body::empty()).unwrap())
        };
        assert!(has_time("/v1/documents"));
        for path in ["/uma/payreq/0f3c", "/uma/utxo/0f3c", "/.well-known/lnurlp/$ada"] {
            assert!(!has_time(path), "{path}");
        }
    }

    #[test]
    fn a_host_is_a_host_with_or_without_a_port() {
        let is = |host: &str| is_host(&HeaderValue::from_str(host).unwrap());
        for host in [
            "pay.example",
            "pay.example:1",
            "pay.example:65535",
            "pay.example:",
            "[2001:db8::7]:81",
            "10.0.0.7",
        ] {
            assert!(is(host), "{host}");
        }
        for host in [
            "",
            ":81",
            ":",
            "pay.example:0",
            "pay.example:+81",
            "[2001:db8::7]:+81",
            "[2001:db8::7]:0",
            "pay.example:65536",
            "pay.example:81x",
            "pay.example, pay.example",
            "a@pay.example",
        ] {
            assert!(!is(host), "{host}");
        }
    }
}
