//! `causeway backup`: a copy of the database, taken while it is worked on.

use std::fmt;
use std::fs;
use std::path::PathBuf;

use causeway_store::{Database, backup};
use clap::Args;
use serde::Serialize;

use super::StorageError;
use crate::config::Config;
use crate::folder::write_private;

/// Copies the SQLite database to one file, also while a server works on it
#[derive(Debug, Clone, Args)]
pub struct Backup {
    /// The file to write; it must not exist
    #[arg(value_name = "FILE")]
    pub to: PathBuf,

    /// Writes the root key to FILE.key as well. Whoever has both files has all secrets of the service
    #[arg(long)]
    pub with_root_key: bool,
}

/// A copy that was made.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct BackedUp {
    /// The copy.
    pub file: PathBuf,
    /// Its size.
    pub bytes: u64,
    /// The copy of the root key, if one was made.
    pub root_key: Option<PathBuf>,
}

impl Backup {
    /// Makes the copy. Blocks until it is on the disk.
    ///
    /// # Errors
    /// On PostgreSQL, which has tools of its own; when a file is in the way; when a file cannot be read or
    /// written. Nothing is left behind then.
    pub fn run(&self, config: &Config) -> Result<BackedUp, StorageError> {
        let Database::Sqlite { path } = config.database() else {
            let instead = "pg_dump --format=custom --file=FILE DATABASE-URL; keep the root key apart from it";
            return Err(StorageError::UsePostgresTools { instead });
        };
        if !path.exists() {
            return Err(StorageError::NoDatabase(path));
        }
        let root_key = self.with_root_key.then(|| self.to.with_added_extension("key"));
        if let Some(path) =
            [Some(&self.to), root_key.as_ref()].into_iter().flatten().find(|path| path.exists())
        {
            let advice = "a copy never overwrites another; choose another name";
            return Err(StorageError::InTheWay { path: path.clone(), advice });
        }
        // A name without a folder is in the present one.
        let folder = self.to.parent().filter(|folder| !folder.as_os_str().is_empty());
        if let Some(missing) = folder.filter(|folder| !folder.is_dir()) {
            return Err(StorageError::NoFolder(missing.to_owned()));
        }
        if let Some(path) = &root_key {
            write_private(path, &root_key_text(config)?).map_err(StorageError::file(path))?;
        }
        if let Err(fault) = backup::copy(&path, &self.to) {
            root_key.iter().for_each(|path| drop(fs::remove_file(path)));
            return Err(fault.into());
        }
        let bytes = fs::metadata(&self.to).map_err(StorageError::file(&self.to))?.len();
        Ok(BackedUp { file: self.to.clone(), bytes, root_key })
    }
}

fn root_key_text(config: &Config) -> Result<String, StorageError> {
    match &config.root_key {
        Some(given) => Ok(given.expose().to_owned()),
        None => {
            let path = config.data.root_key();
            fs::read_to_string(&path).map_err(StorageError::file(path))
        }
    }
}

impl fmt::Display for BackedUp {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "Copied the database to {} ({} bytes).", self.file.display(), self.bytes)?;
        match &self.root_key {
            Some(path) => writeln!(f, "Copied the root key to {}: keep it secret.", path.display()),
            None => writeln!(
                f,
                "The root key is not in the copy. Without it the secrets in the copy stay closed: keep it too, in \
                 another place."
            ),
        }
    }
}
