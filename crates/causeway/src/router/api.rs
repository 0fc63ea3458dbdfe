//! Paths and methods of the operation table, mounted below the base path.

use std::future::ready;
use std::sync::Arc;

use axum::Router;
use axum::extract::rejection::RawPathParamsRejection;
use axum::extract::{RawPathParams, Request, State};
use axum::http::header::HOST;
use axum::http::request::Parts;
use axum::http::uri::Authority;
use axum::middleware;
use axum::response::Response;
use axum::routing::{MethodFilter, get, on};
use causeway_service::App;
use causeway_service::runtime::http::{self, PathValues, Route};
use causeway_wire::table::{Method, Operation};

use super::BASE_PATH;
use super::peer::Peer;
use super::{operation_names, operations, rails, uma, webhook_keys};
use crate::hosted_pages;

/// Returns the router of all operations and the paths beside them.
pub fn router(app: Arc<App>) -> Router {
    let mut api = Router::new();
    for operation in Operation::all() {
        let route = Arc::new(operations::route(operation));
        let row = operation.row();
        let serve = move |State(app): State<Arc<App>>,
                          values: Result<RawPathParams, RawPathParamsRejection>,
                          request: Request| {
            let route = Arc::clone(&route);
            async move { serve(&route, app, path_values(values), request).await }
        };
        for path in operation_names::paths(operation) {
            api = api.route(path, on(filter(row.method), serve.clone()));
        }
    }
    let api = api.method_not_allowed_fallback(http::fallback_method);
    Router::new()
        .nest(BASE_PATH, api)
        .route(webhook_keys::PATH, get(webhook_keys::serve))
        .merge(hosted_pages::router())
        .merge(rails::router())
        .merge(uma::router())
        .method_not_allowed_fallback(http::fallback_method)
        .fallback(|| ready(http::no_such_path(BASE_PATH)))
        .layer(middleware::from_fn_with_state(operation_names::edge(&app), http::wrap))
        .with_state(app)
}

/// Returns the values in the path. Bytes that are not UTF-8 after decoding become an identifier of the wrong
/// form, which matches no resource.
fn path_values(values: Result<RawPathParams, RawPathParamsRejection>) -> PathValues {
    PathValues::new(match values {
        Ok(values) => values.iter().map(|(_, value)| value.to_owned()).collect(),
        Err(_) => vec![char::REPLACEMENT_CHARACTER.to_string()],
    })
}

async fn serve(route: &Route, app: Arc<App>, values: PathValues, request: Request) -> Response {
    let (parts, body) = request.into_parts();
    let origin = origin(&app, &parts);
    let request = http::Request {
        method: parts.method,
        path: parts.uri.path().to_owned(),
        query: parts.uri.query().unwrap_or_default().to_owned(),
        values,
        headers: parts.headers,
        origin,
        body,
        peer: parts.extensions.get().map(|Peer(address)| *address),
    };
    route.serve(app, request).await.into_response()
}

/// Returns the origin under which the caller reached the service, or an empty text if the request names no
/// host.
fn origin(app: &App, parts: &Parts) -> String {
    let host = || parts.headers.get(HOST)?.to_str().ok()?.parse().ok();
    let authority: Option<Authority> = parts.uri.authority().cloned().or_else(host);
    let scheme = if app.deployment.is_behind_proxy { "https" } else { "http" };
    match authority.filter(|authority| !authority.as_str().contains('@')) {
        Some(authority) => format!("{scheme}://{authority}"),
        None => String::new(),
    }
}

const fn filter(method: Method) -> MethodFilter {
    match method {
        Method::Get => MethodFilter::GET,
        Method::Post => MethodFilter::POST,
        Method::Put => MethodFilter::PUT,
        Method::Patch => MethodFilter::PATCH,
        Method::Delete => MethodFilter::DELETE,
    }
}
