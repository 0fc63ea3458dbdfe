//! `causeway backup`: a copy of the database, taken also while a server is running.

use std::fmt;
use std::fs;
use std::path::{Path, PathBuf};

use causeway_service::runtime::tombstones::Tombstones;
use causeway_store::{Database, backup};
use clap::Args;
use serde::Serialize;

use super::StorageError;
use crate::config::Config;
use crate::data_folder::write_private;

/// Arguments of `causeway backup`.
#[derive(Debug, Clone, Args)]
pub struct BackupCommand {
    /// File to write; it must not exist
    #[arg(value_name = "FILE")]
    pub to: PathBuf,

    /// Also write the root key to FILE.key and the wallet keys to FILE.wallet-keys. Anyone with these files
    /// and the copy has all secrets of the service
    #[arg(long)]
    pub with_root_key: bool,
}

/// The result of a backup.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct BackupOutcome {
    /// Copy of the database.
    pub file: PathBuf,
    /// Size of the copy.
    pub bytes: u64,
    /// Copy of the root key, if requested.
    pub root_key: Option<PathBuf>,
    /// Copy of the wallet keys, if requested and present.
    pub wallet_keys: Option<PathBuf>,
    /// Copy of the tombstone log, the revocations of wallets; `None` if there is none.
    pub tombstones: Option<PathBuf>,
}

impl BackupCommand {
    /// Makes the copy. Blocks until it is on disk.
    ///
    /// # Errors
    /// On PostgreSQL, which has tools of its own; if a file to write exists already; if a file cannot be read
    /// or written. No files are left behind in these cases.
    pub fn run(&self, config: &Config) -> Result<BackupOutcome, StorageError> {
        let Database::Sqlite { path } = config.database() else {
            let instead = "pg_dump --format=custom --file=FILE DATABASE-URL; keep the root key apart from it";
            return Err(StorageError::UsePostgresTools { instead });
        };
        if !path.exists() {
            return Err(StorageError::NoDatabase(path));
        }
        let beside = |ending: &str| self.to.with_added_extension(ending);
        let log = tombstone_file(config);
        let root_key = self.with_root_key.then(|| beside("key"));
        let wallet_keys = (self.with_root_key && has_wallet_keys(config)).then(|| beside("wallet-keys"));
        let tombstones = log.exists().then(|| beside("tombstones"));
        let copies = [&root_key, &wallet_keys, &tombstones].into_iter().flatten().chain([&self.to]);
        let copies: Vec<PathBuf> = copies.cloned().collect();
        if let Some(path) = copies.iter().find(|path| path.exists()) {
            let advice = "choose another name; a copy never overwrites a file";
            return Err(StorageError::AlreadyExists { path: path.clone(), advice });
        }
        // A name without a folder refers to the current one.
        let folder = self.to.parent().filter(|folder| !folder.as_os_str().is_empty());
        if let Some(missing) = folder.filter(|folder| !folder.is_dir()) {
            return Err(StorageError::NoFolder(missing.to_owned()));
        }
        let outcome = copy_keys(config, root_key.as_deref(), wallet_keys.as_deref())
            .and_then(|()| Ok(backup::copy(&path, &self.to)?))
            // Copied after the database, so that revocations made in the meantime are included.
            .and_then(|()| tombstones.as_deref().map_or(Ok(()), |to| copy_tombstones(&log, to)));
        if let Err(error) = outcome {
            copies.iter().for_each(|path| drop(fs::remove_file(path)));
            return Err(error);
        }
        let bytes = fs::metadata(&self.to).map_err(StorageError::file(&self.to))?.len();
        if let Err(error) = config.data.mark_backup(&self.to) {
            tracing::warn!(%error, "failed to record the time of the backup: its measured age is too high");
        }
        Ok(BackupOutcome { file: self.to.clone(), bytes, root_key, wallet_keys, tombstones })
    }
}

/// Returns the path of the tombstone log, the revocations of wallets.
pub(super) fn tombstone_file(config: &Config) -> PathBuf {
    config.tombstone_file.clone().unwrap_or_else(|| config.data.tombstones())
}

fn has_wallet_keys(config: &Config) -> bool {
    config.wallet_keys.is_some() || config.data.wallet_keys().exists()
}

fn copy_keys(
    config: &Config,
    root_key: Option<&Path>,
    wallet_keys: Option<&Path>,
) -> Result<(), StorageError> {
    if let Some(path) = root_key {
        write_private(path, &root_key_text(config)?).map_err(StorageError::file(path))?;
    }
    if let Some(path) = wallet_keys {
        write_private(path, &wallet_keys_text(config)?).map_err(StorageError::file(path))?;
    }
    Ok(())
}

fn copy_tombstones(from: &Path, to: &Path) -> Result<(), StorageError> {
    let outcome = Tombstones::create(to.to_owned()).and_then(|copy| copy.import(from));
    outcome.map_err(StorageError::file(to))
}

fn wallet_keys_text(config: &Config) -> Result<String, StorageError> {
    match &config.wallet_keys {
        Some(text) => Ok(text.expose().to_owned()),
        None => {
            let path = config.data.wallet_keys();
            fs::read_to_string(&path).map_err(StorageError::file(path))
        }
    }
}

fn root_key_text(config: &Config) -> Result<String, StorageError> {
    match &config.root_key {
        Some(text) => Ok(text.expose().to_owned()),
        None => {
            let path = config.data.root_key();
            fs::read_to_string(&path).map_err(StorageError::file(path))
        }
    }
}

impl fmt::Display for BackupOutcome {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "Copied the database to {} ({} bytes).", self.file.display(), self.bytes)?;
        match &self.root_key {
            Some(path) => writeln!(f, "Copied the root key to {}: keep it secret.", path.display())?,
            None => writeln!(
                f,
                "The root key is not in the copy. Without it, the secrets in the copy cannot be decrypted: back it up \
                 separately, and the wallet keys as well."
            )?,
        }
        if let Some(path) = &self.wallet_keys {
            writeln!(f, "Copied the wallet keys to {}: keep them secret.", path.display())?;
        }
        if let Some(path) = &self.tombstones {
            writeln!(f, "Copied the revocations of wallets to {}.", path.display())?;
        }
        Ok(())
    }
}
