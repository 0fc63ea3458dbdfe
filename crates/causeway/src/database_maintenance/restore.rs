//! `causeway restore`: takes an archive whole, or changes nothing.

use std::path::PathBuf;

use causeway_store::{Database, Error, SchemaFault, migrations};
use clap::Args;

use super::StorageError;
use super::archive::{Archive, Engine};
use super::copy::Contents;
use super::rehearsal::rehearse;
use super::restore_draft::{DraftPurpose, RestoreDraft, VerifiedArchive};
use super::restore_keys::{GivenKeys, RestoreKeys};
use super::restore_outcome::RestoreOutcome;
use super::staging::StagingFolder;
use crate::config::Config;
use crate::data_folder::FolderLock;
use crate::wiring;

/// Arguments of `causeway restore`.
#[derive(Debug, Clone, Args)]
pub struct RestoreCommand {
    /// Archive, as written by `backup`
    #[arg(value_name = "ARCHIVE")]
    pub from: PathBuf,

    /// Root key of the archive, if neither the data folder nor the archive has it
    #[arg(long, value_name = "FILE")]
    pub root_key: Option<PathBuf>,

    /// Wallet keys of the archive, if neither the data folder nor the archive has them
    #[arg(long, value_name = "FILE")]
    pub wallet_keys: Option<PathBuf>,

    /// Replace the SQLite database in the data folder, and keep it under another name
    #[arg(long, conflicts_with = "check")]
    pub replace: bool,

    /// Change nothing: restore into temporary places, verify everything there, and report
    #[arg(long)]
    pub check: bool,
}

impl RestoreCommand {
    /// Restores the archive. Blocks until it is on disk.
    ///
    /// # Errors
    /// If the archive is incomplete, was altered or belongs to another deployment; while a server works on the
    /// data folder; if a database exists that must not be replaced; if a server would not start with the
    /// available keys. Nothing is changed in these cases.
    pub async fn run(&self, config: &Config) -> Result<RestoreOutcome, StorageError> {
        config.data.complete_restore().map_err(StorageError::file(config.data.path()))?;
        let verified = self.verify(config).map_err(not_restored)?;
        if self.check {
            let outcome = rehearse(config, &verified).await.map_err(not_restored)?;
            return Ok(RestoreOutcome::of_rehearsal(config, verified.manifest(), outcome));
        }
        let lock = self.claim(config).map_err(not_restored)?;
        // Removed with this value, if it has not been taken over by then.
        let staging = StagingFolder::at(config.data.restoring()).map_err(not_restored)?;
        let draft = RestoreDraft::fill(staging.path(), config, &verified, DraftPurpose::Restore);
        let draft = draft.map_err(not_restored)?;
        draft.load_dump().map_err(not_restored)?;
        let contents = examine(&draft, &verified).await?;
        install(config, &draft, &lock, &verified, contents).await
    }

    /// Compares the whole archive with its manifest, and finds the keys that belong to it. Writes nothing.
    fn verify(&self, config: &Config) -> Result<VerifiedArchive, StorageError> {
        if !self.from.exists() {
            return Err(StorageError::NoArchive(self.from.clone()));
        }
        let fault = |fault| StorageError::Archive { path: self.from.clone(), fault };
        let archive = Archive::open(&self.from).map_err(fault)?;
        check_engine(config, archive.manifest().engine)?;
        let given = GivenKeys { root: self.root_key.as_deref(), wallets: self.wallet_keys.as_deref() };
        let keys = RestoreKeys::find(config, &archive, given)?;
        archive.check(&keys.keyring).map_err(fault)?;
        keys.check_wallets(config, archive.manifest())?;
        Ok(VerifiedArchive { archive, keys })
    }

    /// Locks the data folder, and refuses a database that must not be replaced.
    fn claim(&self, config: &Config) -> Result<FolderLock, StorageError> {
        config.data.create().map_err(StorageError::file(config.data.path()))?;
        let in_use = |error| StorageError::InUse { folder: config.data.path().to_owned(), error };
        let lock = config.data.lock().map_err(in_use)?;
        let database = config.database();
        match &database {
            Database::Sqlite { path } if path.exists() && !self.replace => {
                let advice = "use --replace to keep it under another name and put the copy in its place";
                Err(StorageError::AlreadyExists { path: path.clone(), advice })
            }
            Database::Sqlite { .. } => Ok(lock),
            Database::Postgres { .. } => match migrations::state(&database) {
                Err(Error::Schema(SchemaFault::Empty)) => Ok(lock),
                Ok(()) | Err(Error::Schema(_)) => {
                    Err(StorageError::NotEmpty { database: config.database_name() })
                }
                Err(error) => Err(error.into()),
            },
        }
    }
}

fn not_restored(error: StorageError) -> StorageError {
    StorageError::NotRestored(Box::new(error))
}

fn check_engine(config: &Config, engine: Engine) -> Result<(), StorageError> {
    let advice = match (engine, config.database()) {
        (Engine::Sqlite, Database::Sqlite { .. }) | (Engine::Postgres, Database::Postgres { .. }) => {
            return Ok(());
        }
        (Engine::Sqlite, Database::Postgres { .. }) => {
            "it is restored into a data folder: leave out the URL of a PostgreSQL database"
        }
        (Engine::Postgres, Database::Sqlite { .. }) => {
            "it is restored into PostgreSQL: name an empty database in SVC_DATABASE"
        }
    };
    Err(StorageError::OtherEngine { advice })
}

/// Reads the restored database. A SQLite database that is refused here is still a draft.
async fn examine(draft: &RestoreDraft<'_>, verified: &VerifiedArchive) -> Result<Contents, StorageError> {
    let contents = Contents::read(&draft.config, &verified.keys.keyring).await;
    contents.map_err(|error| match verified.manifest().engine {
        Engine::Sqlite => not_restored(error),
        Engine::Postgres => error,
    })
}

/// Takes over the draft, and records in the anchor file that the ledgers continue from their restored heads.
async fn install(
    config: &Config,
    draft: &RestoreDraft<'_>,
    lock: &FolderLock,
    verified: &VerifiedArchive,
    contents: Contents,
) -> Result<RestoreOutcome, StorageError> {
    let is_internal = config.anchor_file.is_none();
    if is_internal && !contents.is_older_schema {
        wiring::accept_restored(&draft.config).await.map_err(StorageError::Keys)?;
    }
    draft.place_external_files(config)?;
    let files = draft.names()?;
    let replaced = config.data.adopt_restored(lock).map_err(StorageError::file(config.data.path()))?;
    if !is_internal && !contents.is_older_schema {
        wiring::accept_restored(config).await.map_err(StorageError::NotAccepted)?;
    }
    Ok(RestoreOutcome::of_restore(config, verified.manifest(), contents, files).with_replaced(replaced))
}
