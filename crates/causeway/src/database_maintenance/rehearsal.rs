//! `causeway restore --check`: the restore of an archive into temporary places, with a verification of all that
//! it contains.

use causeway_domain::{Clock, Ids};
use causeway_service::runtime::upkeep::{AnchorEvidence, VerificationOutcome, verify_everything};
use causeway_store::{Database, PostgresPrograms};
use serde::Serialize;

use super::StorageError;
use super::copy::Contents;
use super::interruption::Interruption;
use super::restore_draft::{DraftPurpose, RestoreDraft, VerifiedArchive};
use super::staging::StagingFolder;
use crate::config::Config;
use crate::wiring::{self, AssembledService, Role};

/// The scope of a verification that has found no fault.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
pub struct VerificationScope {
    pub blocks: u64,
    pub entries: u64,
    /// Recorded heads that the ledgers were compared with.
    pub anchors: usize,
}

/// The result of a rehearsal.
pub(super) struct RehearsalOutcome {
    pub(super) contents: Contents,
    /// `None` if the schema is older than this program.
    pub(super) verified: Option<VerificationScope>,
    /// Names of the files that a restore would put into the data folder.
    pub(super) files: Vec<String>,
}

/// Restores the archive into a temporary folder, and on PostgreSQL into a temporary database, and verifies it. Both
/// are removed, also if a signal ends the rehearsal.
///
/// # Errors
/// The errors of a restore; [`StorageError::Unsound`]; [`StorageError::Interrupted`].
pub(super) async fn rehearse(
    config: &Config,
    verified: &VerifiedArchive,
) -> Result<RehearsalOutcome, StorageError> {
    let interruption = &Interruption::watch().map_err(StorageError::Signals)?;
    // The consequence of a signal, such as a program that was ended, is not the reason.
    let named = |error| if interruption.has_arrived() { StorageError::Interrupted } else { error };
    let staging = StagingFolder::temporary()?;
    let purpose = DraftPurpose::Rehearsal(interruption);
    let draft = RestoreDraft::fill(staging.path(), config, verified, purpose).map_err(named)?;
    let Database::Postgres { url } = config.database() else {
        return examine(&draft, verified, interruption).await.map_err(named);
    };
    let programs = PostgresPrograms::new(&url)?;
    let scratch = programs.create_scratch(&Ids::system(), Clock::system().now());
    let scratch = scratch.map_err(StorageError::Program)?;
    let name = scratch.name().to_owned();
    let outcome = examine(&draft.with_database(scratch.url()), verified, interruption).await.map_err(named);
    let removed = scratch.remove().map_err(StorageError::Program);
    if let Err(error) = &removed {
        tracing::warn!(database = name, %error, "failed to remove the temporary database: drop it");
    }
    // A database that is left is reported before all else: it holds a copy of everything.
    removed.and(outcome)
}

async fn examine(
    draft: &RestoreDraft<'_>,
    verified: &VerifiedArchive,
    interruption: &Interruption,
) -> Result<RehearsalOutcome, StorageError> {
    draft.load_dump()?;
    let files = draft.names()?;
    let contents = Contents::read(&draft.config, &verified.keys.keyring).await?;
    if contents.is_older_schema {
        return Ok(RehearsalOutcome { contents, verified: None, files });
    }
    // As a restore does: heads beyond the copy do not count from here on.
    wiring::accept_restored(&draft.config).await.map_err(StorageError::Keys)?;
    let scope = verify(&draft.config, interruption).await?;
    Ok(RehearsalOutcome { contents, verified: Some(scope), files })
}

/// Verifies everything in the database, as `ledger verify` does. The database is closed, also after an interruption.
async fn verify(config: &Config, interruption: &Interruption) -> Result<VerificationScope, StorageError> {
    let in_use = |error| StorageError::InUse { folder: config.data.path().to_owned(), error };
    let lock = config.data.lock().map_err(in_use)?;
    let assembled = wiring::assemble(config, Role::Verification, &lock).await;
    let AssembledService { app, .. } = assembled.map_err(StorageError::Keys)?;
    let text = app.anchors.text().map_err(StorageError::file(config.data.anchors()))?;
    let evidence = AnchorEvidence::read(&app, &[text]);
    let outcome = tokio::select! {
        outcome = verify_everything(&app, &evidence, |_| Ok(())) => outcome.map_err(StorageError::from),
        () = interruption.clone().arrival() => Err(StorageError::Interrupted),
    };
    app.store.close();
    let VerificationOutcome { report, .. } = outcome?;
    if report.is_sound() {
        let anchors = evidence.anchors.heads.len();
        return Ok(VerificationScope { blocks: report.blocks, entries: report.entries, anchors });
    }
    let first = report.faults.first().map(|fault| format!("{}: {}", fault.subject, fault.detail));
    Err(StorageError::Unsound { count: report.fault_count, first: first.unwrap_or_default() })
}
