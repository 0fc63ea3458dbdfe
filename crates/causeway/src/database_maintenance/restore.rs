//! `causeway restore`: restores the database from a copy.

use std::fmt;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use causeway_domain::{Clock, Time};
use causeway_service::runtime::tombstones::Tombstones;
use causeway_store::{Database, backup};
use clap::Args;
use serde::Serialize;

use super::StorageError;
use super::backup::tombstone_file;
use super::copy::{Contents, CopySet, KeyFile, Ledger};
use crate::config::{Config, SecretText};
use crate::data_folder::{remove, write_private};
use crate::wiring::{self, WiringError};

/// Arguments of `causeway restore`.
#[derive(Debug, Clone, Args)]
pub struct RestoreCommand {
    /// Copy, as written by `backup`
    #[arg(value_name = "FILE")]
    pub from: PathBuf,

    /// Root key of the copy, if the data folder has none yet [default: FILE.key beside the copy, if it
    /// exists]
    #[arg(long, value_name = "FILE")]
    pub root_key: Option<PathBuf>,

    /// Wallet keys of the copy, if the data folder has none yet [default: FILE.wallet-keys beside the copy,
    /// if it exists]
    #[arg(long, value_name = "FILE")]
    pub wallet_keys: Option<PathBuf>,

    /// Copy of the revocations of wallets, to merge into those in the data folder [default: FILE.tombstones
    /// beside the copy, if it exists]
    #[arg(long, value_name = "FILE")]
    pub tombstones: Option<PathBuf>,

    /// Replace the database in the data folder, and keep it under another name
    #[arg(long)]
    pub replace: bool,
}

/// The result of checking that the secrets in a restored database can be decrypted.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum KeyState {
    /// The root key is present and decrypts them.
    Fits,
    /// Checked at the next start, because the schema of the copy is older than this program.
    Unknown,
}

/// The result of a restore.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct RestoreOutcome {
    /// Path of the restored database.
    pub database: PathBuf,
    /// New path of the database that was replaced.
    pub replaced: Option<PathBuf>,
    pub key_state: KeyState,
    /// Time of the newest change in the copy, as far as its rows show.
    pub newest_change: Option<Time>,
    /// Time since the newest change.
    pub age_seconds: Option<u64>,
    /// The ledgers in the copy.
    pub ledgers: Vec<Ledger>,
    /// Files copied into the data folder, from beside the copy or from the given paths.
    pub taken: Vec<PathBuf>,
}

impl RestoreCommand {
    /// Restores the copy. Blocks until it is on disk.
    ///
    /// # Errors
    /// On PostgreSQL, which has tools of its own; while a server works on the data folder; if the copy is
    /// damaged or newer than this program; if a file exists that must not be overwritten; if a server would
    /// not start on the copy with the available keys and revocations. Nothing is changed in these cases.
    pub async fn run(&self, config: &Config) -> Result<RestoreOutcome, StorageError> {
        let Database::Sqlite { path: database } = config.database() else {
            let instead =
                "pg_restore --clean --if-exists --dbname=DATABASE-URL FILE, with all servers stopped";
            return Err(StorageError::UsePostgresTools { instead });
        };
        if !self.from.exists() {
            return Err(StorageError::NoDatabase(self.from.clone()));
        }
        config.data.create().map_err(StorageError::file(config.data.path()))?;
        let folder = || config.data.path().to_owned();
        let _lock = config.data.lock().map_err(|error| StorageError::InUse { folder: folder(), error })?;
        if database.exists() && !self.replace {
            let advice = "use --replace to keep it under another name and put the copy in its place";
            return Err(StorageError::AlreadyExists { path: database, advice });
        }
        let draft = database.with_added_extension("restoring");
        discard(&draft)?;
        let prepared = self.prepare(config, &draft).await;
        let (copy_set, contents) = prepared.inspect_err(|_| drop(discard(&draft)))?;
        let taken = copy_set.install(config)?;
        let replaced = set_aside(&database)?;
        fs::rename(&draft, &database).map_err(StorageError::file(&database))?;
        if !contents.is_older_schema {
            wiring::accept_restored(config).await.map_err(StorageError::Keys)?;
        }
        let age = contents.newest_change.map(|at| Clock::system().now().since(at).as_secs());
        Ok(RestoreOutcome {
            database,
            replaced,
            key_state: if contents.is_older_schema { KeyState::Unknown } else { KeyState::Fits },
            newest_change: contents.newest_change,
            age_seconds: age,
            ledgers: contents.ledgers,
            taken,
        })
    }

    /// Copies the file into the data folder, and examines the copy there.
    async fn prepare(&self, config: &Config, draft: &Path) -> Result<(CopySet, Contents), StorageError> {
        backup::check(&self.from)?;
        let copy_set = self.find_files(config)?;
        backup::copy(&self.from, draft)?;
        let contents = copy_set.examine(config, draft).await?;
        Ok((copy_set, contents))
    }

    /// Finds the files that belong to the copy.
    fn find_files(&self, config: &Config) -> Result<CopySet, StorageError> {
        let beside = |ending: &str| self.from.with_added_extension(ending);
        let root_key = KeyFile::find(
            config.root_key.as_ref().map(SecretText::expose),
            &config.data.root_key(),
            self.root_key.as_deref(),
            &beside("key"),
            "it is another root key; move it away first",
        )?;
        let wallet_keys = KeyFile::find(
            config.wallet_keys.as_ref().map(SecretText::expose),
            &config.data.wallet_keys(),
            self.wallet_keys.as_deref(),
            &beside("wallet-keys"),
            "they are the keys of other wallets; move them away first",
        )?;
        let missing = || WiringError::RootKeyMissing(config.data.root_key());
        let tombstones = beside("tombstones");
        Ok(CopySet {
            root_key: root_key.ok_or_else(|| StorageError::Keys(missing()))?,
            wallet_keys,
            tombstones: self.tombstones.clone().or_else(|| tombstones.exists().then_some(tombstones)),
            has_tombstones: tombstone_file(config).exists(),
        })
    }
}

impl CopySet {
    /// Copies missing files to their places, merges the revocations, and returns the files that were used.
    fn install(&self, config: &Config) -> Result<Vec<PathBuf>, StorageError> {
        let mut used = Vec::new();
        let keys = [
            (Some(&self.root_key), config.data.root_key()),
            (self.wallet_keys.as_ref(), config.data.wallet_keys()),
        ];
        for (part, place) in keys {
            let Some((part, from)) = part.and_then(|part| Some((part, part.from.as_ref()?))) else {
                continue;
            };
            write_private(&place, &part.text).map_err(StorageError::file(place))?;
            used.push(from.clone());
        }
        if let Some(from) = &self.tombstones {
            let to = tombstone_file(config);
            let outcome = Tombstones::create(to.clone()).and_then(|present| present.import(from));
            outcome.map_err(StorageError::file(to))?;
            used.push(from.clone());
        }
        Ok(used)
    }
}

/// Removes a draft of the database with the files that SQLite creates beside it.
fn discard(draft: &Path) -> Result<(), StorageError> {
    ["", "-wal", "-shm"].into_iter().try_for_each(|part| {
        let path = with_part(draft, part);
        remove(&path).map_err(StorageError::file(path))
    })
}

fn with_part(database: &Path, part: &str) -> PathBuf {
    let mut name = database.as_os_str().to_owned();
    name.push(part);
    PathBuf::from(name)
}

/// Renames the existing database together with its log.
fn set_aside(database: &Path) -> Result<Option<PathBuf>, StorageError> {
    if !database.exists() {
        return Ok(None);
    }
    let previous = database.with_added_extension(format!("replaced-{}", Clock::system().now().millis()));
    for part in ["-wal", "-shm", ""] {
        let [from, to] = [database, &previous].map(|path| with_part(path, part));
        match fs::rename(&from, to) {
            Err(error) if error.kind() != io::ErrorKind::NotFound => {
                return Err(StorageError::File { path: from, error });
            }
            _ => {}
        }
    }
    Ok(Some(previous))
}

impl fmt::Display for RestoreOutcome {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "Restored the database to {}.", self.database.display())?;
        if let Some(path) = &self.replaced {
            writeln!(f, "The previous database is kept as {}.", path.display())?;
        }
        for path in &self.taken {
            writeln!(f, "Used {}.", path.display())?;
        }
        match self.key_state {
            KeyState::Fits => writeln!(f, "The root key fits.")?,
            KeyState::Unknown => {
                writeln!(f, "The next start migrates it and checks the keys.")?;
            }
        }
        if let (Some(at), Some(age)) = (self.newest_change, self.age_seconds) {
            writeln!(f, "Its newest change was at {at}, {} ago.", duration_text(age))?;
        }
        for Ledger { platform, block, journals, journals_after } in &self.ledgers {
            writeln!(f, "Ledger of {platform}: newest block {block}, {journals} journals.")?;
            if *journals_after > 0 {
                writeln!(
                    f,
                    "According to the anchor file, {journals_after} more journals were sealed later: they are not in the copy."
                )?;
            }
        }
        Ok(())
    }
}

/// Formats a duration in its largest unit.
fn duration_text(seconds: u64) -> String {
    let units = [("day", 86_400), ("hour", 3_600), ("minute", 60), ("second", 1)];
    let (unit, length) = units.into_iter().find(|(_, length)| seconds >= *length).unwrap_or(("second", 1));
    let count = seconds / length;
    format!("{count} {unit}{}", if count == 1 { "" } else { "s" })
}
