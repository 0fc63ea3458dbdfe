//! `causeway restore`: puts a copy of the database back.

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
use super::copy::{Contents, CopySet, Ledger, Part};
use crate::config::{Config, SecretText};
use crate::folder::{remove, write_private};
use crate::wiring::{self, WiringError};

/// Puts a copy of the SQLite database into the data folder
#[derive(Debug, Clone, Args)]
pub struct Restore {
    /// The copy, as `backup` wrote it
    #[arg(value_name = "FILE")]
    pub from: PathBuf,

    /// The root key that belongs to it, where the data folder does not have it yet; FILE.key if that lies beside the copy
    #[arg(long, value_name = "FILE")]
    pub root_key: Option<PathBuf>,

    /// The keys of the wallets that belong to it, where the data folder does not have them yet; FILE.wallet-keys if that lies
    /// beside the copy
    #[arg(long, value_name = "FILE")]
    pub wallet_keys: Option<PathBuf>,

    /// A copy of what was revoked of wallets, added to what the data folder has; FILE.tombstones if that lies beside the copy
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
    /// Whether the root key is there and fits.
    pub key_state: KeyState,
    /// When something last changed in the copy, as far as its rows say.
    pub newest_change: Option<Time>,
    /// How long ago that was.
    pub age_seconds: Option<u64>,
    /// The ledgers in the copy.
    pub ledgers: Vec<Ledger>,
    /// What was taken from beside the copy, or from where it was said to be.
    pub taken: Vec<PathBuf>,
}

impl Restore {
    /// Puts the copy back. Blocks until it is on the disk.
    ///
    /// # Errors
    /// On PostgreSQL, which has tools of its own; while a server works on the data folder; when the copy is
    /// damaged or newer than this program; when something is in the way; when a server would not start on it with the keys
    /// and the revocations that are at hand. Nothing is changed then.
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
        discard(&draft)?;
        let prepared = self.prepare(config, &draft).await;
        let (set, contents) = prepared.inspect_err(|_| drop(discard(&draft)))?;
        let taken = set.bring(config)?;
        let replaced = set_aside(&database)?;
        fs::rename(&draft, &database).map_err(StorageError::file(&database))?;
        if !contents.is_older_schema {
            wiring::accept_restored(config).await.map_err(StorageError::Keys)?;
        }
        let age = contents.newest_change.map(|at| Clock::system().now().since(at).as_secs());
        Ok(Restored {
            database,
            replaced,
            key_state: if contents.is_older_schema { KeyState::Unknown } else { KeyState::Fits },
            newest_change: contents.newest_change,
            age_seconds: age,
            ledgers: contents.ledgers,
            taken,
        })
    }

    /// Copies the copy into the data folder, and looks into it there.
    async fn prepare(&self, config: &Config, draft: &Path) -> Result<(CopySet, Contents), StorageError> {
        backup::check(&self.from)?;
        let set = self.set(config)?;
        backup::copy(&self.from, draft)?;
        let contents = set.look_into(config, draft).await?;
        Ok((set, contents))
    }

    /// Finds what belongs to the copy.
    fn set(&self, config: &Config) -> Result<CopySet, StorageError> {
        let beside = |ending: &str| self.from.with_added_extension(ending);
        let root_key = Part::find(
            config.root_key.as_ref().map(SecretText::expose),
            &config.data.root_key(),
            self.root_key.as_deref(),
            &beside("key"),
            "it is another root key; move it away first",
        )?;
        let wallet_keys = Part::find(
            config.wallet_keys.as_ref().map(SecretText::expose),
            &config.data.wallet_keys(),
            self.wallet_keys.as_deref(),
            &beside("wallet-keys"),
            "they are the keys of other wallets; move them away first",
        )?;
        let missing = || WiringError::RootKeyMissing(config.data.root_key());
        let revoked = beside("tombstones");
        Ok(CopySet {
            root_key: root_key.ok_or_else(|| StorageError::Keys(missing()))?,
            wallet_keys,
            tombstones: self.tombstones.clone().or_else(|| revoked.exists().then_some(revoked)),
            has_tombstones: tombstone_file(config).exists(),
        })
    }
}

impl CopySet {
    /// Brings to their places what is not there, and returns what was taken.
    fn bring(&self, config: &Config) -> Result<Vec<PathBuf>, StorageError> {
        let mut taken = Vec::new();
        let keys = [
            (Some(&self.root_key), config.data.root_key()),
            (self.wallet_keys.as_ref(), config.data.wallet_keys()),
        ];
        for (part, place) in keys {
            let Some((part, from)) = part.and_then(|part| Some((part, part.from.as_ref()?))) else {
                continue;
            };
            write_private(&place, &part.text).map_err(StorageError::file(place))?;
            taken.push(from.clone());
        }
        if let Some(from) = &self.tombstones {
            let to = tombstone_file(config);
            let added = Tombstones::create(to.clone()).and_then(|present| present.take_in(from));
            added.map_err(StorageError::file(to))?;
            taken.push(from.clone());
        }
        Ok(taken)
    }
}

/// Removes a draft of the database with the files that SQLite puts beside it.
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

/// Renames the database that stands there, together with the log beside it, which belongs to no other.
fn set_aside(database: &Path) -> Result<Option<PathBuf>, StorageError> {
    if !database.exists() {
        return Ok(None);
    }
    let kept = database.with_added_extension(format!("replaced-{}", Clock::system().now().millis()));
    for part in ["-wal", "-shm", ""] {
        let [from, to] = [database, &kept].map(|path| with_part(path, part));
        match fs::rename(&from, to) {
            Err(fault) if fault.kind() != io::ErrorKind::NotFound => {
                return Err(StorageError::File { path: from, why: fault });
            }
            _ => {}
        }
    }
    Ok(Some(kept))
}

impl fmt::Display for Restored {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "Restored the database to {}.", self.database.display())?;
        if let Some(path) = &self.replaced {
            writeln!(f, "The database that stood there is kept as {}.", path.display())?;
        }
        for path in &self.taken {
            writeln!(f, "Took {}.", path.display())?;
        }
        match self.key_state {
            KeyState::Fits => writeln!(f, "The root key fits.")?,
            KeyState::Unknown => {
                writeln!(f, "The next start brings it up to date, and checks the keys.")?;
            }
        }
        if let (Some(at), Some(age)) = (self.newest_change, self.age_seconds) {
            writeln!(f, "Its newest change is of {at}, {} ago.", spoken(age))?;
        }
        for Ledger { platform, block, journals, journals_after } in &self.ledgers {
            writeln!(f, "Ledger of {platform}: newest block {block}, {journals} journals.")?;
            if *journals_after > 0 {
                writeln!(
                    f,
                    "By the anchor file, {journals_after} more journals were sealed after it: they are not in the copy."
                )?;
            }
        }
        Ok(())
    }
}

/// A length of time, by its largest unit.
fn spoken(seconds: u64) -> String {
    let units = [("day", 86_400), ("hour", 3_600), ("minute", 60), ("second", 1)];
    let found = units.into_iter().find(|(_, length)| seconds >= *length).unwrap_or(("second", 1));
    let count = seconds / found.1;
    format!("{count} {}{}", found.0, if count == 1 { "" } else { "s" })
}
