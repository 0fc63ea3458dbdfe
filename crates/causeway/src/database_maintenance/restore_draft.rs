//! The files of the next data folder, complete in a folder of their own before they count.

use std::fs;
use std::path::{Path, PathBuf};

use causeway_service::runtime::tombstones::Tombstones;
use causeway_store::{Database, PostgresPrograms};

use super::StorageError;
use super::archive::{ANCHORS, Archive, CONFIGURATION, DUMP, Manifest, ROOT_KEY, TOMBSTONES, WALLET_KEYS};
use super::backup_parts::{anchor_file, tombstone_file};
use super::interruption::Interruption;
use super::restore_keys::{KeyFile, RestoreKeys};
use crate::config::{Config, SecretText};
use crate::data_folder::{DataFolder, copy_private, remove, write_private};

/// An archive that was compared with its manifest, and the keys that belong to it.
pub(super) struct VerifiedArchive {
    pub(super) archive: Archive,
    pub(super) keys: RestoreKeys,
}

/// The purpose of a draft.
#[derive(Debug, Clone, Copy)]
pub(super) enum DraftPurpose<'a> {
    /// It becomes the data folder.
    Restore,
    /// It is removed after its verification, or at an interruption. No file with secrets is written: the process has
    /// the keys in its memory.
    Rehearsal(&'a Interruption),
}

/// A folder with the unpacked files, to which those of the present data folder were added.
pub(super) struct RestoreDraft<'a> {
    folder: PathBuf,
    purpose: DraftPurpose<'a>,
    /// Names of the files with secrets that a data folder would get.
    secrets: Vec<&'static str>,
    /// Configuration of a process that works on the folder.
    pub(super) config: Config,
}

impl VerifiedArchive {
    pub(super) const fn manifest(&self) -> &Manifest {
        self.archive.manifest()
    }
}

impl DraftPurpose<'_> {
    fn is_restore(self) -> bool {
        matches!(self, Self::Restore)
    }

    /// Returns `true` once the draft is not needed any more.
    fn is_cancelled(self) -> bool {
        match self {
            Self::Restore => false,
            Self::Rehearsal(interruption) => interruption.has_arrived(),
        }
    }
}

impl<'a> RestoreDraft<'a> {
    /// Unpacks an archive into an empty folder. Keys, configuration and anchor file of the present data folder
    /// take precedence, and its revocations are added.
    pub(super) fn fill(
        folder: &Path,
        config: &Config,
        verified: &VerifiedArchive,
        purpose: DraftPurpose<'a>,
    ) -> Result<Self, StorageError> {
        let VerifiedArchive { archive, keys } = verified;
        let fault = |fault| StorageError::Archive { path: archive.path().to_owned(), fault };
        let missing: Vec<(&'static str, &KeyFile)> = missing_keys(keys).collect();
        let needs_configuration =
            archive.manifest().has(CONFIGURATION) && !config.data.path().join(CONFIGURATION).exists();
        let is_wanted = |name: &str| match name {
            ROOT_KEY | WALLET_KEYS => false,
            CONFIGURATION => purpose.is_restore() && needs_configuration,
            _ => true,
        };
        archive.unpack(folder, is_wanted, &|| purpose.is_cancelled()).map_err(fault)?;
        for (name, key) in missing.iter().filter(|_| purpose.is_restore()) {
            let path = folder.join(name);
            write_private(&path, &key.text).map_err(StorageError::file(&path))?;
        }
        let secrets = missing.iter().map(|(name, _)| *name);
        let secrets = secrets.chain(needs_configuration.then_some(CONFIGURATION)).collect();
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
        Ok(Self { folder: folder.to_owned(), purpose, secrets, config })
    }

    /// Names another PostgreSQL database to restore the dump into.
    pub(super) fn with_database(self, url: String) -> Self {
        let config = Config { database_url: Some(SecretText::new(url)), ..self.config };
        Self { config, ..self }
    }

    /// Restores the dump of a PostgreSQL database into the configured one, and removes it from the folder.
    /// Does nothing on SQLite.
    pub(super) fn load_dump(&self) -> Result<(), StorageError> {
        let Database::Postgres { url } = self.config.database() else { return Ok(()) };
        let dump = self.folder.join(DUMP);
        let is_cancelled = || self.purpose.is_cancelled();
        PostgresPrograms::new(&url)?.restore(&dump, &is_cancelled).map_err(StorageError::Program)?;
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
                copy_private(&from, to).map_err(StorageError::file(to))?;
            }
            remove(&from).map_err(StorageError::file(from))?;
        }
        Ok(())
    }

    /// Returns the names of the files that the data folder gets.
    pub(super) fn names(&self) -> Result<Vec<String>, StorageError> {
        let entries = fs::read_dir(&self.folder).map_err(StorageError::file(&self.folder))?;
        let mut names: Vec<String> =
            entries.filter_map(|entry| entry.ok()?.file_name().into_string().ok()).collect();
        names.extend(self.secrets.iter().map(|name| (*name).to_owned()));
        names.sort();
        names.dedup();
        Ok(names)
    }
}

/// Returns the keys that are not in their place yet, with the names of their files.
fn missing_keys(keys: &RestoreKeys) -> impl Iterator<Item = (&'static str, &KeyFile)> {
    let files = [(ROOT_KEY, Some(&keys.root)), (WALLET_KEYS, keys.wallets.as_ref())];
    files.into_iter().filter_map(|(name, key)| Some((name, key.filter(|key| key.is_missing)?)))
}

/// Keeps an anchor file that has survived: it has seen at least what the one of the archive has.
fn keep_anchors(present: &Path, draft: &Path) -> Result<(), StorageError> {
    if !has_content(present) {
        return Ok(());
    }
    copy_private(present, draft).map_err(StorageError::file(present))
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
