//! The files of the next data folder, complete in a folder of their own before they count.

use std::fs;
use std::path::{Path, PathBuf};

use causeway_service::runtime::tombstones::Tombstones;
use causeway_store::{Database, PostgresPrograms};

use super::StorageError;
use super::archive::{ANCHORS, Archive, CONFIGURATION, DUMP, Manifest, ROOT_KEY, TOMBSTONES, WALLET_KEYS};
use super::backup_parts::{anchor_file, tombstone_file};
use super::restore_keys::RestoreKeys;
use crate::config::{Config, SecretText};
use crate::data_folder::{DataFolder, remove, write_private};

/// An archive that was compared with its manifest, and the keys that belong to it.
pub(super) struct VerifiedArchive {
    pub(super) archive: Archive,
    pub(super) keys: RestoreKeys,
}

/// A folder with the unpacked files, to which those of the present data folder were added.
pub(super) struct RestoreDraft {
    folder: PathBuf,
    /// Configuration of a process that works on the folder.
    pub(super) config: Config,
}

impl VerifiedArchive {
    pub(super) const fn manifest(&self) -> &Manifest {
        self.archive.manifest()
    }
}

impl RestoreDraft {
    /// Unpacks an archive into an empty folder. Keys, configuration and anchor file of the present data folder
    /// take precedence, and its revocations are added.
    pub(super) fn fill(
        folder: &Path,
        config: &Config,
        verified: &VerifiedArchive,
    ) -> Result<Self, StorageError> {
        let VerifiedArchive { archive, keys } = verified;
        let fault = |fault| StorageError::Archive { path: archive.path().to_owned(), fault };
        archive.unpack(folder).map_err(fault)?;
        let files = [(ROOT_KEY, Some(&keys.root)), (WALLET_KEYS, keys.wallets.as_ref())];
        for (name, key) in files {
            let path = folder.join(name);
            let outcome = match key.filter(|key| key.is_missing) {
                Some(key) => write_private(&path, &key.text),
                None => remove(&path),
            };
            outcome.map_err(StorageError::file(&path))?;
        }
        let configuration = folder.join(CONFIGURATION);
        if config.data.path().join(CONFIGURATION).exists() {
            remove(&configuration).map_err(StorageError::file(&configuration))?;
        }
        keep_anchors(&anchor_file(config), &folder.join(ANCHORS))?;
        merge_tombstones(&tombstone_file(config), &folder.join(TOMBSTONES))?;
        let wallet_keys = keys.wallets.as_ref().map(|key| SecretText::new(key.text.clone()));
        let config = Config {
            data: DataFolder::new(folder),
            root_key: Some(SecretText::new(keys.root.text.clone())),
            wallet_keys,
            tombstone_file: None,
            anchor_file: None,
            ..config.clone()
        };
        Ok(Self { folder: folder.to_owned(), config })
    }

    /// Names another PostgreSQL database to restore the dump into.
    pub(super) fn with_database(self, url: String) -> Self {
        let config = Config { database_url: Some(SecretText::new(url)), ..self.config };
        Self { folder: self.folder, config }
    }

    /// Restores the dump of a PostgreSQL database into the configured one, and removes it from the folder.
    /// Does nothing on SQLite.
    pub(super) fn load_dump(&self) -> Result<(), StorageError> {
        let Database::Postgres { url } = self.config.database() else { return Ok(()) };
        let dump = self.folder.join(DUMP);
        PostgresPrograms::new(&url)?.restore(&dump).map_err(StorageError::Program)?;
        remove(&dump).map_err(StorageError::file(dump))
    }

    /// Puts the revocations and the anchor file into the places outside of the data folder that are configured
    /// for them.
    pub(super) fn place_external_files(&self, config: &Config) -> Result<(), StorageError> {
        if let Some(to) = &config.tombstone_file {
            let from = self.folder.join(TOMBSTONES);
            if from.exists() {
                merge_tombstones(&from, to)?;
                remove(&from).map_err(StorageError::file(from))?;
            }
        }
        if let Some(to) = &config.anchor_file {
            let from = self.folder.join(ANCHORS);
            if from.exists() && !has_content(to) {
                fs::copy(&from, to).map_err(StorageError::file(to))?;
            }
            remove(&from).map_err(StorageError::file(from))?;
        }
        Ok(())
    }

    /// Returns the names of the files in the folder.
    pub(super) fn names(&self) -> Result<Vec<String>, StorageError> {
        let entries = fs::read_dir(&self.folder).map_err(StorageError::file(&self.folder))?;
        let mut names: Vec<String> =
            entries.filter_map(|entry| entry.ok()?.file_name().into_string().ok()).collect();
        names.sort();
        Ok(names)
    }
}

/// Keeps an anchor file that has survived: it has seen at least what the one of the archive has.
fn keep_anchors(present: &Path, draft: &Path) -> Result<(), StorageError> {
    if !has_content(present) {
        return Ok(());
    }
    fs::copy(present, draft).map(drop).map_err(StorageError::file(present))
}

/// Adds the revocations of one log to another, which is created if it does not exist.
fn merge_tombstones(from: &Path, to: &Path) -> Result<(), StorageError> {
    if !from.exists() {
        return Ok(());
    }
    let merged = Tombstones::create(to.to_owned()).and_then(|all| all.import(from));
    merged.map_err(StorageError::file(to))
}

fn has_content(file: &Path) -> bool {
    fs::metadata(file).is_ok_and(|file| file.len() > 0)
}
