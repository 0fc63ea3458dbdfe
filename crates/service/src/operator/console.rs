//! Sign-in to the console (conventions 2.1).

use causeway_domain::Time;
use causeway_store::console_passkeys::{self, ConsolePasskeyRecord};
use causeway_store::console_sessions::{self, ConsoleSessionRecord};
use causeway_store::{ChangeEffect, Tx, collect_change};
use uuid::Uuid;

use super::console_link::create;
use super::console_person::ConsolePerson;
use super::console_session::{has_expired, person_of};
use super::grant::Grant;
use super::{Answer, Call, Kind, NoArguments, OperatorError, arguments, noun, positional, view};

noun! {
    /// Sign-in to the console, the operators' pages in a browser
    "console" {
        /// Print a link that signs in once, within 15 minutes: a user, or without a name the owner of the deployment
        "link": Administer => change_deployment(link),
        /// List the sessions, the newest first
        "sessions": Administer => read_deployment(sessions),
        /// End a session: its browser has to sign in again
        "end": Administer => change_deployment(end),
        /// List the passkeys that sign-ins ask for, the newest first
        "passkeys": Administer => read_deployment(passkeys),
        /// Remove a passkey, such as one that was lost: a person without any signs in by a link alone
        "remove-passkey": Administer => change_deployment(remove_passkey).irreversible(),
    }
}

arguments! {
    struct LinkRequest {
        name: Option<String> =
            positional("Name of the user, as user list shows it [default: the owner of the deployment]").optional(),
    }

    struct EndRequest {
        session: Uuid = positional("Session id, as console sessions lists it"),
    }

    struct RemovePasskeyRequest {
        passkey: Uuid = positional("Passkey id, as console passkeys lists it"),
    }
}

/// A new link.
#[derive(serde::Serialize)]
struct LinkView {
    name: String,
    /// The link itself, shown once.
    sign_in_url: String,
    /// Wall time.
    expires_at: Time,
}

view! {
    /// A session. All times are wall time.
    struct SessionView of session: ConsoleSessionRecord {
        session: Uuid = session.id,
        name: String = session.name,
        created_at: Time = session.created_at,
        /// Within a minute.
        seen_at: Time = session.seen_at,
        expires_at: Time = session.expires_at,
        /// `None` if no passkey was checked.
        verified_at: Option<Time> = session.verified_at,
    }

    /// A passkey. All times are wall time.
    struct PasskeyView of passkey: ConsolePasskeyRecord {
        passkey: Uuid = passkey.id,
        name: String = passkey.name,
        /// Host name of the pages that it is for.
        relying_party: String = passkey.doc.relying_party,
        created_at: Time = passkey.created_at,
        used_at: Option<Time> = passkey.used_at,
    }
}

fn link(tx: &mut Tx<'_>, call: &Call, LinkRequest { name }: &LinkRequest) -> Answer<LinkView> {
    let person = match name {
        Some(name) => ConsolePerson::find(tx, name)?.ok_or_else(|| no_user(name))?,
        None => owner(call)?,
    };
    let created = create(tx, &call.app, &person)?;
    let name = "a link that signs in to the console".to_owned();
    collect_change(tx, ChangeEffect { name, from: None, to: Some(person.name.clone()) });
    Ok(LinkView {
        name: person.name,
        sign_in_url: created.url.expose().clone(),
        expires_at: created.expires_at,
    })
}

/// Returns the owner, for whom only a caller with all roles gets a link.
fn owner(call: &Call) -> Answer<ConsolePerson> {
    if call.audit.caller.grant == Grant::all() {
        return Ok(ConsolePerson::owner());
    }
    Err(OperatorError::refused("a link for the owner has all roles, and you have not")
        .remedy("name a user: causeway console link NAME"))
}

fn no_user(name: &str) -> OperatorError {
    OperatorError::new(Kind::NotFound, format!("there is no user {name}"))
        .remedy("see all users: causeway user list; add one: causeway user add NAME --uid 1000 --roles ROLES")
}

fn sessions(tx: &mut Tx<'_>, _: &Call, _: &NoArguments) -> Answer<Vec<SessionView>> {
    let now = tx.wall();
    let open = console_sessions::list(tx)?.into_iter().filter(|session| !has_expired(session, now));
    Ok(open.map(SessionView::from).collect())
}

fn end(tx: &mut Tx<'_>, _: &Call, EndRequest { session }: &EndRequest) -> Answer<SessionView> {
    let found = console_sessions::find(tx, *session)?;
    let found = found.ok_or_else(|| {
        OperatorError::new(Kind::NotFound, format!("there is no session {session}"))
            .remedy("see them all: causeway console sessions")
    })?;
    console_sessions::delete(tx, found.id)?;
    let name = format!("a session of {}", person_of(&found).name);
    collect_change(tx, ChangeEffect { name, from: Some(found.id.to_string()), to: None });
    Ok(found.into())
}

fn passkeys(tx: &mut Tx<'_>, _: &Call, _: &NoArguments) -> Answer<Vec<PasskeyView>> {
    Ok(console_passkeys::list(tx)?.into_iter().map(PasskeyView::from).collect())
}

fn remove_passkey(
    tx: &mut Tx<'_>,
    _: &Call,
    RemovePasskeyRequest { passkey }: &RemovePasskeyRequest,
) -> Answer<PasskeyView> {
    let found = console_passkeys::find(tx, *passkey)?;
    let found = found.ok_or_else(|| {
        OperatorError::new(Kind::NotFound, format!("there is no passkey {passkey}"))
            .remedy("see them all: causeway console passkeys")
    })?;
    console_passkeys::delete(tx, found.id)?;
    let name = format!("a passkey of {}", found.name);
    collect_change(tx, ChangeEffect { name, from: Some(found.id.to_string()), to: None });
    Ok(found.into())
}
