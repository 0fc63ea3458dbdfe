//! The routers of the listeners: the public API with its pages, and the operator API with the metrics.

use std::sync::Arc;

use axum::extract::Request;
use axum::{Router, middleware};
use causeway_console::ClientAddress;
use causeway_service::App;
use causeway_service::operator;
use causeway_service::runtime::keys::{Purpose, Secret};
use causeway_service::runtime::settings::ConsoleListener;
use causeway_service::runtime::{hex, http};

use super::metrics::Metrics;
use super::pages;
use super::readiness::Readiness;
use crate::router::{self, Peer};
use crate::system_users;

/// Returns the public router, for platforms.
pub(super) fn public(app: &Arc<App>, readiness: &Arc<Readiness>) -> Router {
    let beside = pages::router(app)
        .merge(Arc::clone(readiness).router())
        .method_not_allowed_fallback(http::fallback_method)
        .layer(middleware::from_fn_with_state(router::edge(app), http::wrap));
    router::router(Arc::clone(app)).merge(beside).merge(console(app, ConsoleListener::Public))
}

/// Returns the console if it is served by this listener, else an empty router.
pub(crate) fn console(app: &Arc<App>, listener: ConsoleListener) -> Router {
    if app.deployment.console.as_ref().is_none_or(|place| place.listener != listener) {
        return Router::new();
    }
    let is_secure = app.deployment.is_behind_proxy && listener == ConsoleListener::Public;
    causeway_console::router(app, is_secure)
        .layer(middleware::map_request(with_client_address))
        .layer(middleware::from_fn_with_state(router::edge(app), http::wrap))
}

/// Names the address of the browser.
async fn with_client_address(mut request: Request) -> Request {
    if let Some(Peer(address)) = request.extensions().get::<Peer>().copied() {
        request.extensions_mut().insert(ClientAddress(address));
    }
    request
}

/// Returns the operator router for the socket in the data folder.
pub(super) fn operators(app: &Arc<App>, metrics: &Metrics) -> Router {
    operator::with_owner(without_callers(app, metrics))
}

/// Returns the operator router for the socket for users, who have the roles that operators have given them.
pub(super) fn operators_by_user(app: &Arc<App>, metrics: &Metrics) -> Router {
    operator::with_users(without_callers(app, metrics), Arc::clone(app), system_users::own_uid())
}

/// Returns the operator router for a network address, which requires an operator token.
pub(super) fn operators_by_token(app: &Arc<App>, metrics: &Metrics) -> Router {
    operator::with_tokens(without_callers(app, metrics), Arc::clone(app), &operator_token(app))
        .merge(console(app, ConsoleListener::Admin))
}

/// Returns the operator router, which serves nothing until a channel names the callers.
fn without_callers(app: &Arc<App>, metrics: &Metrics) -> Router {
    operator::router(Arc::clone(app)).merge(operator::guard_metrics(metrics.clone().router()))
}

/// Returns the operator token that follows from the root key: all processes with that key have the same.
pub(super) fn operator_token(app: &Arc<App>) -> Secret<String> {
    Secret::new(hex::encode(app.keys().derive(Purpose::OperatorToken).expose()))
}
