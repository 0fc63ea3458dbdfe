//! Where the pages stand.

use std::sync::Arc;

use axum::Router;
use axum::routing::{get, post};
use causeway_sandbox::CARD_PAGE_PATH;
use causeway_service::App;
use causeway_service::hosted_pages::VERIFICATION_PATH;

use super::{card, invitation, verification};

/// The pages at their paths.
pub fn router() -> Router<Arc<App>> {
    let at = |rest: &str| format!("{VERIFICATION_PATH}/{{code}}{rest}");
    Router::new()
        .route(&at(""), get(verification::show))
        .route(&at("/details"), post(verification::details))
        .route(&at("/owners"), post(verification::owners))
        .route(&at("/documents"), post(verification::documents))
        .route(&at("/complete"), post(verification::complete))
        .route("/i/{code}", get(invitation::show))
        .route(&format!("{CARD_PAGE_PATH}/{{token}}"), get(card::show))
}
