//! The files of a restore. They are complete in a folder of their own before one rename makes them count.

use std::fs::{self, File};
use std::io;
use std::path::{Path, PathBuf};
use std::time::UNIX_EPOCH;

use super::{DataFolder, FolderLock};

/// Parts of a SQLite database. The file itself is the last one: as long as it exists, the others belong to it.
const DATABASE_PARTS: [&str; 3] = ["-wal", "-shm", ""];

impl DataFolder {
    /// Returns the path of the folder in which a restore prepares its files.
    #[must_use]
    pub fn restoring(&self) -> PathBuf {
        self.path().join("restoring")
    }

    /// Takes over the prepared files, and keeps a database that they replace under another name, which it
    /// returns. A process that is killed before the rename leaves the folder as it was; after it, the next one
    /// that locks the folder takes over the rest.
    ///
    /// # Errors
    /// If the file system refuses.
    pub fn adopt_restored(&self, _lock: &FolderLock) -> io::Result<Option<PathBuf>> {
        sync(&self.restoring())?;
        fs::rename(self.restoring(), self.restored())?;
        sync(self.path())?;
        self.take_over_restored()
    }

    /// Completes a restore that was interrupted after its rename.
    ///
    /// # Errors
    /// If the folder cannot be locked, or the file system refuses.
    pub fn complete_restore(&self) -> io::Result<()> {
        match self.restored().is_dir() {
            true => self.lock().map(drop).map_err(io::Error::other),
            false => Ok(()),
        }
    }

    /// Moves restored files to their places, the database last.
    pub(super) fn take_over_restored(&self) -> io::Result<Option<PathBuf>> {
        let from = self.restored();
        if !from.is_dir() {
            return Ok(None);
        }
        let database = self.database();
        let mut files =
            fs::read_dir(&from)?.map(|entry| Ok(entry?.path())).collect::<io::Result<Vec<PathBuf>>>()?;
        files.sort_by_key(|path| path.file_name() == database.file_name());
        let mut replaced = None;
        for path in files {
            let to = self.path().join(path.file_name().unwrap_or_default());
            if to == database {
                replaced = set_aside(&database, &path)?;
            }
            fs::rename(&path, to)?;
        }
        sync(self.path())?;
        fs::remove_dir(&from)?;
        sync(self.path())?;
        Ok(replaced)
    }

    /// Returns the path of the folder with complete files that are to be moved to their places.
    fn restored(&self) -> PathBuf {
        self.path().join("restored")
    }
}

/// Renames the parts of an existing database. The new name follows from the age of its replacement, so that an
/// interrupted renaming goes on under the same one.
fn set_aside(database: &Path, replacement: &Path) -> io::Result<Option<PathBuf>> {
    let modified = fs::metadata(replacement)?.modified()?;
    let millis = modified.duration_since(UNIX_EPOCH).unwrap_or_default().as_millis();
    let previous = database.with_added_extension(format!("replaced-{millis}"));
    let exists = database.exists();
    for part in DATABASE_PARTS {
        let [from, to] = [database, &previous].map(|path| with_part(path, part));
        match fs::rename(from, to) {
            Err(error) if error.kind() != io::ErrorKind::NotFound => return Err(error),
            _ => {}
        }
    }
    Ok(exists.then_some(previous))
}

fn with_part(database: &Path, part: &str) -> PathBuf {
    let mut name = database.as_os_str().to_owned();
    name.push(part);
    PathBuf::from(name)
}

fn sync(folder: &Path) -> io::Result<()> {
    File::open(folder)?.sync_all()
}

#[cfg(test)]
mod tests {
    use super::*;

    const NAMES: [&str; 3] = ["anchors", "causeway.db", "root.key"];

    fn write(folder: &Path, content: &str) {
        fs::create_dir_all(folder).unwrap();
        for name in NAMES {
            fs::write(folder.join(name), content).unwrap();
        }
    }

    fn contents(folder: &DataFolder) -> Vec<String> {
        NAMES.iter().map(|name| fs::read_to_string(folder.path().join(name)).unwrap_or_default()).collect()
    }

    /// Stops the take-over after each number of files, as the death of the process would.
    #[test]
    fn an_interrupted_restore_is_completed_by_the_next_lock() {
        for moved in 0..=NAMES.len() {
            let scratch = tempfile::tempdir().unwrap();
            let folder = DataFolder::new(scratch.path());
            write(folder.path(), "old");
            fs::write(folder.path().join("causeway.db-wal"), "old").unwrap();
            write(&folder.restored(), "new");
            let mut order = NAMES;
            order.sort_by_key(|name| *name == "causeway.db");
            for name in &order[..moved] {
                let to = folder.path().join(name);
                if *name == "causeway.db" {
                    set_aside(&to, &folder.restored().join(name)).unwrap();
                }
                fs::rename(folder.restored().join(name), to).unwrap();
            }
            drop(folder.lock().unwrap());
            assert_eq!(contents(&folder), ["new"; 3], "{moved} files were moved");
            assert!(!folder.restored().exists() && !folder.path().join("causeway.db-wal").exists());
            let names = fs::read_dir(folder.path()).unwrap().map(|entry| entry.unwrap().file_name());
            let kept =
                names.filter(|name| name.to_string_lossy().starts_with("causeway.db.replaced-")).count();
            assert_eq!(kept, 2, "the old database and its log");
        }
    }

    #[test]
    fn files_that_are_not_complete_do_not_count() {
        let scratch = tempfile::tempdir().unwrap();
        let folder = DataFolder::new(scratch.path());
        write(folder.path(), "old");
        write(&folder.restoring(), "new");
        let lock = folder.lock().unwrap();
        assert_eq!(contents(&folder), ["old"; 3]);
        let replaced = folder.adopt_restored(&lock).unwrap().unwrap();
        assert_eq!(contents(&folder), ["new"; 3]);
        assert_eq!(fs::read_to_string(replaced).unwrap(), "old");
    }
}
