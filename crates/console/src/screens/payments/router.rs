//! The routes of payments.

use std::sync::Arc;

use axum::Router;
use axum::extract::{Path, RawQuery};
use axum::routing::get;

use super::list::list;
use super::show::show;
use super::tab::PaymentTab;
use crate::console::Console;
use crate::operator::Operator;
use crate::screens::resource_path::ResourcePath;
use crate::urls;

/// Returns the routes of payments: the first part of the page of a payment has no name in its address.
pub(in crate::screens) fn routes() -> Router<Arc<Console>> {
    let page = |operator: Operator, path: Path<ResourcePath>, query: RawQuery| {
        show(operator, path, query, PaymentTab::Price)
    };
    let first = Router::new()
        .route(&urls::page_pattern("payments"), get(list))
        .route(&urls::resource_pattern("payments"), get(page));
    PaymentTab::ALL.into_iter().fold(first, |router, tab| {
        let page = move |operator: Operator, path: Path<ResourcePath>, query: RawQuery| {
            show(operator, path, query, tab)
        };
        router.route(&urls::tab_pattern("payments", tab.name()), get(page))
    })
}
