//! Passkeys within a session of the console: the registration of one, and the confirmation by one (conventions 2.1).

use std::sync::Arc;

use base64::Engine;
use base64::engine::general_purpose::URL_SAFE_NO_PAD as BASE64URL;
use causeway_domain::Time;
use causeway_store::{Tx, console_passkeys};
use serde_json::json;
use sha2::{Digest, Sha256};

use super::OperatorError;
use super::audit_entry::AuditEntry;
use super::console_challenge::{ChallengePurpose, ChallengeTerms, issue};
use super::console_passkey::{PasskeyAssertion, PasskeyRegistration, PasskeyRequest, PasskeyUse, of_person};
use super::console_session::{ConsoleSession, mark_verified};
use super::console_site::PasskeySite;
use crate::runtime::app::App;
use crate::runtime::keys::Secret;

/// The name of a registration in the audit trail.
const ADD_PASSKEY: &str = "console add-passkey";
/// Maximum number of passkeys of a person.
const MAX_PASSKEYS: usize = 10;

/// A passkey of the person of a session. All times are wall time.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct OwnPasskey {
    pub id: String,
    /// Host name of the pages that it is for.
    pub relying_party: String,
    pub created_at: Time,
    pub used_at: Option<Time>,
}

/// A request to a browser to create a passkey.
#[derive(Debug)]
pub struct PasskeyCreation {
    /// The challenge for the form, as in [`PasskeyRequest`].
    pub challenge: Secret<String>,
    /// Id of the relying party.
    pub relying_party: String,
    /// Id of the person for authenticators, in base64url.
    pub user: String,
    /// Ids of the passkeys that the person has, in base64url: their authenticators create no second one.
    pub existing: Vec<String>,
}

/// Returns the passkeys of the person of a session, the oldest first.
///
/// # Errors
/// If the database cannot be read.
pub async fn own_passkeys(
    app: &Arc<App>,
    session: &ConsoleSession,
) -> Result<Vec<OwnPasskey>, OperatorError> {
    let person = session.person.clone();
    let passkeys = app.store.read(move |tx| of_person(tx, &person)).await?;
    let own = passkeys.into_iter().map(|passkey| OwnPasskey {
        id: passkey.id.to_string(),
        relying_party: passkey.doc.relying_party,
        created_at: passkey.created_at,
        used_at: passkey.used_at,
    });
    Ok(own.collect())
}

/// Begins the registration of a passkey.
///
/// # Errors
/// If the person has passkeys and has not used one of them, or has too many.
pub async fn begin_registration(
    app: &Arc<App>,
    session: &ConsoleSession,
    site: &PasskeySite,
) -> Result<PasskeyCreation, OperatorError> {
    check_verified(app, session)?;
    let shared = Arc::clone(app);
    let session = session.clone();
    let site = site.clone();
    let begin = move |tx: &mut Tx<'_>| -> Result<PasskeyCreation, OperatorError> {
        let passkeys = of_person(tx, &session.person)?;
        if passkeys.len() >= MAX_PASSKEYS {
            return Err(too_many());
        }
        let [uid, name] = session.person.parts();
        let user = Sha256::new().chain_update(b"causeway console ").chain_update(uid).chain_update(name);
        Ok(PasskeyCreation {
            challenge: Secret::new(
                issue(tx, &shared, terms(&session, ChallengePurpose::Registration), None)?.expose(),
            ),
            relying_party: site.host.clone(),
            user: BASE64URL.encode(user.finalize()),
            existing: passkeys.iter().map(|passkey| BASE64URL.encode(&passkey.credential)).collect(),
        })
    };
    app.store.write(&[], begin).await
}

/// Registers a passkey, with a row in the audit trail. Returns `false` if the browser's answer is wrong.
///
/// # Errors
/// As [`begin_registration`]. [`super::Kind::Refused`] if the passkey is registered already.
pub async fn finish_registration(
    app: &Arc<App>,
    session: &ConsoleSession,
    site: &PasskeySite,
    sent: PasskeyRegistration,
) -> Result<bool, OperatorError> {
    check_verified(app, session)?;
    let shared = Arc::clone(app);
    let session = session.clone();
    let site = site.clone();
    let finish = move |tx: &mut Tx<'_>| -> Result<bool, OperatorError> {
        let registration = PasskeyUse {
            person: &session.person,
            site: Some(&site),
            terms: terms(&session, ChallengePurpose::Registration),
        };
        let Some(passkey) = registration.new_passkey(tx, &shared, &sent)? else { return Ok(false) };
        if of_person(tx, &session.person)?.len() >= MAX_PASSKEYS {
            return Err(too_many());
        }
        if console_passkeys::has_credential(tx, &passkey.credential)? {
            return Err(OperatorError::refused("this passkey is registered already")
                .remedy("use another authenticator, or remove the passkey first"));
        }
        console_passkeys::insert(tx, &passkey)?;
        let entry = AuditEntry {
            caller: session.caller.clone(),
            request: shared.ids.uuid(tx.wall()),
            reason: String::new(),
            action: ADD_PASSKEY.to_owned(),
            detail: json!({ "passkey": passkey.id, "relying_party": passkey.doc.relying_party }),
        };
        entry.record(tx, None, &json!({}))?;
        Ok(true)
    };
    app.store.write(&[], finish).await
}

/// Asks for a passkey of the person of a session; `None` if the person has none.
///
/// # Errors
/// If the passkeys of the person are for other pages.
pub async fn begin_step_up(
    app: &Arc<App>,
    session: &ConsoleSession,
    site: Option<&PasskeySite>,
) -> Result<Option<PasskeyRequest>, OperatorError> {
    let shared = Arc::clone(app);
    let session = session.clone();
    let site = site.cloned();
    let begin = move |tx: &mut Tx<'_>| step_up_of(&session, site.as_ref()).request(tx, &shared);
    app.store.write(&[], begin).await
}

/// Checks the use of a passkey. If it is right, the session counts as verified for five minutes; otherwise returns
/// `false`.
///
/// # Errors
/// If the database cannot be written.
pub async fn finish_step_up(
    app: &Arc<App>,
    session: &ConsoleSession,
    site: Option<&PasskeySite>,
    sent: PasskeyAssertion,
) -> Result<bool, OperatorError> {
    let shared = Arc::clone(app);
    let session = session.clone();
    let site = site.cloned();
    let finish = move |tx: &mut Tx<'_>| -> Result<bool, OperatorError> {
        let is_right = step_up_of(&session, site.as_ref()).accept(tx, &shared, &sent)?;
        if is_right {
            mark_verified(tx, &shared, &session)?;
        }
        Ok(is_right)
    };
    app.store.write(&[], finish).await
}

fn terms(session: &ConsoleSession, purpose: ChallengePurpose) -> ChallengeTerms {
    ChallengeTerms { purpose, bound_to: session.id }
}

fn step_up_of<'a>(session: &'a ConsoleSession, site: Option<&'a PasskeySite>) -> PasskeyUse<'a> {
    PasskeyUse { person: &session.person, site, terms: terms(session, ChallengePurpose::StepUp) }
}

/// Checks that a session that needs a passkey has used one: otherwise a stolen session could add a key of its own.
fn check_verified(app: &App, session: &ConsoleSession) -> Result<(), OperatorError> {
    if session.needs_passkey(app.clock.now()) {
        return Err(OperatorError::refused("another passkey is added with one of your passkeys")
            .remedy("confirm with your passkey first"));
    }
    Ok(())
}

fn too_many() -> OperatorError {
    OperatorError::refused(format!("you have {MAX_PASSKEYS} passkeys, which is the most that a person has"))
        .remedy("have an administrator remove one: causeway console remove-passkey PASSKEY --reason REASON")
}
