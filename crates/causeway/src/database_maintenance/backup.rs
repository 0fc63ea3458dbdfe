//! `causeway backup`: one archive with everything that a restore needs, made also while a server is running.

use std::fmt;
use std::path::{Path, PathBuf};

use causeway_domain::Time;
use causeway_service::runtime::keys::Keyring;
use clap::Args;
use serde::Serialize;

use super::StorageError;
use super::archive::{self, Archive, Engine, Head, Manifest};
use super::backup_parts::{BackupParts, configured_keyring};
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
        make_backup(config, &self.to, self.with_keys).await
    }
}

/// Makes an archive under a temporary name, reads it back, and gives it its name.
///
/// # Errors
/// The errors of [`BackupCommand::run`].
pub(crate) async fn make_backup(
    config: &Config,
    to: &Path,
    with_keys: bool,
) -> Result<BackupOutcome, StorageError> {
    check_target(to)?;
    config.data.complete_restore().map_err(StorageError::file(config.data.path()))?;
    let keyring = configured_keyring(config)?;
    let staging = StagingFolder::beside(to)?;
    let parts = BackupParts::collect(config, &keyring, staging.path(), with_keys).await?;
    let draft = staging.path().join("archive");
    let target = to.to_owned();
    let (manifest, bytes) = blocking(move || pack(parts, &keyring, &draft, &target)).await?;
    if let Err(error) = config.data.mark_backup(to) {
        tracing::warn!(%error, "failed to record the time of the backup: its measured age is too high");
    }
    let Manifest { schema, made_at, engine, with_keys, ledgers, parts, .. } = manifest;
    let parts = parts.into_iter().map(|part| part.name).collect();
    Ok(BackupOutcome { file: to.to_owned(), bytes, made_at, engine, schema, parts, with_keys, ledgers })
}

/// Writes the archive, reads it back as a restore would, and gives it its name. Returns its manifest and its
/// size.
fn pack(
    parts: BackupParts,
    keyring: &Keyring,
    draft: &Path,
    to: &Path,
) -> Result<(Manifest, u64), StorageError> {
    let BackupParts { manifest, files } = parts;
    let manifest = archive::write(draft, &files, manifest, keyring).map_err(StorageError::file(draft))?;
    let fault = |fault| StorageError::Archive { path: draft.to_owned(), fault };
    Archive::open(draft).and_then(|archive| archive.check(keyring)).map_err(fault)?;
    let bytes = draft.metadata().map_err(StorageError::file(draft))?.len();
    publish(draft, to)?;
    Ok((manifest, bytes))
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
