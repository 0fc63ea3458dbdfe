//! Whether the files of a SQLite database are still those that were opened. A file that somebody removes or replaces stays
//! open under its connections, which write on into what nobody will find again.

use std::fs;
use std::os::unix::fs::MetadataExt;
use std::path::{Path, PathBuf};

use crate::database::error::Error;

/// The database and its write-ahead log.
#[derive(Debug)]
pub(super) struct SqliteFiles([Watched; 2]);

#[derive(Debug)]
struct Watched {
    path: PathBuf,
    /// Device and number of the file; none as long as there is none, as of a log before the first write.
    seen: Option<(u64, u64)>,
}

impl SqliteFiles {
    /// Those of a database that was just opened.
    pub(super) fn of(path: &Path) -> Self {
        let mut log = path.as_os_str().to_owned();
        log.push("-wal");
        Self([path.to_owned(), log.into()].map(|path| Watched { seen: identity(&path), path }))
    }

    /// Looks again.
    ///
    /// # Errors
    /// [`Error::Damaged`] when one is gone or another one.
    pub(super) fn check(&mut self) -> Result<(), Error> {
        for file in &mut self.0 {
            let now = identity(&file.path);
            match file.seen {
                None => file.seen = now,
                Some(_) if file.seen == now => {}
                Some(_) => {
                    let shown = file.path.display();
                    return Err(Error::Damaged(format!("the file {shown} was removed or replaced")));
                }
            }
        }
        Ok(())
    }
}

fn identity(path: &Path) -> Option<(u64, u64)> {
    fs::metadata(path).ok().map(|file| (file.dev(), file.ino()))
}
