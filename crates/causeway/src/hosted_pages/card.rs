//! The page with the number of a simulated card (cards 6).

use std::sync::Arc;

use askama::Template;
use axum::extract::rejection::PathRejection;
use axum::extract::{Path, State};
use axum::http::StatusCode;
use axum::response::Response;
use causeway_sandbox::revealed_card;
use causeway_service::App;
use causeway_service::hosted_pages::PageError;

use super::catalogue::{Catalogue, ENGLISH};
use super::response::{STYLE, framed, framed_error_page};

#[derive(Template)]
#[template(path = "card.html")]
struct Card<'a> {
    catalogue: &'a Catalogue,
    style: &'a str,
    pan: &'a str,
    cvv: &'a str,
    expiry: &'a str,
}

/// Serves `GET /card-embed/{token}`.
pub(super) async fn show(
    State(app): State<Arc<App>>,
    token: Result<Path<String>, PathRejection>,
) -> Response {
    // The response does not reveal if such a token ever existed.
    let Ok(Path(token)) = token else { return framed_error_page(&PageError::Gone) };
    match revealed_card(&app, &token).await {
        Ok(Some(card)) => {
            let template = Card {
                catalogue: &ENGLISH,
                style: STYLE,
                pan: card.pan.expose(),
                cvv: card.cvv.expose(),
                expiry: &card.expiry,
            };
            framed(StatusCode::OK, &template)
        }
        Ok(None) => framed_error_page(&PageError::Gone),
        Err(refusal) => framed_error_page(&PageError::Refused(refusal)),
    }
}
