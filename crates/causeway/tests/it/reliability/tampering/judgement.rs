//! Whether a change is noticed.

use std::sync::Arc;

use causeway_domain::ids::PlatformId;
use causeway_domain::tokens::Permissions;
use causeway_service::App;
use causeway_service::runtime::keys::{TokenSecret, TokenTerms};
use causeway_store::ledger::{self, Anchors, FaultKind};
use causeway_store::platforms::Environment;
use causeway_store::{Error, Tx, tokens};

use super::catalogue::Table;
use super::changes::{Snapshot, Tampering};

/// What becomes of a change.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Outcome {
    /// No row could be changed so.
    Impossible,
    /// The engine refuses it: a constraint.
    RefusedByTheSchema,
    /// A token that was changed does not authenticate.
    RefusedWhenUsed,
    /// The verification names it.
    Named,
    /// Nobody notices.
    Unnoticed,
    /// Nobody notices, and a token is good for something that it was not.
    Won,
    /// The verification broke off, and names nothing.
    BrokeOff,
}

/// A caller's credentials, and what they are good for.
#[derive(Debug, Clone)]
pub(super) struct Credentials {
    pub(super) client_id: String,
    pub(super) secret: TokenSecret,
    /// Nothing once the token is deleted.
    pub(super) good_for: Option<GoodFor>,
}

/// What a token is good for.
pub(super) type GoodFor = (PlatformId, Environment, Permissions);

/// The end of a trial: it is undone.
struct Undone(Result<Outcome, Error>);

impl From<Error> for Undone {
    fn from(error: Error) -> Self {
        Self(Err(error))
    }
}

/// Tries changes one by one, each in a transaction that is undone.
pub(super) struct Judge {
    pub(super) app: Arc<App>,
    pub(super) anchors: Anchors,
    pub(super) earlier: Arc<Snapshot>,
    pub(super) credentials: Vec<Credentials>,
}

impl Judge {
    /// What becomes of changes that are made together.
    pub(super) async fn judge(&self, tamperings: &[Tampering]) -> Outcome {
        let (changes, earlier) = (tamperings.to_vec(), Arc::clone(&self.earlier));
        let attempt = self.attempt(&self.anchors, move |tx| {
            for change in &changes {
                if !change.apply(tx, &earlier)? {
                    return Ok(false);
                }
            }
            Ok(true)
        });
        attempt.await.unwrap_or_else(|error| {
            let changes: Vec<String> = tamperings.iter().map(ToString::to_string).collect();
            println!("the verification broke off over {changes:?}: {error}");
            Outcome::BrokeOff
        })
    }

    /// What becomes of putting all tables back that money depends on, where these heads are known.
    pub(super) async fn put_back(&self, tables: &[Table], then: &Snapshot, anchors: &Anchors) -> Outcome {
        let (tables, then) = (tables.to_vec(), then.clone());
        let attempt = self.attempt(anchors, move |tx| {
            for table in tables.iter().filter(|table| is_of_money(&table.name)) {
                for row in table.rows(tx)? {
                    table.delete(tx, &row.place)?;
                }
                for row in &then[&table.name] {
                    table.insert(tx, &row.cells)?;
                }
            }
            Ok(true)
        });
        attempt.await.unwrap()
    }

    async fn attempt(
        &self,
        anchors: &Anchors,
        mut change: impl FnMut(&mut Tx<'_>) -> Result<bool, Error> + Send + 'static,
    ) -> Result<Outcome, Error> {
        let (app, anchors, credentials) = (Arc::clone(&self.app), anchors.clone(), self.credentials.clone());
        let attempt = self.app.store.write(&[], move |tx| {
            if !change(tx)? {
                return Err(Undone(Ok(Outcome::Impossible)));
            }
            Err::<(), _>(Undone(noticed(tx, &app, &anchors, &credentials)))
        });
        match attempt.await {
            Ok(()) => unreachable!("every trial is undone"),
            Err(Undone(Err(Error::Statement(_) | Error::Duplicate { .. }))) => {
                Ok(Outcome::RefusedByTheSchema)
            }
            Err(Undone(outcome)) => outcome,
        }
    }
}

fn is_of_money(table: &str) -> bool {
    table.starts_with("ledger_")
        || table.starts_with("card_")
        || ["payment", "quote", "external_account", "internal_account", "unmatched_deposit"].contains(&table)
}

fn noticed(
    tx: &mut Tx<'_>,
    app: &App,
    anchors: &Anchors,
    credentials: &[Credentials],
) -> Result<Outcome, Error> {
    let report = ledger::verify(tx, anchors)?;
    if report.faults.iter().any(|fault| fault.kind != FaultKind::GuardMissing) {
        return Ok(Outcome::Named);
    }
    let mut outcome = Outcome::Unnoticed;
    for one in credentials {
        let found = authenticate(tx, app, one)?;
        match (&found, &one.good_for) {
            (Some(found), Some(good_for)) if found == good_for => {}
            (None, None) => {}
            // It is good for less than it was.
            (None, Some(_)) => outcome = Outcome::RefusedWhenUsed,
            // It is good for something that it was not.
            (Some(_), _) => return Ok(Outcome::Won),
        }
    }
    Ok(outcome)
}

/// What credentials are good for, as the service decides it.
fn authenticate(tx: &mut Tx<'_>, app: &App, sent: &Credentials) -> Result<Option<GoodFor>, Error> {
    let Some(found) = tokens::find_for_authentication(tx, &sent.client_id)? else { return Ok(None) };
    let terms = TokenTerms {
        platform: found.platform,
        environment: found.environment,
        id: found.id,
        client_id: &sent.client_id,
        permissions: found.permissions,
    };
    let fits = app.keys().is_token(tx, &sent.secret, Some((&terms, &found.secret_hash)));
    Ok(fits.then_some((found.platform, found.environment, found.permissions)))
}
