//! The start and end of sessions.

use causeway_domain::Revision;
use causeway_domain::ids::{AuthMethodId, Id};
use causeway_domain::wallets::{SessionEvent, SessionStatus, next_session, session_at, session_created};
use causeway_store::wallets::credentials::CredentialRecord;
use causeway_store::wallets::sessions::{self, SessionDoc, SessionRecord};
use causeway_store::{Error, Tx};
use uuid::Uuid;

use crate::ports::wallet_keys::OpenedSession;
use crate::runtime::api_error::ApiError;
use crate::runtime::context::Context;
use crate::runtime::wallets::unauthorized;

/// Stores a session that the key service has opened. Ends older sessions of the wallet with one of its keys,
/// and returns their ids for revocation. The caller must hold the wallet's row lock.
pub(super) fn open(
    tx: &mut Tx<'_>,
    context: &Context,
    credential: &CredentialRecord,
    opened: &OpenedSession,
) -> Result<(SessionRecord, Vec<Uuid>), ApiError> {
    let platform = context.platform;
    if sessions::find(tx, platform, opened.session)?.is_some() {
        // The same proof results in the same session id, which exists already.
        return Err(unauthorized("Request already used"));
    }
    let mut revoked = Vec::new();
    for older in sessions::active(tx, platform, credential.account, context.now)? {
        if older.doc.keys.iter().any(|key| opened.keys.contains(key)) {
            revoked.push(end(tx, context, &older, SessionEvent::KeyRegisteredAgain)?);
        }
    }
    let record = SessionRecord {
        id: opened.session,
        account: credential.account,
        credential: credential.id,
        status: session_created(),
        doc: SessionDoc {
            v: SessionDoc::VERSION,
            method: credential.method,
            nickname: credential.doc.nickname.clone(),
            credential_id: credential.doc.credential_id.clone(),
            keys: opened.keys.clone(),
        },
        certificate: opened.certificate.clone(),
        created_at: context.now,
        updated_at: Revision::created(context.now),
        expires_at: opened.expires_at,
    };
    sessions::insert(tx, platform, &record)?;
    Ok((record, revoked))
}

/// Ends an active session and returns its id for revocation.
pub(super) fn end(
    tx: &mut Tx<'_>,
    context: &Context,
    session: &SessionRecord,
    event: SessionEvent,
) -> Result<Uuid, ApiError> {
    let status = next_session(session.status, event)
        .map_err(|error| Error::Data(format!("{}: {error}", session.id)))?;
    sessions::set_status(tx, context.platform, session.id, status, context.now)?;
    Ok(session.id.uuid())
}

/// Ends the sessions of a revoked credential and returns their ids for revocation.
pub(super) fn end_of_credential(
    tx: &mut Tx<'_>,
    context: &Context,
    credential: &CredentialRecord,
) -> Result<Vec<Uuid>, ApiError> {
    let active = sessions::active(tx, context.platform, credential.account, context.now)?;
    let of = |session: &&SessionRecord| of_credential(session, credential.id);
    active
        .iter()
        .filter(of)
        .map(|session| end(tx, context, session, SessionEvent::CredentialRevoked))
        .collect()
}

fn of_credential(session: &SessionRecord, credential: AuthMethodId) -> bool {
    session.credential == credential
}

/// Returns `true` if a session is active now.
pub(super) fn is_active(session: &SessionRecord, context: &Context) -> bool {
    session_at(session.status, session.expires_at, context.now) == SessionStatus::Active
}
