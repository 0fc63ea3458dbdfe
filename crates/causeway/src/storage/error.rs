//! Why a command on the database is not carried out.

use std::fmt;
use std::io;
use std::path::PathBuf;

use causeway_store::Error;

use crate::folder::HoldError;
use crate::wiring::WiringError;

/// Why a command on the database is not carried out.
#[derive(Debug)]
pub enum StorageError {
    /// PostgreSQL's own tools copy its databases better than we could.
    UsePostgresTools {
        /// The command line to use instead.
        instead: &'static str,
    },
    /// There is no database to copy.
    NoDatabase(PathBuf),
    /// There is no folder to write the copy into.
    NoFolder(PathBuf),
    /// Something that must not be overwritten is there already.
    AlreadyExists {
        /// What it is.
        path: PathBuf,
        /// What to do about it.
        advice: &'static str,
    },
    /// A server or another command works on the data folder.
    InUse {
        /// Which folder.
        folder: PathBuf,
        /// Who.
        by: HoldError,
    },
    /// A file cannot be read or written.
    File {
        /// Which file.
        path: PathBuf,
        why: io::Error,
    },
    /// The database refuses.
    Store(Error),
    /// The keys that are at hand do not serve the copy.
    Keys(WiringError),
    /// No server would start on the copy with what is at hand.
    WillNotStart(String),
}

impl StorageError {
    pub(super) fn file(path: impl Into<PathBuf>) -> impl FnOnce(io::Error) -> Self {
        let path = path.into();
        move |why| Self::File { path, why }
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
                    "PostgreSQL copies its databases itself, consistently and while they are worked on: {instead}"
                )
            }
            Self::NoDatabase(path) => write!(f, "there is no database at {}", path.display()),
            Self::NoFolder(path) => write!(f, "there is no folder {}", path.display()),
            Self::AlreadyExists { path, advice } => write!(f, "{} exists: {advice}", path.display()),
            Self::InUse { folder, by } => {
                write!(f, "the data folder {} is in use: {by}; stop it first", folder.display())
            }
            Self::File { path, why } => write!(f, "{}: {why}", path.display()),
            Self::Store(error) => write!(f, "{error}"),
            Self::Keys(error) => write!(f, "nothing was restored: {error}"),
            Self::WillNotStart(why) => {
                write!(f, "nothing was restored, because no server would start on it: {why}")
            }
        }
    }
}

impl std::error::Error for StorageError {}
