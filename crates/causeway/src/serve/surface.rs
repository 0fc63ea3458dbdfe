//! The routers of the listeners: the public API with its pages, and the operator API with the metrics.

use std::sync::Arc;

use axum::{Router, middleware};
use causeway_service::App;
use causeway_service::operator::{self, Channel};
use causeway_service::runtime::keys::{Purpose, Secret};
use causeway_service::runtime::{hex, http};

use super::metrics::Metrics;
use super::pages;
use super::readiness::Readiness;
use crate::router;

/// Returns the public router, for platforms.
pub(super) fn public(app: &Arc<App>, readiness: &Arc<Readiness>) -> Router {
    let beside = pages::router(app)
        .merge(Arc::clone(readiness).router())
        .method_not_allowed_fallback(http::fallback_method)
        .layer(middleware::from_fn_with_state(Arc::clone(app), http::wrap));
    router::router(Arc::clone(app)).merge(beside)
}

/// Returns the operator router for the socket in the data folder.
pub(super) fn operators(app: &Arc<App>, metrics: &Metrics) -> Router {
    operator::router(Arc::clone(app), Channel::Socket).merge(metrics.clone().router())
}

/// Returns the operator router for a network address, which requires the operator token.
pub(super) fn operators_with_token(app: &Arc<App>, metrics: &Metrics) -> Router {
    let open = operator::router(Arc::clone(app), Channel::Network).merge(metrics.clone().router());
    operator::with_token(open, operator_token(app))
}

/// Returns the operator token of the deployment: all processes with the same root key have the same.
pub(super) fn operator_token(app: &Arc<App>) -> Secret<String> {
    Secret::new(hex::encode(app.keys().derive(Purpose::OperatorToken).expose()))
}
