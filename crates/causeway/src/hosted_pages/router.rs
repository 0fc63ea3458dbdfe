//! The paths of the hosted pages.

use std::sync::Arc;

use axum::Router;
use axum::routing::get;
use causeway_sandbox::CARD_PAGE_PATH;
use causeway_service::App;
use causeway_service::hosted_pages::VERIFICATION_PATH;

use super::{card, invitation, verification};

/// Returns the router of the hosted pages.
pub fn router() -> Router<Arc<App>> {
    let at = |rest: &str| format!("{VERIFICATION_PATH}/{{code}}{rest}");
    let redirect_to_page = || get(verification::redirect_to_page);
    Router::new()
        .route(&at(""), get(verification::show))
        .route(&at("/details"), redirect_to_page().post(verification::details))
        .route(&at("/owners"), redirect_to_page().post(verification::add_owner))
        .route(&at("/owners/{id}"), get(verification::show_owner).post(verification::change_owner))
        .route(&at("/owners/{id}/remove"), redirect_to_page().post(verification::remove_owner))
        .route(&at("/documents"), redirect_to_page().post(verification::add_document))
        .route(&at("/documents/{id}"), get(verification::show_document).post(verification::replace_document))
        .route(&at("/documents/{id}/remove"), redirect_to_page().post(verification::remove_document))
        .route(&at("/complete"), redirect_to_page().post(verification::complete))
        .route("/i/{code}", get(invitation::show))
        .route(&format!("{CARD_PAGE_PATH}/{{token}}"), get(card::show))
}
