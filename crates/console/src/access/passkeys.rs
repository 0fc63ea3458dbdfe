//! The operator's own passkeys: their list, and the registration of one.

use askama::Template;
use axum::extract::RawQuery;
use axum::http::StatusCode;
use axum::response::Response;
use bytes::Bytes;
use causeway_service::operator::{
    OperatorError, OwnPasskey, PasskeyCreation, PasskeySite, begin_registration, finish_registration,
    own_passkeys,
};

use super::host::RequestSite;
use super::passkey_form::registration;
use crate::entry::Entry;
use crate::failure::Failure;
use crate::forms::{CheckedForm, Fields};
use crate::frame::{Frame, Section};
use crate::operator::Operator;
use crate::page::{ok, render, see_other};
use crate::urls;

#[derive(Template)]
#[template(path = "passkeys.html")]
struct PasskeysPage {
    frame: Frame,
    rows: Vec<PasskeyRow>,
}

/// A passkey, with the page that removes it.
struct PasskeyRow {
    passkey: OwnPasskey,
    /// `None` if the operator's roles cannot remove it.
    remove: Option<String>,
}

#[derive(Template)]
#[template(path = "new_passkey.html")]
struct NewPasskeyPage {
    frame: Frame,
    challenge: String,
    relying_party: String,
    /// Id of the person for authenticators, in base64url.
    user: String,
    /// Ids of the passkeys that the person has, in base64url, separated by spaces.
    existing: String,
    error: Option<&'static str>,
}

/// Serves the list of the operator's passkeys.
pub(super) async fn list(operator: Operator, RawQuery(query): RawQuery) -> Result<Response, Failure> {
    let fields = Fields::parse(&query.unwrap_or_default());
    let notice = fields.get("done").map(|_| "the passkey is added, and is asked for from now on".to_owned());
    let frame = frame(&operator, "Passkeys").await?.noting(notice);
    let passkeys = own_passkeys(operator.app(), &operator.session).await?;
    let rows = passkeys.into_iter().map(|passkey| PasskeyRow::of(&operator, passkey)).collect();
    Ok(ok(&PasskeysPage { frame, rows }))
}

/// Serves the page that has the browser create a passkey. An operator with passkeys uses one of them first.
pub(super) async fn create(operator: Operator, RequestSite(site): RequestSite) -> Result<Response, Failure> {
    if operator.needs_passkey() {
        return Ok(see_other(&urls::verify(urls::NEW_PASSKEY)));
    }
    let site = site.ok_or_else(no_passkeys_here)?;
    creation(&operator, &site, StatusCode::OK, None).await
}

/// Registers the passkey that the browser has created.
pub(super) async fn register(
    operator: Operator,
    RequestSite(site): RequestSite,
    body: Bytes,
) -> Result<Response, Failure> {
    let form = CheckedForm::read(&operator.session, &body)?;
    if operator.needs_passkey() {
        return Ok(see_other(&urls::verify(urls::NEW_PASSKEY)));
    }
    let site = site.ok_or_else(no_passkeys_here)?;
    let is_registered = match registration(form.fields()) {
        Some(passkey) => finish_registration(operator.app(), &operator.session, &site, passkey).await?,
        None => false,
    };
    if is_registered {
        return Ok(see_other(&urls::with_query(urls::PASSKEYS, &[("done", "added")])));
    }
    let error = Some("The passkey was not added: the answer of the browser is wrong or late. Try again.");
    creation(&operator, &site, StatusCode::BAD_REQUEST, error).await
}

async fn creation(
    operator: &Operator,
    site: &PasskeySite,
    status: StatusCode,
    error: Option<&'static str>,
) -> Result<Response, Failure> {
    let frame = frame(operator, "Add a passkey").await?;
    let PasskeyCreation { challenge, relying_party, user, existing } =
        begin_registration(operator.app(), &operator.session, site).await?;
    let challenge = challenge.expose().clone();
    let existing = existing.join(" ");
    Ok(render(status, &NewPasskeyPage { frame, challenge, relying_party, user, existing, error }))
}

async fn frame(operator: &Operator, title: &str) -> Result<Frame, Failure> {
    let entry = Entry::new("console", "passkeys");
    Ok(Frame::load(operator, None, Section::Elsewhere, &entry).await?.titled(title))
}

fn no_passkeys_here() -> Failure {
    let error = OperatorError::refused("browsers have no passkeys for an address without a host name");
    error.remedy("open the console by its host name; on the machine of the server, that is localhost").into()
}

impl PasskeyRow {
    fn of(operator: &Operator, passkey: OwnPasskey) -> Self {
        let noun = "console";
        let verb = "remove-passkey";
        let page = || {
            let action = urls::action(None, noun, verb, None);
            urls::with_query(&action, &[("a.passkey", passkey.id.as_str())])
        };
        let remove = operator.may(noun, verb).then(page);
        Self { passkey, remove }
    }
}
