//! One-time addresses of documents for the console (conventions 2.1). The audit row of the look is committed before there
//! is an address.

use std::sync::Arc;

use causeway_domain::documents::FileType;
use causeway_domain::ids::{DocumentId, PlatformId};
use causeway_store::Tx;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};
use uuid::Uuid;

use super::console_challenge::{ChallengePurpose, ChallengeTerms, RedeemedChallenge, issue, redeem};
use super::console_session::ConsoleSession;
use super::document::{FetchRequest, stored_file};
use super::gate::admit;
use super::permission::Permission;
use super::raw_call::decode;
use super::{Answer, ExportStream, Kind, OperatorError, Request};
use crate::runtime::app::App;
use crate::runtime::keys::Secret;

/// A document that an operator may read once.
#[derive(Debug, Clone, Serialize, Deserialize)]
struct DocumentGrant {
    platform: PlatformId,
    request: FetchRequest,
}

/// The file of a document.
pub struct DocumentFile {
    pub document: DocumentId,
    /// By its content.
    pub file_type: FileType,
    pub chunks: ExportStream,
}

/// Runs `document fetch`, whose audit row it commits, and returns the secret of an address that works once, for a minute,
/// in this session. `id` identifies the request in the audit trail.
///
/// # Errors
/// Those of `document fetch`: an unknown document, a missing reason, or roles without it.
pub async fn open_document(
    app: &Arc<App>,
    session: &ConsoleSession,
    id: Uuid,
    arguments: Map<String, Value>,
    reason: Option<String>,
) -> Result<Secret<String>, OperatorError> {
    let grant = grant(&arguments)?;
    record_fetch(app, session, id, Request { arguments, reason, ..Request::default() }).await?;
    let shared = Arc::clone(app);
    let bound_to = session.id;
    app.store.write(&[], move |tx| create(tx, &shared, bound_to, &grant)).await
}

/// Uses up an address, and returns the file; `None` if the address is unknown, used, expired or of another session, or
/// if the operator has lost the permission meanwhile. The comparison takes constant time.
///
/// # Errors
/// If the document was deleted meanwhile, or if the database cannot be written.
pub async fn read_document(
    app: &Arc<App>,
    session: &ConsoleSession,
    sent: &str,
) -> Result<Option<DocumentFile>, OperatorError> {
    let shared = Arc::clone(app);
    let bound_to = session.id;
    let sent = sent.to_owned();
    let taken = app.store.write(&[], move |tx| take(tx, &shared, bound_to, &sent)).await?;
    let allowed = taken.filter(|grant| session.caller.may(Permission::Comply, Some(grant.platform)));
    let Some(DocumentGrant { platform, request }) = allowed else { return Ok(None) };
    let document = request.document();
    let shared = Arc::clone(app);
    let file = app.store.read(move |tx| stored_file(tx, &shared, platform, &request)).await?;
    Ok(Some(DocumentFile { document, file_type: file.file_type, chunks: file.chunks(app) }))
}

/// Returns the document that the arguments of a fetch name. Its platform is an id.
fn grant(arguments: &Map<String, Value>) -> Answer<DocumentGrant> {
    let (platform, request) = decode::<FetchRequest>(arguments)?;
    let platform = platform.unwrap_or_default();
    let id = platform.parse::<PlatformId>();
    let id =
        id.map_err(|_| OperatorError::new(Kind::NotFound, format!("there is no platform {platform}")))?;
    Ok(DocumentGrant { platform: id, request })
}

/// Runs `document fetch`, and leaves its bytes: the file is read at its address.
async fn record_fetch(app: &Arc<App>, session: &ConsoleSession, id: Uuid, request: Request) -> Answer<()> {
    let admission = admit(&session.caller, "document", "fetch")?;
    let channel = session.caller.channel;
    admission.run(app, id, request).await.map_err(|error| error.shown_over(channel))?;
    Ok(())
}

fn create(tx: &mut Tx<'_>, app: &App, bound_to: Uuid, grant: &DocumentGrant) -> Answer<Secret<String>> {
    let subject = serde_json::to_string(grant).map_err(OperatorError::defect)?;
    let text = issue(tx, app, terms(bound_to), Some(subject))?;
    Ok(Secret::new(text.expose()))
}

/// Takes an address, so that it is used up, and returns its document; `None` if it is not for this session.
fn take(tx: &mut Tx<'_>, app: &App, bound_to: Uuid, sent: &str) -> Answer<Option<DocumentGrant>> {
    let taken = redeem(tx, app, sent, terms(bound_to))?;
    let Some(RedeemedChallenge { subject: Some(subject), .. }) = taken else { return Ok(None) };
    Ok(Some(serde_json::from_str(&subject).map_err(OperatorError::defect)?))
}

const fn terms(bound_to: Uuid) -> ChallengeTerms {
    ChallengeTerms { purpose: ChallengePurpose::Document, bound_to }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use causeway_domain::ids::Id;
    use causeway_store::Error;
    use serde_json::json;

    use super::*;
    use crate::fixture::Fixture;
    use crate::operator::console_challenge::DOCUMENT_LIFETIME;

    const SESSION: Uuid = Uuid::from_u128(7);

    fn document() -> DocumentId {
        DocumentId::from_uuid(Uuid::from_u128(1))
    }

    async fn created(fixture: &Fixture) -> String {
        let app = fixture.app.clone();
        let arguments = json!({ "platform": fixture.platform, "document": document() });
        let grant = grant(arguments.as_object().unwrap()).unwrap();
        let write = move |tx: &mut Tx<'_>| create(tx, &app, SESSION, &grant);
        let secret = fixture.app.store.write::<_, OperatorError, _>(&[], write).await.unwrap();
        secret.expose().clone()
    }

    /// Uses up an address in a session, and returns the document.
    async fn taken(fixture: &Fixture, session: Uuid, sent: &str) -> Option<DocumentId> {
        let app = fixture.app.clone();
        let sent = sent.to_owned();
        let write = move |tx: &mut Tx<'_>| take(tx, &app, session, &sent);
        let grant = fixture.app.store.write::<_, OperatorError, _>(&[], write).await.unwrap();
        grant.map(|grant| {
            assert_eq!(grant.platform, fixture.platform);
            grant.request.document()
        })
    }

    #[tokio::test]
    async fn an_address_works_once_within_a_minute_in_its_session() {
        let fixture = Fixture::new().await;
        let secret = created(&fixture).await;
        fixture.clock.advance(Duration::from_secs(59));
        assert_eq!(taken(&fixture, SESSION, &secret).await, Some(document()));
        assert_eq!(taken(&fixture, SESSION, &secret).await, None, "it was used");
        let late = created(&fixture).await;
        fixture.clock.advance(DOCUMENT_LIFETIME);
        assert_eq!(taken(&fixture, SESSION, &late).await, None);
        let stolen = created(&fixture).await;
        assert_eq!(taken(&fixture, Uuid::from_u128(8), &stolen).await, None);
        assert_eq!(taken(&fixture, SESSION, &stolen).await, None, "another session has tried it");
    }

    #[tokio::test]
    async fn an_address_that_was_changed_in_the_database_is_none() {
        let fixture = Fixture::new().await;
        for change in [
            "UPDATE console_challenge SET expires_at = expires_at + 1",
            "UPDATE console_challenge SET purpose = 'passkey'",
            "UPDATE console_challenge SET subject = '{}'",
        ] {
            let secret = created(&fixture).await;
            let forge = move |tx: &mut Tx<'_>| tx.execute(change, &[]);
            fixture.app.store.write::<_, Error, _>(&[], forge).await.unwrap();
            assert_eq!(taken(&fixture, SESSION, &secret).await, None, "{change}");
        }
    }
}
