//! The reasons why a command on the database fails.

use std::fmt;
use std::io;
use std::path::PathBuf;

use causeway_store::Error;

use crate::data_folder::LockError;
use crate::wiring::WiringError;

/// The reason why a command on the database fails.
#[derive(Debug)]
pub enum StorageError {
    /// The database is on PostgreSQL, which has better tools for copies.
    UsePostgresTools {
        /// Command line to use instead.
        instead: &'static str,
    },
    /// The database to copy does not exist.
    NoDatabase(PathBuf),
    /// The folder to write the copy into does not exist.
    NoFolder(PathBuf),
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
    /// The database returned an error.
    Store(Error),
    /// The available keys do not belong to the copy.
    Keys(WiringError),
    /// A server would not start on the copy with the available keys and revocations.
    WillNotStart(String),
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
            Self::UsePostgresTools { instead } => {
                write!(
                    f,
                    "use PostgreSQL's own tools, which copy a database consistently while it is in use: {instead}"
                )
            }
            Self::NoDatabase(path) => write!(f, "there is no database at {}", path.display()),
            Self::NoFolder(path) => write!(f, "there is no folder {}", path.display()),
            Self::AlreadyExists { path, advice } => write!(f, "{} exists already: {advice}", path.display()),
            Self::InUse { folder, error } => {
                write!(f, "the data folder {} is in use: {error}; stop it first", folder.display())
            }
            Self::File { path, error } => write!(f, "cannot read or write {}: {error}", path.display()),
            Self::Store(error) => write!(f, "{error}"),
            Self::Keys(error) => write!(f, "nothing was restored: {error}"),
            Self::WillNotStart(reason) => {
                write!(f, "nothing was restored, because no server would start on the copy: {reason}")
            }
        }
    }
}

impl std::error::Error for StorageError {}
