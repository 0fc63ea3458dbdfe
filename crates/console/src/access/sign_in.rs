//! Sign-in by a link that works once: opening it shows a button, and only the button uses it up. A person with a passkey
//! uses that, too.

use std::net::IpAddr;
use std::sync::Arc;

use askama::Template;
use axum::Extension;
use axum::extract::{RawQuery, State};
use axum::http::StatusCode;
use axum::http::header::{RETRY_AFTER, SET_COOKIE};
use axum::response::{IntoResponse, Response};
use bytes::Bytes;
use causeway_service::ApiError;
use causeway_service::operator::{SignIn, sign_in_by_link, sign_in_by_passkey};

use super::cookie;
use super::host::RequestSite;
use super::passkey_form::{PasskeyPrompt, assertion};
use crate::console::Console;
use crate::failure::Failure;
use crate::forms::{CheckedForm, Fields};
use crate::operator::Operator;
use crate::page::{ok, render, see_other};
use crate::urls;

/// The address of the browser.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ClientAddress(pub IpAddr);

/// The field with the link's text.
const LINK: &str = "link";

#[derive(Template)]
#[template(path = "sign_in.html")]
struct SignInPage<'a> {
    link: Option<&'a str>,
    /// `None` before the link was looked at.
    prompt: Option<PasskeyPrompt>,
    error: Option<&'a str>,
}

/// Shows the button that signs in.
pub(super) async fn show(RawQuery(query): RawQuery) -> Response {
    let fields = Fields::parse(&query.unwrap_or_default());
    ok(&SignInPage { link: fields.get(LINK), prompt: None, error: None })
}

/// Signs in, or asks for a passkey first. An attempt counts as failed until its link or its passkey fits.
pub(super) async fn sign_in(
    State(console): State<Arc<Console>>,
    address: Option<Extension<ClientAddress>>,
    RequestSite(site): RequestSite,
    body: Bytes,
) -> Result<Response, Failure> {
    let app = &console.app;
    let from = address.map(|Extension(ClientAddress(address))| address);
    let attempt = match app.sign_ins.begin(from, app.clock.now()) {
        Ok(attempt) => attempt,
        Err(refusal) => return Ok(too_many(&refusal)),
    };
    let fields = Fields::parse(&String::from_utf8_lossy(&body));
    let link = fields.get(LINK).unwrap_or_default();
    let assertion = assertion(&fields);
    let has_assertion = assertion.is_some();
    let outcome = match assertion {
        Some(passkey) => sign_in_by_passkey(app, link, site.as_ref(), passkey).await?.map(SignIn::Session),
        None => sign_in_by_link(app, link, site.as_ref()).await?,
    };
    match outcome {
        Some(SignIn::Session(session)) => {
            app.sign_ins.release(attempt);
            let cookie = cookie::begin(&session, console.is_secure);
            Ok(([(SET_COOKIE, cookie)], see_other(urls::ROOT)).into_response())
        }
        Some(SignIn::Passkey(request)) => {
            app.sign_ins.release(attempt);
            Ok(ok(&SignInPage { link: Some(link), prompt: Some(request.into()), error: None }))
        }
        None => Ok(refused(link, has_assertion)),
    }
}

/// Shows that the link or the passkey was wrong. The link is kept for another try with the passkey.
fn refused(link: &str, has_assertion: bool) -> Response {
    let page = if has_assertion {
        let error = "The passkey did not fit, or its use took more than 5 minutes. Try again.";
        SignInPage { link: Some(link), prompt: None, error: Some(error) }
    } else {
        let error = "This link was used, has expired, or is incomplete.";
        SignInPage { link: None, prompt: None, error: Some(error) }
    };
    render(StatusCode::FORBIDDEN, &page)
}

/// Shows that too many attempts have failed.
fn too_many(refusal: &ApiError) -> Response {
    let page = SignInPage { link: None, prompt: None, error: Some(refusal.message.as_str()) };
    let seconds = refusal.retry_after_seconds.unwrap_or_default().to_string();
    ([(RETRY_AFTER, seconds)], render(StatusCode::TOO_MANY_REQUESTS, &page)).into_response()
}

/// Ends the session.
pub(super) async fn sign_out(
    State(console): State<Arc<Console>>,
    operator: Operator,
    body: Bytes,
) -> Result<Response, Failure> {
    CheckedForm::read(&operator.session, &body)?;
    operator.session.end(&console.app).await?;
    Ok(([(SET_COOKIE, cookie::remove(console.is_secure))], see_other(urls::SIGN_IN)).into_response())
}
