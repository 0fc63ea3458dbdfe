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
use causeway_service::hosted_pages::{self, InvitationPage, PageError};

use super::catalogue::{Catalogue, ENGLISH};
use super::response::{ForeignOrigins, STYLE, error_page, page};
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
    let Ok(Path(code)) = code else { return error_page(&PageError::Unknown) };
    let invitation = match hosted_pages::invitation(&app, &code).await {
        Ok(Some(invitation)) => invitation,
        Ok(None) => return error_page(&PageError::Unknown),
        Err(refusal) => return error_page(&PageError::Refused(refusal)),
    };
    let countries: Vec<&str> = invitation.countries.iter().map(|country| country.name()).collect();
    let status_text = match invitation.status {
        InvitationStatus::Pending => None,
        InvitationStatus::Claimed => Some(ENGLISH.invitation_claimed),
        InvitationStatus::Cancelled => Some(ENGLISH.invitation_cancelled),
        InvitationStatus::Expired => Some(ENGLISH.invitation_expired),
    };
    let status = if status_text.is_some() { StatusCode::GONE } else { StatusCode::OK };
    let template = Invitation {
        catalogue: &ENGLISH,
        style: STYLE,
        amount: invitation.amount.map(amount_text),
        countries: countries.join(", "),
        status_text,
        page: &invitation,
    };
    page(status, &template, &ForeignOrigins { form: None, image: invitation.logo.as_deref() })
}

/// Formats an amount with the decimal places of its currency, and its code.
fn amount_text(amount: Amount) -> String {
    let decimals = currency::find(amount.currency).map_or(0, |info| info.decimals);
    format!("{} {}", amount_format::major(amount.minor, decimals), amount.currency)
}
