//! `causeway backup`: one archive with everything that a restore needs, made also while a server is running.

use std::fmt;
use std::path::{Path, PathBuf};
use std::time::Duration;

use causeway_domain::Time;
use causeway_service::runtime::keys::Keyring;
use causeway_store::Database;
use clap::Args;
use serde::Serialize;

use super::StorageError;
use super::archive::{self, Archive, Engine, Head, Manifest};
use super::backup_parts::{BackupParts, BackupSource, configured_keyring};
use super::blocking::blocking;
use super::staging::{StagingFolder, publish};
use crate::config::Config;

/// Arguments of `causeway backup`.
#[derive(Debug, Clone, Args)]
pub struct BackupCommand {
    /// Archive to write; it must not exist
    #[arg(value_name = "FILE")]
    pub to: PathBuf,

    /// Also put the root key, the wallet keys and the configuration file of the data folder into the archive,
    /// unencrypted. Anyone who has it then has all secrets of the service
    #[arg(long)]
    pub with_keys: bool,
}

/// A backup to make.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct BackupRequest {
    /// Archive to write; it must not exist.
    pub(crate) to: PathBuf,
    /// Set if the archive contains the keys.
    pub(crate) with_keys: bool,
    /// Time after which `pg_dump` is ended; `None` if it may take as long as it needs.
    pub(crate) dump_limit: Option<Duration>,
}

/// The result of a backup.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct BackupOutcome {
    /// The archive.
    pub file: PathBuf,
    /// Size of the archive.
    pub bytes: u64,
    /// Instant at which the backup began: everything acknowledged before is in it.
    pub made_at: Time,
    pub engine: Engine,
    /// Number of the last migration.
    pub schema: i64,
    /// Files in the archive.
    pub parts: Vec<String>,
    /// Set if the archive contains the keys.
    pub with_keys: bool,
    /// Ledgers in the archive.
    pub ledgers: Vec<Head>,
}

impl BackupCommand {
    /// Makes the archive. Blocks until it is on disk.
    ///
    /// # Errors
    /// If the file exists already; if a file cannot be read or written; if the root key is not the one of the
    /// database; on PostgreSQL, if its programs fail. No file is left behind in these cases.
    pub async fn run(&self, config: &Config) -> Result<BackupOutcome, StorageError> {
        let request = BackupRequest { to: self.to.clone(), with_keys: self.with_keys, dump_limit: None };
        make_backup(config, request).await
    }
}

/// Makes an archive under a temporary name, reads it back, and gives it its name.
///
/// # Errors
/// The errors of [`BackupCommand::run`].
pub(crate) async fn make_backup(
    config: &Config,
    request: BackupRequest,
) -> Result<BackupOutcome, StorageError> {
    let BackupRequest { to, with_keys, dump_limit } = request;
    let first = config.clone();
    let target = to.clone();
    let Preparation { keyring, staging } = blocking(move || prepare(&first, &target)).await?;
    let source = BackupSource {
        config: config.clone(),
        keyring,
        folder: staging.path().to_owned(),
        with_keys,
        dump_limit,
    };
    let outcome = write_archive(source, to).await;
    // The removal of a whole database blocks.
    blocking(move || {
        drop(staging);
        outcome
    })
    .await
}

/// The keys for a backup and the folder for its files.
struct Preparation {
    keyring: Keyring,
    staging: StagingFolder,
}

fn prepare(config: &Config, to: &Path) -> Result<Preparation, StorageError> {
    check_target(to)?;
    config.data.complete_restore().map_err(StorageError::file(config.data.path()))?;
    if let Database::Sqlite { path } = config.database()
        && !path.exists()
    {
        return Err(StorageError::NoDatabase(path));
    }
    let keyring = configured_keyring(config)?;
    Ok(Preparation { keyring, staging: StagingFolder::beside(to)? })
}

/// Collects the parts in the folder of the source, makes the archive there, and gives it its name.
async fn write_archive(source: BackupSource, to: PathBuf) -> Result<BackupOutcome, StorageError> {
    let data = source.config.data.clone();
    let keyring = source.keyring.clone();
    let draft = source.folder.join("archive");
    let parts = BackupParts::collect(source).await?;
    blocking(move || {
        let PackedArchive { manifest, bytes } = pack(parts, &keyring, &draft, &to)?;
        if let Err(error) = data.mark_backup(&to) {
            tracing::warn!(%error, "failed to record the time of the backup: its measured age is too high");
        }
        let Manifest { schema, made_at, engine, with_keys, ledgers, parts, .. } = manifest;
        let parts = parts.into_iter().map(|part| part.name).collect();
        Ok(BackupOutcome { file: to, bytes, made_at, engine, schema, parts, with_keys, ledgers })
    })
    .await
}

/// An archive on disk.
struct PackedArchive {
    manifest: Manifest,
    /// Size of the archive.
    bytes: u64,
}

/// Writes the archive, reads it back as a restore would, and gives it its name.
fn pack(
    parts: BackupParts,
    keyring: &Keyring,
    draft: &Path,
    to: &Path,
) -> Result<PackedArchive, StorageError> {
    let BackupParts { manifest, files } = parts;
    let manifest = archive::write(draft, &files, manifest, keyring).map_err(StorageError::file(draft))?;
    let fault = |fault| StorageError::Archive { path: draft.to_owned(), fault };
    Archive::open(draft).and_then(|archive| archive.check(keyring)).map_err(fault)?;
    let bytes = draft.metadata().map_err(StorageError::file(draft))?.len();
    publish(draft, to)?;
    Ok(PackedArchive { manifest, bytes })
}

/// Refuses a file that exists, and a folder that does not.
fn check_target(to: &Path) -> Result<(), StorageError> {
    if to.exists() {
        let advice = "choose another name; a backup never overwrites a file";
        return Err(StorageError::AlreadyExists { path: to.to_owned(), advice });
    }
    // A name without a folder refers to the current one.
    let folder = to.parent().filter(|folder| !folder.as_os_str().is_empty());
    match folder.filter(|folder| !folder.is_dir()) {
        Some(missing) => Err(StorageError::NoFolder(missing.to_owned())),
        None => Ok(()),
    }
}

impl fmt::Display for BackupOutcome {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "Backed up to {} ({} bytes), as of {}.", self.file.display(), self.bytes, self.made_at)?;
        writeln!(f, "It contains {}.", self.parts.join(", "))?;
        for Head { platform, block, journals, .. } in &self.ledgers {
            writeln!(
                f,
                "Ledger of {platform}: newest block {}, {journals} journals.",
                block.unwrap_or_default()
            )?;
        }
        match self.with_keys {
            true => writeln!(
                f,
                "WARNING: it contains the keys, unencrypted. Anyone who has this file can sign as every platform and read \
                 every secret: encrypt it before it leaves this machine."
            ),
            false => writeln!(
                f,
                "The keys are not in it: keep the root key and the wallet keys elsewhere. Without them, it cannot be \
                 restored."
            ),
        }
    }
}
