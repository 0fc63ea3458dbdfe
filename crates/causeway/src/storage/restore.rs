//! `causeway restore`: puts a copy of the database back.

use std::fmt;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use causeway_domain::Clock;
use causeway_service::runtime::tombstones::Tombstones;
use causeway_store::{Database, backup};
use clap::Args;
use serde::Serialize;

use super::StorageError;
use super::backup::tombstone_file;
use crate::config::Config;
use crate::folder::{remove, write_private};
use crate::wiring::{self, WiringError};

/// Puts a copy of the SQLite database into the data folder
#[derive(Debug, Clone, Args)]
pub struct Restore {
    /// The copy, as `backup` wrote it
    #[arg(value_name = "FILE")]
    pub from: PathBuf,

    /// The root key that belongs to it, where the data folder does not have it yet
    #[arg(long, value_name = "FILE")]
    pub root_key: Option<PathBuf>,

    /// The keys of the wallets that belong to it, where the data folder does not have them yet
    #[arg(long, value_name = "FILE")]
    pub wallet_keys: Option<PathBuf>,

    /// A copy of what was revoked of wallets: it is added to what the data folder has
    #[arg(long, value_name = "FILE")]
    pub tombstones: Option<PathBuf>,

    /// Puts the copy in the place of the database in the data folder, which is kept under another name
    #[arg(long)]
    pub replace: bool,
}

/// Whether the secrets in a restored database can be opened.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum KeyState {
    /// The root key is there and fits.
    Fits,
    /// The root key must be put in its place before a server starts.
    Missing,
    /// The next start will show: the copy's schema is older than this program.
    Unknown,
}

/// A copy that was put back.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Restored {
    /// The database.
    pub database: PathBuf,
    /// Where the database that stood there is kept now.
    pub replaced: Option<PathBuf>,
    /// Where the root key belongs.
    pub root_key: PathBuf,
    /// Whether it is there and fits.
    pub key_state: KeyState,
}

impl Restore {
    /// Puts the copy back. Blocks until it is on the disk.
    ///
    /// # Errors
    /// On PostgreSQL, which has tools of its own; while a server works on the data folder; when the copy is
    /// damaged or newer than this program; when something is in the way; when its root key is another one.
    pub async fn run(&self, config: &Config) -> Result<Restored, StorageError> {
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
        let _hold = config.data.hold().map_err(|by| StorageError::InUse { folder: folder(), by })?;
        if database.exists() && !self.replace {
            let advice = "use --replace to keep it under another name and put the copy in its place";
            return Err(StorageError::AlreadyExists { path: database, advice });
        }
        let draft = database.with_added_extension("restoring");
        remove(&draft).map_err(StorageError::file(&draft))?;
        backup::check(&self.from)?;
        backup::copy(&self.from, &draft)?;
        let prepared = self.bring_keys(config).and_then(|()| set_aside(&database));
        let replaced = prepared.inspect_err(|_| drop(fs::remove_file(&draft)))?;
        fs::rename(&draft, &database).map_err(StorageError::file(&database))?;
        let key_state = key_state(config).await?;
        Ok(Restored { database, replaced, root_key: config.data.root_key(), key_state })
    }

    fn bring_keys(&self, config: &Config) -> Result<(), StorageError> {
        if let Some(from) = &self.root_key {
            bring(from, config.data.root_key(), "it is another root key; move it away first")?;
        }
        if let Some(from) = &self.wallet_keys {
            let advice = "they are the keys of other wallets; move them away first";
            bring(from, config.data.wallet_keys(), advice)?;
        }
        let Some(from) = &self.tombstones else { return Ok(()) };
        let to = tombstone_file(config);
        let added = Tombstones::create(to.clone()).and_then(|present| present.take_in(from));
        added.map_err(StorageError::file(to))
    }
}

/// Brings a copy of keys to where they belong, unless other ones are there.
fn bring(from: &Path, path: PathBuf, advice: &'static str) -> Result<(), StorageError> {
    let text = fs::read_to_string(from).map_err(StorageError::file(from))?;
    match fs::read_to_string(&path) {
        Ok(present) if present == text => Ok(()),
        Ok(_) => Err(StorageError::AlreadyExists { path, advice }),
        Err(fault) if fault.kind() == io::ErrorKind::NotFound => {
            write_private(&path, &text).map_err(StorageError::file(path))
        }
        Err(fault) => Err(StorageError::File { path, why: fault }),
    }
}

/// Renames the database that stands there, together with the log beside it, which belongs to no other.
fn set_aside(database: &Path) -> Result<Option<PathBuf>, StorageError> {
    if !database.exists() {
        return Ok(None);
    }
    let kept = database.with_added_extension(format!("replaced-{}", Clock::system().now().millis()));
    for part in ["-wal", "-shm", ""] {
        let [from, to] = [database, &kept].map(|path| {
            let mut name = path.as_os_str().to_owned();
            name.push(part);
            PathBuf::from(name)
        });
        match fs::rename(&from, to) {
            Err(fault) if fault.kind() != io::ErrorKind::NotFound => {
                return Err(StorageError::File { path: from, why: fault });
            }
            _ => {}
        }
    }
    Ok(Some(kept))
}

async fn key_state(config: &Config) -> Result<KeyState, StorageError> {
    match wiring::accept_restored(config).await {
        Ok(()) => Ok(KeyState::Fits),
        Err(WiringError::RootKeyMissing(_)) => Ok(KeyState::Missing),
        Err(WiringError::MigrateFirst(_)) => Ok(KeyState::Unknown),
        Err(error) => Err(StorageError::Keys(error)),
    }
}

impl fmt::Display for Restored {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "Restored the database to {}.", self.database.display())?;
        if let Some(path) = &self.replaced {
            writeln!(f, "The database that stood there is kept as {}.", path.display())?;
        }
        let path = self.root_key.display();
        match self.key_state {
            KeyState::Fits => writeln!(f, "The root key fits."),
            KeyState::Missing => writeln!(f, "Now put its root key to {path}, or give it in SVC_ROOT_KEY."),
            KeyState::Unknown => writeln!(f, "The next start brings it up to date, and checks the root key."),
        }
    }
}
