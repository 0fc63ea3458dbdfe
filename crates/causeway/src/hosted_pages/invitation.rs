//! The page of an invitation (customers 9).

use std::sync::Arc;

use askama::Template;
use axum::extract::rejection::PathRejection;
use axum::extract::{Path, State};
use axum::http::StatusCode;
use axum::response::Response;
use causeway_domain::invitations::InvitationStatus;
use causeway_domain::{Amount, currency};
use causeway_service::App;
use causeway_service::hosted_pages::{self, InvitationPage, PageFault};

use super::catalogue::{Catalogue, ENGLISH};
use super::response::{ForeignOrigins, STYLE, page, refused};
use crate::amount_format;

#[derive(Template)]
#[template(path = "invitation.html")]
struct Invitation<'a> {
    catalogue: &'a Catalogue,
    style: &'a str,
    page: &'a InvitationPage,
    amount: Option<String>,
    countries: String,
    /// The reason why the invitation cannot be accepted, or `None` if it can.
    status_text: Option<&'a str>,
}

/// Serves `GET /i/{code}`.
pub(super) async fn show(State(app): State<Arc<App>>, code: Result<Path<String>, PathRejection>) -> Response {
    let Ok(Path(code)) = code else { return refused(&PageFault::Unknown) };
    let shown = match hosted_pages::invitation(&app, &code).await {
        Ok(Some(shown)) => shown,
        Ok(None) => return refused(&PageFault::Unknown),
        Err(refusal) => return refused(&PageFault::Refused(refusal)),
    };
    let countries: Vec<&str> = shown.countries.iter().map(|country| country.name()).collect();
    let status_text = match shown.status {
        InvitationStatus::Pending => None,
        InvitationStatus::Claimed => Some(ENGLISH.invitation_claimed),
        InvitationStatus::Cancelled => Some(ENGLISH.invitation_cancelled),
        InvitationStatus::Expired => Some(ENGLISH.invitation_expired),
    };
    let status = if status_text.is_some() { StatusCode::GONE } else { StatusCode::OK };
    let template = Invitation {
        catalogue: &ENGLISH,
        style: STYLE,
        amount: shown.amount.map(written),
        countries: countries.join(", "),
        status_text,
        page: &shown,
    };
    page(status, &template, &ForeignOrigins { form: None, image: shown.logo.as_deref() })
}

/// Formats an amount with the decimal places of its currency, and its code.
fn written(amount: Amount) -> String {
    let decimals = currency::find(amount.currency).map_or(0, |info| info.decimals);
    format!("{} {}", amount_format::major(amount.minor, decimals), amount.currency)
}
