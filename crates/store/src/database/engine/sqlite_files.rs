//! Detection of replaced database files. A SQLite file that is removed or replaced stays open under its
//! connections, which would go on writing into a file that cannot be found again.

use std::fs;
use std::os::unix::fs::MetadataExt;
use std::path::{Path, PathBuf};

use crate::database::error::Error;

/// The database and its write-ahead log.
#[derive(Debug)]
pub(super) struct SqliteFiles([WatchedFile; 2]);

#[derive(Debug)]
struct WatchedFile {
    path: PathBuf,
    /// Device and inode of the file; `None` until it exists, as for a log before the first write.
    identity: Option<(u64, u64)>,
}

impl SqliteFiles {
    /// Records the files of a database that was just opened.
    pub(super) fn of(path: &Path) -> Self {
        let mut log = path.as_os_str().to_owned();
        log.push("-wal");
        Self([path.to_owned(), log.into()].map(|path| WatchedFile { identity: identity(&path), path }))
    }

    /// Checks that the files are still the recorded ones.
    ///
    /// # Errors
    /// [`Error::Damaged`] if one is gone or has been replaced.
    pub(super) fn check(&mut self) -> Result<(), Error> {
        for file in &mut self.0 {
            let now = identity(&file.path);
            match file.identity {
                None => file.identity = now,
                Some(_) if file.identity == now => {}
                Some(_) => {
                    let path = file.path.display();
                    return Err(Error::Damaged(format!("the file {path} was removed or replaced")));
                }
            }
        }
        Ok(())
    }
}

fn identity(path: &Path) -> Option<(u64, u64)> {
    fs::metadata(path).ok().map(|file| (file.dev(), file.ino()))
}
