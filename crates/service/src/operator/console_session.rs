//! Sessions of browsers at the console (conventions 2.1): authenticated by a keyed hash, read with each request.

use std::sync::Arc;
use std::time::Duration;

use causeway_domain::Time;
use causeway_store::console_sessions::{self, ConsoleSessionRecord, PersonalSession};
use causeway_store::{Error, Tx};
use sha2::{Digest, Sha256};
use uuid::Uuid;

use super::OperatorError;
use super::caller::Caller;
use super::console_person::ConsolePerson;
use super::grant::Grant;
use super::secret_text::SecretText;
use crate::runtime::app::App;
use crate::runtime::keys::{Keyring, Purpose, Secret};

/// Longest life of a session.
const LIFETIME: Duration = Duration::from_hours(12);
/// Longest time between two requests of a session.
const MAX_IDLE: Duration = Duration::from_mins(60);
/// Time after the check of a passkey in which a session may do what needs one.
const STEP_UP: Duration = Duration::from_mins(5);
/// Interval at which requests of a session are recorded.
const SEEN_INTERVAL: Duration = Duration::from_mins(1);

/// A session of a browser.
#[derive(Clone)]
pub struct ConsoleSession {
    pub id: Uuid,
    pub caller: Caller,
    /// Wall time.
    pub expires_at: Time,
    /// Wall time of the last check of a passkey; `None` without one.
    pub verified_at: Option<Time>,
    /// The key of the tokens in its forms.
    pub form_key: Secret<[u8; 32]>,
    pub(super) person: ConsolePerson,
    /// `true` if the person has a passkey.
    has_passkey: bool,
    is_unseen: bool,
    text: SecretText,
}

/// A session that has just begun, with the text for the browser's cookie.
pub struct NewConsoleSession {
    pub cookie: Secret<String>,
    /// Number of seconds until it expires.
    pub lifetime_seconds: u64,
}

impl ConsoleSession {
    /// Finds the session with the text of a cookie; `None` if it has ended or expired, or if its person has no roles any
    /// more. The comparison takes constant time.
    ///
    /// # Errors
    /// If the database cannot be read.
    pub async fn find(app: &Arc<App>, cookie: &str) -> Result<Option<Self>, OperatorError> {
        let Some(text) = SecretText::parse(cookie) else { return Ok(None) };
        let shared = Arc::clone(app);
        let found = app.store.read(move |tx| read(tx, &shared, &text)).await?;
        if let Some(session) = found.as_ref().filter(|session| session.is_unseen) {
            let id = session.id;
            app.store.write::<_, Error, _>(&[], move |tx| console_sessions::mark_seen(tx, id)).await?;
        }
        Ok(found)
    }

    /// Returns `true` if a passkey was checked within the last five minutes.
    #[must_use]
    pub fn is_verified(&self, now: Time) -> bool {
        self.verified_at.is_some_and(|at| now < at.plus(STEP_UP))
    }

    /// Returns `true` if what needs a passkey has to wait for one: the person has a passkey, which was not checked within
    /// the last five minutes.
    #[must_use]
    pub fn needs_passkey(&self, now: Time) -> bool {
        self.has_passkey && !self.is_verified(now)
    }

    /// Ends the session, on all processes at once.
    ///
    /// # Errors
    /// If the database cannot be written.
    pub async fn end(self, app: &Arc<App>) -> Result<(), OperatorError> {
        let id = self.id;
        app.store.write::<_, Error, _>(&[], move |tx| console_sessions::delete(tx, id)).await?;
        Ok(())
    }
}

/// Begins a session of a person. `verified_at` is the time of the check of a passkey, if there was one.
pub(super) fn begin(
    tx: &mut Tx<'_>,
    app: &App,
    person: &ConsolePerson,
    verified_at: Option<Time>,
) -> Result<NewConsoleSession, OperatorError> {
    let now = tx.wall();
    let text = SecretText::generate(app, app.ids.uuid(now));
    let mut session = ConsoleSessionRecord {
        id: text.id,
        uid: person.uid,
        name: person.name.clone(),
        created_at: now,
        seen_at: now,
        expires_at: now.plus(LIFETIME),
        verified_at,
        secret_hash: Vec::new(),
    };
    session.secret_hash = hash(&app.keys(), &text, &session);
    console_sessions::insert(tx, &session)?;
    Ok(NewConsoleSession { cookie: Secret::new(text.expose()), lifetime_seconds: LIFETIME.as_secs() })
}

/// Returns the person of a session.
pub(super) fn person_of(session: &ConsoleSessionRecord) -> ConsolePerson {
    ConsolePerson { uid: session.uid, name: session.name.clone() }
}

/// Returns `true` if the session has expired, or was not used for too long.
pub(super) fn has_expired(session: &ConsoleSessionRecord, now: Time) -> bool {
    session.expires_at <= now || session.seen_at.plus(MAX_IDLE) <= now
}

/// Records that a passkey was checked in this session. Has no effect on a session that has ended meanwhile.
pub(super) fn mark_verified(
    tx: &mut Tx<'_>,
    app: &App,
    session: &ConsoleSession,
) -> Result<(), OperatorError> {
    let Some(PersonalSession { session: mut record, .. }) = find_open(tx, app, &session.text)? else {
        return Ok(());
    };
    record.verified_at = Some(tx.wall());
    record.secret_hash = hash(&app.keys(), &session.text, &record);
    Ok(console_sessions::mark_verified(tx, &record)?)
}

/// Finds the session with this secret; `None` if it has ended or expired, or if the service has not written it so.
fn find_open(
    tx: &mut Tx<'_>,
    app: &App,
    text: &SecretText,
) -> Result<Option<PersonalSession>, OperatorError> {
    let Some(found) = console_sessions::find_personal(tx, text.id)? else { return Ok(None) };
    let parts = parts(text, &found.session);
    let parts = parts.each_ref().map(Vec::as_slice);
    let stored = Some(&found.session.secret_hash[..]);
    let is_authentic = app.keys().keyed_hash_fits(Purpose::ConsoleSignIn, &parts, stored);
    let is_open = is_authentic && !has_expired(&found.session, tx.wall());
    Ok(is_open.then_some(found))
}

fn read(tx: &mut Tx<'_>, app: &App, text: &SecretText) -> Result<Option<ConsoleSession>, OperatorError> {
    let Some(PersonalSession { session, has_passkey }) = find_open(tx, app, text)? else { return Ok(None) };
    let person = person_of(&session);
    let caller = person.caller(tx, app)?;
    if caller.grant == Grant::default() {
        return Ok(None);
    }
    Ok(Some(ConsoleSession {
        id: session.id,
        caller: Caller { session: Some(session.id), ..caller },
        expires_at: session.expires_at,
        verified_at: session.verified_at,
        form_key: Secret::new(form_key(text)),
        person,
        has_passkey,
        is_unseen: session.seen_at.plus(SEEN_INTERVAL) <= tx.wall(),
        text: text.clone(),
    }))
}

/// Derives the key of the tokens in forms from the secret of a session.
fn form_key(text: &SecretText) -> [u8; 32] {
    Sha256::new()
        .chain_update(b"causeway console forms ")
        .chain_update(text.secret.expose())
        .finalize()
        .into()
}

/// Returns the parts of a session that its hash covers; the secret is the first.
fn parts(text: &SecretText, session: &ConsoleSessionRecord) -> [Vec<u8>; 6] {
    let [uid, name] = person_of(session).parts();
    let verified_at = session.verified_at.map(|at| at.millis().to_be_bytes().to_vec()).unwrap_or_default();
    [
        text.secret.expose().clone().into_bytes(),
        session.id.as_bytes().to_vec(),
        uid,
        name,
        session.expires_at.millis().to_be_bytes().to_vec(),
        verified_at,
    ]
}

fn hash(keys: &Keyring, text: &SecretText, session: &ConsoleSessionRecord) -> Vec<u8> {
    keys.keyed_hash(Purpose::ConsoleSignIn, &parts(text, session).each_ref().map(Vec::as_slice))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::fixture::{Fixture, START};

    async fn begun(fixture: &Fixture) -> String {
        let app = fixture.app.clone();
        let write = move |tx: &mut Tx<'_>| begin(tx, &app, &ConsolePerson::owner(), None);
        let new = fixture.app.store.write::<_, OperatorError, _>(&[], write).await.unwrap();
        new.cookie.expose().clone()
    }

    async fn is_open(fixture: &Fixture, cookie: &str) -> bool {
        ConsoleSession::find(&fixture.app, cookie).await.unwrap().is_some()
    }

    #[tokio::test]
    async fn a_session_ends_when_it_is_not_used_and_after_twelve_hours() {
        let fixture = Fixture::new().await;
        let cookie = begun(&fixture).await;
        for _ in 0..13 {
            assert!(is_open(&fixture, &cookie).await);
            fixture.clock.advance(Duration::from_mins(55));
        }
        assert!(is_open(&fixture, &cookie).await, "it was used every 55 minutes");
        fixture.clock.advance(Duration::from_mins(5));
        assert!(!is_open(&fixture, &cookie).await, "twelve hours are over");
        let idle = begun(&fixture).await;
        fixture.clock.advance(MAX_IDLE);
        assert!(!is_open(&fixture, &idle).await);
    }

    #[tokio::test]
    async fn a_session_that_the_service_has_not_written_is_none() {
        let fixture = Fixture::new().await;
        let cookie = begun(&fixture).await;
        let session = ConsoleSession::find(&fixture.app, &cookie).await.unwrap().unwrap();
        assert_eq!(session.caller.to_string(), "owner (console)");
        for wrong in ["", ".", &cookie[1..], &SecretText::generate(&fixture.app, session.id).expose()] {
            assert!(!is_open(&fixture, wrong).await, "{wrong}");
        }
        let forge =
            |tx: &mut Tx<'_>| tx.execute("UPDATE console_session SET expires_at = expires_at + 1", &[]);
        fixture.app.store.write::<_, Error, _>(&[], forge).await.unwrap();
        assert!(!is_open(&fixture, &cookie).await, "its expiry was changed");
    }

    #[tokio::test]
    async fn a_checked_passkey_counts_for_five_minutes() {
        let fixture = Fixture::new().await;
        let cookie = begun(&fixture).await;
        let find = || ConsoleSession::find(&fixture.app, &cookie);
        let session = find().await.unwrap().unwrap();
        assert!(!session.is_verified(START) && !session.needs_passkey(START), "the owner has no passkey");
        let app = fixture.app.clone();
        let write = move |tx: &mut Tx<'_>| mark_verified(tx, &app, &session);
        fixture.app.store.write::<_, OperatorError, _>(&[], write).await.unwrap();
        let session = find().await.unwrap().expect("its hash covers the check");
        assert!(session.is_verified(START.plus(STEP_UP - Duration::from_millis(1))));
        assert!(!session.is_verified(START.plus(STEP_UP)));
        let forge =
            |tx: &mut Tx<'_>| tx.execute("UPDATE console_session SET verified_at = verified_at + 1", &[]);
        fixture.app.store.write::<_, Error, _>(&[], forge).await.unwrap();
        assert!(find().await.unwrap().is_none(), "the time of the check was changed");
    }

    #[tokio::test]
    async fn an_ended_session_is_none() {
        let fixture = Fixture::new().await;
        let cookie = begun(&fixture).await;
        let session = ConsoleSession::find(&fixture.app, &cookie).await.unwrap().unwrap();
        assert_eq!(session.expires_at, START.plus(LIFETIME));
        session.end(&fixture.app).await.unwrap();
        assert!(!is_open(&fixture, &cookie).await);
    }
}
