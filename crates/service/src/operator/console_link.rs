//! Links that sign in to the console once (conventions 2.1).

use std::sync::Arc;
use std::time::Duration;

use causeway_domain::Time;
use causeway_store::Tx;
use causeway_store::console_links::{self, ConsoleLinkRecord};
use serde_json::json;

use super::OperatorError;
use super::audit_entry::AuditEntry;
use super::console_challenge::{ChallengePurpose, ChallengeTerms};
use super::console_passkey::{PasskeyAssertion, PasskeyRequest, PasskeyUse};
use super::console_person::ConsolePerson;
use super::console_session::{NewConsoleSession, begin};
use super::console_site::PasskeySite;
use super::grant::Grant;
use super::secret_text::SecretText;
use crate::runtime::api_error::ApiError;
use crate::runtime::app::App;
use crate::runtime::keys::{Keyring, Purpose, Secret};
use crate::runtime::settings::{ConsoleListener, PUBLIC_URL, Settings};

/// The path of the page that a link opens; the parameter `link` follows.
pub const CONSOLE_SIGN_IN: &str = "/console/sign-in";

/// The name of a sign-in in the audit trail.
const SIGN_IN: &str = "console sign-in";

/// Life of a link.
const LIFETIME: Duration = Duration::from_mins(15);

/// The outcome of a link that fits.
pub enum SignIn {
    /// The session has begun, and the link is used up.
    Session(NewConsoleSession),
    /// The person has passkeys. The link is used up together with one of them.
    Passkey(PasskeyRequest),
}

/// A new link.
pub(super) struct NewLink {
    pub(super) url: Secret<String>,
    /// Wall time.
    pub(super) expires_at: Time,
}

/// Creates a link for a person.
///
/// # Errors
/// If this deployment has no console.
pub(super) fn create(tx: &mut Tx<'_>, app: &App, person: &ConsolePerson) -> Result<NewLink, OperatorError> {
    let origin = origin(tx, app)?;
    let now = tx.wall();
    let text = SecretText::generate(app, app.ids.uuid(now));
    let mut link = ConsoleLinkRecord {
        id: text.id,
        uid: person.uid,
        name: person.name.clone(),
        created_at: now,
        expires_at: now.plus(LIFETIME),
        used_at: None,
        secret_hash: Vec::new(),
    };
    link.secret_hash = hash(&app.keys(), &text, &link);
    console_links::insert(tx, &link)?;
    let url = Secret::new(format!("{origin}{CONSOLE_SIGN_IN}?link={}", text.expose()));
    Ok(NewLink { url, expires_at: link.expires_at })
}

/// Creates a link for the owner of the deployment, and returns its URL; `None` if this process has no console.
///
/// # Errors
/// If the database cannot be written.
pub async fn console_link_for_owner(app: &Arc<App>) -> Result<Option<Secret<String>>, OperatorError> {
    if app.deployment.console.is_none() {
        return Ok(None);
    }
    let shared = Arc::clone(app);
    let created = app.store.write(&[], move |tx| create(tx, &shared, &ConsolePerson::owner())).await?;
    Ok(Some(created.url))
}

/// Uses up a link and begins a session, or asks for a passkey if the person has one; `None` if the link is unknown, used
/// or expired, or if its person has no roles any more. The comparison takes constant time.
///
/// # Errors
/// If the passkeys of the person are for other pages.
pub async fn sign_in_by_link(
    app: &Arc<App>,
    sent: &str,
    site: Option<&PasskeySite>,
) -> Result<Option<SignIn>, OperatorError> {
    let Some(text) = SecretText::parse(sent) else { return Ok(None) };
    let shared = Arc::clone(app);
    let site = site.cloned();
    let sign_in = move |tx: &mut Tx<'_>| -> Result<Option<SignIn>, OperatorError> {
        let Some(person) = person_of(tx, &shared, &text)? else { return Ok(None) };
        if let Some(request) = use_of(&text, &person, site.as_ref()).request(tx, &shared)? {
            return Ok(Some(SignIn::Passkey(request)));
        }
        Ok(use_up(tx, &shared, &text, &person, None)?.map(SignIn::Session))
    };
    app.store.write(&[], sign_in).await
}

/// Uses up a link together with a passkey, and begins a session; `None` for a link as in [`sign_in_by_link`], and if any
/// part of the use of the passkey is wrong.
///
/// # Errors
/// If the database cannot be written.
pub async fn sign_in_by_passkey(
    app: &Arc<App>,
    sent: &str,
    site: Option<&PasskeySite>,
    passkey: PasskeyAssertion,
) -> Result<Option<NewConsoleSession>, OperatorError> {
    let Some(text) = SecretText::parse(sent) else { return Ok(None) };
    let shared = Arc::clone(app);
    let site = site.cloned();
    let sign_in = move |tx: &mut Tx<'_>| -> Result<Option<NewConsoleSession>, OperatorError> {
        let Some(person) = person_of(tx, &shared, &text)? else { return Ok(None) };
        if !use_of(&text, &person, site.as_ref()).accept(tx, &shared, &passkey)? {
            return Ok(None);
        }
        let now = tx.wall();
        use_up(tx, &shared, &text, &person, Some(now))
    };
    app.store.write(&[], sign_in).await
}

/// Returns the person of an open link.
fn person_of(tx: &mut Tx<'_>, app: &App, text: &SecretText) -> Result<Option<ConsolePerson>, OperatorError> {
    let Some(link) = console_links::find(tx, text.id)? else { return Ok(None) };
    let parts = parts(text, &link);
    let parts = parts.each_ref().map(Vec::as_slice);
    let fits = app.keys().keyed_hash_fits(Purpose::ConsoleSignIn, &parts, Some(&link.secret_hash[..]));
    let is_open = fits && link.used_at.is_none() && tx.wall() < link.expires_at;
    Ok(is_open.then_some(ConsolePerson { uid: link.uid, name: link.name }))
}

/// Returns the use of a passkey at the sign-in by a link.
fn use_of<'a>(text: &SecretText, person: &'a ConsolePerson, site: Option<&'a PasskeySite>) -> PasskeyUse<'a> {
    let terms = ChallengeTerms { purpose: ChallengePurpose::SignIn, bound_to: text.id };
    PasskeyUse { person, site, terms }
}

/// Uses up an open link and begins a session; `None` if another attempt was first, or if the person has no roles.
fn use_up(
    tx: &mut Tx<'_>,
    app: &App,
    text: &SecretText,
    person: &ConsolePerson,
    verified_at: Option<Time>,
) -> Result<Option<NewConsoleSession>, OperatorError> {
    let caller = person.caller(tx, app)?;
    if caller.grant == Grant::default() || !console_links::mark_used(tx, text.id)? {
        return Ok(None);
    }
    let entry = AuditEntry {
        caller,
        request: app.ids.uuid(tx.wall()),
        reason: String::new(),
        action: SIGN_IN.to_owned(),
        detail: json!({ "name": person.name }),
    };
    entry.record(tx, None, &json!({}))?;
    begin(tx, app, person, verified_at).map(Some)
}

/// Returns the origin of the console: the public URL, or else the address that the server listens on.
fn origin(tx: &mut Tx<'_>, app: &App) -> Result<String, OperatorError> {
    let Some(place) = &app.deployment.console else {
        return Err(OperatorError::refused("this deployment has no console")
            .remedy("set console in causeway.toml to public or admin, and start the server again"));
    };
    if place.listener == ConsoleListener::Admin {
        return Ok(place.origin.clone());
    }
    let settings = Settings::of_deployment(tx, &app.deployment)?;
    let public_url = settings.get(&PUBLIC_URL).map_err(ApiError::from)?;
    Ok(public_url.map_or_else(|| place.origin.clone(), |url| url.trim_end_matches('/').to_owned()))
}

/// Returns the parts of a link that its hash covers; the secret is the first.
fn parts(text: &SecretText, link: &ConsoleLinkRecord) -> [Vec<u8>; 5] {
    let [uid, name] = ConsolePerson { uid: link.uid, name: link.name.clone() }.parts();
    [
        text.secret.expose().clone().into_bytes(),
        link.id.as_bytes().to_vec(),
        uid,
        name,
        link.expires_at.millis().to_be_bytes().to_vec(),
    ]
}

fn hash(keys: &Keyring, text: &SecretText, link: &ConsoleLinkRecord) -> Vec<u8> {
    keys.keyed_hash(Purpose::ConsoleSignIn, &parts(text, link).each_ref().map(Vec::as_slice))
}
