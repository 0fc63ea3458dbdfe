//! The routes of the general templates.

use std::sync::Arc;

use axum::Router;
use axum::extract::{Path, RawQuery};
use axum::routing::get;

use super::lists::{GeneralList, LISTS, PLATFORMS};
use super::show::ShownResource;
use super::{list, overview, show, show_platform};
use crate::console::Console;
use crate::operator::Operator;
use crate::screens::resource_path::ResourcePath;
use crate::urls;

/// Returns the routes.
pub(in crate::screens) fn router() -> Router<Arc<Console>> {
    let router = Router::new()
        .route(&urls::page_pattern(overview::SEGMENT), get(overview::of_platform))
        .route(&urls::section(None, overview::SEGMENT), get(overview::of_deployment))
        .route(&urls::page_pattern(show_platform::SEGMENT), get(show_platform::show));
    LISTS.iter().chain([&PLATFORMS]).fold(router, |router, known| {
        if known.is_of_deployment { of_deployment(router, known) } else { of_platform(router, known) }
    })
}

fn of_platform(router: Router<Arc<Console>>, known: &'static GeneralList) -> Router<Arc<Console>> {
    let rows = move |operator: Operator, Path(platform): Path<String>, RawQuery(query): RawQuery| {
        list::list(known, operator, Some(platform), query)
    };
    let one = move |operator: Operator, Path(path): Path<ResourcePath>, RawQuery(query): RawQuery| {
        let ResourcePath { platform, id } = path;
        show::show(known, operator, ShownResource { platform: Some(platform), id, query })
    };
    let router = router.route(&urls::page_pattern(known.segment), get(rows));
    match known.id {
        Some(_) => router.route(&urls::resource_pattern(known.segment), get(one)),
        None => router,
    }
}

fn of_deployment(router: Router<Arc<Console>>, known: &'static GeneralList) -> Router<Arc<Console>> {
    let rows = move |operator: Operator, RawQuery(query): RawQuery| list::list(known, operator, None, query);
    let one = move |operator: Operator, Path(id): Path<String>, RawQuery(query): RawQuery| {
        show::show(known, operator, ShownResource { platform: None, id, query })
    };
    let router = router.route(&urls::section(None, known.segment), get(rows));
    match known.id {
        Some(_) => router.route(&urls::member_pattern(known.segment), get(one)),
        None => router,
    }
}
