//! Trials of changes, and their outcomes.

use std::sync::{Arc, Mutex};

use causeway_domain::ids::PlatformId;
use causeway_domain::tokens::Permissions;
use causeway_service::App;
use causeway_service::runtime::keys::{TokenSecret, TokenTerms};
use causeway_store::ledger::{self, Anchors, FaultKind, Report};
use causeway_store::platforms::Environment;
use causeway_store::{Error, Tx, tokens};

use super::catalogue::Table;
use super::changes::{Snapshot, Tampering};
use super::uses;

/// The outcome of a change.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Outcome {
    /// No row allows the change.
    Impossible,
    /// The engine refuses it by a constraint.
    RefusedByTheSchema,
    /// A changed token does not authenticate.
    RefusedWhenUsed,
    /// The verification names it, and if rows of its table are used by themselves, that use is refused.
    Named,
    /// The verification names it, and yet the row is used.
    NamedAndUsed,
    /// Neither the verification nor a use notices it.
    Unnoticed,
    /// It goes unnoticed, and a token is accepted for something that it was not valid for.
    Won,
    /// The verification failed without naming a fault.
    BrokeOff,
}

/// A caller's credentials and their grant.
#[derive(Debug, Clone)]
pub(super) struct Credentials {
    pub(super) client_id: String,
    pub(super) secret: TokenSecret,
    /// `None` once the token is deleted.
    pub(super) grant: Option<TokenGrant>,
}

/// A token's grant.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct TokenGrant {
    pub(super) platform: PlatformId,
    pub(super) environment: Environment,
    pub(super) permissions: Permissions,
}

/// The end of a trial, as an error so that its transaction is rolled back.
struct TrialEnd(Result<Outcome, Error>);

impl From<Error> for TrialEnd {
    fn from(error: Error) -> Self {
        Self(Err(error))
    }
}

/// A runner of trials, each in a transaction that is rolled back.
pub(super) struct Judge {
    pub(super) app: Arc<App>,
    pub(super) anchors: Anchors,
    pub(super) earlier: Arc<Snapshot>,
    pub(super) credentials: Vec<Credentials>,
}

impl Judge {
    /// Returns `true` if the verification finds no fault before anything is changed. Only this reads the
    /// schema, which changes to rows do not affect.
    pub(super) async fn finds_nothing(&self) -> bool {
        let anchors = self.anchors.clone();
        let verify = self.app.store.read(move |tx| ledger::verify(tx, &anchors));
        let report = verify.await.map_err(|error: Error| error).unwrap();
        !names_a_fault(&report)
    }

    /// Returns the outcome of changes that are made together.
    pub(super) async fn judge(&self, tamperings: &[Tampering]) -> Outcome {
        let changes = tamperings.to_vec();
        let earlier = Arc::clone(&self.earlier);
        let leaves_accounts = !tamperings.iter().any(uses::is_damage);
        let is_by_itself = |one: &&Tampering| {
            one.column().is_some()
                && !uses::is_held_against_postings(one)
                && (leaves_accounts || !uses::is_of_accounts(&one.table))
                && !uses::is_index(one)
        };
        let used = tamperings.iter().filter(is_by_itself).map(|one| one.table.clone()).collect();
        let attempt = self.attempt(&self.anchors, used, move |tx| {
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

    /// Returns the outcome of putting back all tables that money depends on, with these heads as anchors.
    pub(super) async fn put_back(&self, tables: &[Table], then: &Snapshot, anchors: &Anchors) -> Outcome {
        let tables = tables.to_vec();
        let then = then.clone();
        let attempt = self.attempt(anchors, Vec::new(), move |tx| {
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
        used: Vec<Table>,
        mut change: impl FnMut(&mut Tx<'_>) -> Result<bool, Error> + Send + 'static,
    ) -> Result<Outcome, Error> {
        let app = Arc::clone(&self.app);
        let anchors = anchors.clone();
        let credentials = self.credentials.clone();
        // If a use is refused, the store reports that for the whole transaction, so the outcome is recorded
        // here.
        let found_out = Arc::new(Mutex::new(None));
        let detections = Arc::clone(&found_out);
        let attempt = self.app.store.write(&[], move |tx| {
            *detections.lock().unwrap() = None;
            if !change(tx)? {
                return Err(TrialEnd(Ok(Outcome::Impossible)));
            }
            let outcome = noticed(tx, &app, &anchors, &credentials);
            let outcome = outcome.map(|outcome| match outcome {
                Outcome::Named if used.iter().any(|table| !uses::is_refused(tx, table)) => {
                    Outcome::NamedAndUsed
                }
                outcome => outcome,
            });
            *detections.lock().unwrap() = outcome.as_ref().ok().copied();
            Err::<(), _>(TrialEnd(outcome))
        });
        let ended = attempt.await;
        if let Some(outcome) = found_out.lock().unwrap().take() {
            return Ok(outcome);
        }
        match ended {
            Ok(()) => unreachable!("every trial is rolled back"),
            Err(TrialEnd(Err(Error::Statement(_) | Error::Duplicate { .. }))) => {
                Ok(Outcome::RefusedByTheSchema)
            }
            Err(TrialEnd(outcome)) => outcome,
        }
    }
}

fn is_of_money(table: &str) -> bool {
    table.starts_with("ledger_")
        || table.starts_with("card_")
        || [
            "payment",
            "payment_state",
            "quote",
            "external_account",
            "internal_account",
            "unmatched_deposit",
            "rail_order",
            "cash_movement",
        ]
        .contains(&table)
}

/// Returns `true` if a fault is named besides the missing guards, which are dropped before the first trial.
fn names_a_fault(report: &Report) -> bool {
    report.faults.iter().any(|fault| fault.kind != FaultKind::GuardMissing)
}

fn noticed(
    tx: &mut Tx<'_>,
    app: &App,
    anchors: &Anchors,
    credentials: &[Credentials],
) -> Result<Outcome, Error> {
    let mut report = Report::default();
    ledger::verify_rows(tx, anchors, &mut report)?;
    ledger::verify_settings(tx, &mut report)?;
    if names_a_fault(&report) {
        return Ok(Outcome::Named);
    }
    let mut outcome = Outcome::Unnoticed;
    for one in credentials {
        let found = authenticate(tx, app, one)?;
        match (&found, &one.grant) {
            (Some(found), Some(grant)) if found == grant => {}
            (None, None) => {}
            // It does not authenticate any more.
            (None, Some(_)) => outcome = Outcome::RefusedWhenUsed,
            // It is accepted for something that it was not valid for.
            (Some(_), _) => return Ok(Outcome::Won),
        }
    }
    Ok(outcome)
}

/// Returns the grant of credentials, as the service decides it.
fn authenticate(tx: &mut Tx<'_>, app: &App, sent: &Credentials) -> Result<Option<TokenGrant>, Error> {
    let Some(found) = tokens::find_for_authentication(tx, &sent.client_id)? else { return Ok(None) };
    let terms = TokenTerms {
        platform: found.platform,
        environment: found.environment,
        id: found.id,
        client_id: &sent.client_id,
        permissions: found.permissions,
    };
    let fits = app.keys().token_secret_fits(&sent.secret, Some((&terms, &found.secret_hash)));
    let TokenTerms { platform, environment, permissions, .. } = terms;
    Ok(fits.then_some(TokenGrant { platform, environment, permissions }))
}
