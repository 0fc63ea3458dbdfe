//! Temporary folders and names, under which files are complete before they get their own name.

use std::fs::{self, DirBuilder};
use std::io;
use std::os::unix::fs::DirBuilderExt;
use std::path::{Path, PathBuf};

use causeway_domain::{Clock, Ids};
use rustix::fs::{CWD, RenameFlags, renameat_with};
use rustix::io::Errno;

use super::StorageError;
use crate::data_folder::sync_folder_of;

/// Errors of file systems that cannot rename a file only if its new name is free.
const UNSUPPORTED: [Errno; 3] = [Errno::INVAL, Errno::NOSYS, Errno::NOTSUP];

/// A folder that only its owner can enter. It is removed with this value.
#[derive(Debug)]
pub(super) struct StagingFolder(PathBuf);

impl StagingFolder {
    /// Creates the folder beside a file that is to be written, in place of one that a killed process has left.
    pub(super) fn beside(file: &Path) -> Result<Self, StorageError> {
        Self::at(file.with_added_extension("partial"))
    }

    /// Creates the folder at this path, in place of one that a killed process has left.
    pub(super) fn at(path: PathBuf) -> Result<Self, StorageError> {
        remove(&path).map_err(StorageError::file(&path))?;
        Self::create(path)
    }

    /// Creates a folder under a unique name among the temporary files of the machine.
    pub(super) fn temporary() -> Result<Self, StorageError> {
        let name = Ids::system().uuid(Clock::system().now()).simple();
        Self::create(std::env::temp_dir().join(format!("causeway-rehearsal-{name}")))
    }

    fn create(path: PathBuf) -> Result<Self, StorageError> {
        DirBuilder::new().mode(0o700).create(&path).map_err(StorageError::file(&path))?;
        Ok(Self(path))
    }

    pub(super) fn path(&self) -> &Path {
        &self.0
    }
}

impl Drop for StagingFolder {
    fn drop(&mut self) {
        if let Err(error) = remove(&self.0) {
            tracing::warn!(folder = %self.0.display(), %error, "failed to remove temporary files");
        }
    }
}

/// Removes a folder of temporary files, if it exists.
pub(super) fn remove(folder: &Path) -> io::Result<()> {
    match fs::remove_dir_all(folder) {
        Err(error) if error.kind() != io::ErrorKind::NotFound => Err(error),
        _ => Ok(()),
    }
}

/// Gives a complete file its name, unless another file has it by now. Blocks until the name is on disk.
pub(super) fn publish(draft: &Path, to: &Path) -> Result<(), StorageError> {
    match renameat_with(CWD, draft, CWD, to, RenameFlags::NOREPLACE) {
        Ok(()) => {}
        Err(error) if UNSUPPORTED.contains(&error) && !to.exists() => {
            fs::rename(draft, to).map_err(StorageError::file(to))?;
        }
        Err(error) => return Err(StorageError::file(to)(error.into())),
    }
    sync_folder_of(to).map_err(StorageError::file(to))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_published_file_replaces_no_other() {
        let scratch = tempfile::tempdir().unwrap();
        let [draft, to] = ["draft", "file"].map(|name| scratch.path().join(name));
        fs::write(&draft, "new").unwrap();
        fs::write(&to, "old").unwrap();
        assert!(publish(&draft, &to).is_err());
        assert_eq!(fs::read_to_string(&to).unwrap(), "old");
        fs::remove_file(&to).unwrap();
        publish(&draft, &to).unwrap();
        assert_eq!(fs::read_to_string(&to).unwrap(), "new");
    }

    #[test]
    fn a_staging_folder_replaces_the_one_of_a_killed_process_and_is_removed() {
        let scratch = tempfile::tempdir().unwrap();
        let file = scratch.path().join("copy.tar");
        let left = scratch.path().join("copy.tar.partial");
        fs::create_dir(&left).unwrap();
        fs::write(left.join("archive"), "half").unwrap();
        let staging = StagingFolder::beside(&file).unwrap();
        assert_eq!(fs::read_dir(staging.path()).unwrap().count(), 0);
        drop(staging);
        assert!(!left.exists());
    }
}
