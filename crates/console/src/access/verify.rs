//! The confirmation by a passkey within a session: it counts for five minutes.

use askama::Template;
use axum::extract::RawQuery;
use axum::http::StatusCode;
use axum::response::Response;
use bytes::Bytes;
use causeway_service::operator::{begin_step_up, finish_step_up};

use super::forgery::form_token;
use super::host::RequestSite;
use super::passkey_form::{PasskeyPrompt, assertion};
use crate::failure::Failure;
use crate::forms::{CheckedForm, Fields};
use crate::operator::Operator;
use crate::page::{render, see_other};
use crate::urls;

/// The parameter with the page to go on with.
const TO: &str = "to";

#[derive(Template)]
#[template(path = "verify.html")]
struct VerifyPage<'a> {
    token: String,
    to: &'a str,
    prompt: PasskeyPrompt,
    error: Option<&'static str>,
}

/// Asks for a passkey. An operator who has none, or has just used one, goes on.
pub(super) async fn show(
    operator: Operator,
    RequestSite(site): RequestSite,
    RawQuery(query): RawQuery,
) -> Result<Response, Failure> {
    let fields = Fields::parse(&query.unwrap_or_default());
    let to = destination(&fields);
    if operator.is_verified() {
        return Ok(see_other(to));
    }
    let Some(request) = begin_step_up(operator.app(), &operator.session, site.as_ref()).await? else {
        return Ok(see_other(to));
    };
    Ok(page(&operator, StatusCode::OK, to, request.into(), None))
}

/// Checks the use of a passkey, and goes on.
pub(super) async fn check(
    operator: Operator,
    RequestSite(site): RequestSite,
    body: Bytes,
) -> Result<Response, Failure> {
    let form = CheckedForm::read(&operator.session, &body)?;
    let to = destination(form.fields());
    let app = operator.app();
    let is_right = match assertion(form.fields()) {
        Some(assertion) => finish_step_up(app, &operator.session, site.as_ref(), assertion).await?,
        None => false,
    };
    if is_right {
        return Ok(see_other(to));
    }
    let Some(request) = begin_step_up(app, &operator.session, site.as_ref()).await? else {
        return Ok(see_other(to));
    };
    let error = Some("The passkey did not fit, or its use took more than 5 minutes. Try again.");
    Ok(page(&operator, StatusCode::FORBIDDEN, to, request.into(), error))
}

fn page(
    operator: &Operator,
    status: StatusCode,
    to: &str,
    prompt: PasskeyPrompt,
    error: Option<&'static str>,
) -> Response {
    let token = form_token(&operator.session, &operator.app().ids);
    render(status, &VerifyPage { token, to, prompt, error })
}

/// Returns the page to go on with, which is one of the console in any case.
fn destination(fields: &Fields) -> &str {
    fields.get(TO).filter(|address| urls::is_own(address)).unwrap_or(urls::ROOT)
}
