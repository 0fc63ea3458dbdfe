//! The reasons why a command on the database fails.

use std::fmt;
use std::io;
use std::path::PathBuf;

use causeway_store::{Error, ProgramError};

use super::archive::ArchiveFault;
use crate::data_folder::LockError;
use crate::wiring::WiringError;

/// The reason why a command on the database fails.
#[derive(Debug)]
pub enum StorageError {
    /// The database to copy does not exist.
    NoDatabase(PathBuf),
    /// The folder to write the archive into does not exist.
    NoFolder(PathBuf),
    /// The archive to restore does not exist.
    NoArchive(PathBuf),
    /// The root key of the archive is missing, also at this place in the data folder.
    NoRootKey(PathBuf),
    /// Wallets have keys, and the file of their revocations is missing.
    NoTombstones(PathBuf),
    /// A file exists that must not be overwritten.
    AlreadyExists {
        path: PathBuf,
        /// The remedy.
        advice: &'static str,
    },
    /// A server or another command works on the data folder.
    InUse { folder: PathBuf, error: LockError },
    /// A file cannot be read or written.
    File { path: PathBuf, error: io::Error },
    /// A key file that a flag names cannot be read.
    KeyFile { path: PathBuf, error: io::Error },
    /// Other users than its owner have access to a key file that a flag names.
    OpenKeyFile(PathBuf),
    /// The archive is incomplete, was altered, or belongs to another deployment.
    Archive { path: PathBuf, fault: ArchiveFault },
    /// The archive has a database of another engine than the configured one.
    OtherEngine {
        /// The remedy.
        advice: &'static str,
    },
    /// The PostgreSQL database to restore into has tables.
    NotEmpty {
        /// URL without secrets.
        database: String,
    },
    /// A program of PostgreSQL has failed.
    Program(ProgramError),
    /// The database returned an error.
    Store(Error),
    /// The available keys cannot be read, or do not belong to the database.
    Keys(WiringError),
    /// A server would not start on the copy with the available keys.
    WillNotStart(String),
    /// The copy was read completely, and is not sound.
    Unsound {
        /// Number of faults.
        count: u64,
        /// The first one.
        first: String,
    },
    /// The command cannot wait for signals.
    Signals(io::Error),
    /// A signal has ended the command, and its temporary files were removed.
    Interrupted,
    /// A restore was refused, or has failed before it changed anything.
    NotRestored(Box<Self>),
    /// The files were restored, and the anchor file does not have the change yet.
    NotAccepted(WiringError),
}

impl StorageError {
    pub(super) fn file(path: impl Into<PathBuf>) -> impl FnOnce(io::Error) -> Self {
        let path = path.into();
        move |error| Self::File { path, error }
    }
}

impl From<Error> for StorageError {
    fn from(error: Error) -> Self {
        Self::Store(error)
    }
}

impl fmt::Display for StorageError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NoDatabase(path) => {
                write!(f, "there is no database at {}: name the data folder with --data", path.display())
            }
            Self::NoFolder(path) => write!(f, "there is no folder {}", path.display()),
            Self::NoArchive(path) => write!(f, "there is no archive at {}", path.display()),
            Self::NoRootKey(path) => write!(
                f,
                "the root key of the archive is missing: give it with --root-key, put it at {} or give it in SVC_ROOT_KEY",
                path.display()
            ),
            Self::NoTombstones(path) => write!(
                f,
                "the file of the wallets' revocations is missing: put it back at {}; without it, the backup could not be \
                 restored",
                path.display()
            ),
            Self::AlreadyExists { path, advice } => write!(f, "{} exists already: {advice}", path.display()),
            Self::InUse { folder, error } => {
                write!(f, "the data folder {} is in use: {error}; stop it first", folder.display())
            }
            Self::File { path, error } => write!(f, "cannot read or write {}: {error}", path.display()),
            Self::KeyFile { path, error } => {
                write!(f, "cannot read the key file {}: {error}", path.display())
            }
            Self::OpenKeyFile(path) => {
                let path = path.display();
                write!(
                    f,
                    "{path} may be read by others than its owner: chmod 600 {path}, and consider the keys known"
                )
            }
            Self::Archive { path, fault } => write!(f, "{} {fault}", path.display()),
            Self::OtherEngine { advice } => {
                write!(f, "the database in the archive is of another engine: {advice}")
            }
            Self::NotEmpty { database } => write!(
                f,
                "{database} has tables: create an empty database, and name it in SVC_DATABASE. A restore deletes nothing"
            ),
            Self::Program(error) => write!(f, "{error}"),
            Self::Store(error) => write!(f, "{error}"),
            Self::Keys(error) => write!(f, "{error}"),
            Self::WillNotStart(reason) => write!(f, "no server would start on the copy: {reason}"),
            Self::Unsound { count, first } => {
                write!(f, "the copy is not sound; {count} faults were found, the first one: {first}")
            }
            Self::Signals(error) => write!(f, "cannot wait for signals: {error}"),
            Self::Interrupted => f.write_str("interrupted by a signal; the temporary files were removed"),
            Self::NotRestored(error) => write!(f, "nothing was restored: {error}"),
            Self::NotAccepted(error) => write!(
                f,
                "the files were restored, but the anchor file does not have the change: {error}. Remove the cause, then: \
                 causeway ledger accept --reason TEXT"
            ),
        }
    }
}

impl std::error::Error for StorageError {}
