//! Exclusive use of a data folder by one process at a time.

use std::fmt;
use std::fs::{File, OpenOptions, TryLockError};
use std::io::{self, Read, Seek, Write};
use std::os::unix::fs::OpenOptionsExt;

use super::DataFolder;

/// An exclusive lock on a data folder. It ends when dropped, or when the process is killed.
#[derive(Debug)]
pub struct FolderLock {
    // The operating system releases the lock when the file is closed. The file is not deleted, because
    // another process could then lock a new one beside it.
    _locked: File,
}

/// The reason why a data folder cannot be locked.
#[derive(Debug)]
pub enum LockError {
    /// Another process has locked it.
    InUse {
        /// Process id that the other process wrote into the lock file.
        process: Option<u32>,
    },
    /// An I/O error.
    Io(io::Error),
}

impl DataFolder {
    /// Locks the folder, which must exist, for this process, and completes a restore that was interrupted in it.
    ///
    /// # Errors
    /// [`LockError::InUse`] while another process has locked it.
    pub fn lock(&self) -> Result<FolderLock, LockError> {
        let mut options = OpenOptions::new();
        options.read(true).write(true).create(true).truncate(false).mode(0o600);
        let mut file = options.open(self.lock_file()).map_err(LockError::Io)?;
        match file.try_lock() {
            Ok(()) => {
                write_process_id(&mut file).map_err(LockError::Io)?;
                self.take_over_restored().map_err(LockError::Io)?;
                Ok(FolderLock { _locked: file })
            }
            Err(TryLockError::WouldBlock) => Err(LockError::InUse { process: read_process_id(&mut file) }),
            Err(TryLockError::Error(error)) => Err(LockError::Io(error)),
        }
    }
}

fn write_process_id(file: &mut File) -> io::Result<()> {
    file.set_len(0)?;
    file.rewind()?;
    write!(file, "{}", std::process::id())
}

fn read_process_id(file: &mut File) -> Option<u32> {
    let mut text = String::new();
    file.read_to_string(&mut text).ok()?;
    text.parse().ok()
}

impl fmt::Display for LockError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::InUse { process: Some(process) } => write!(f, "process {process} uses it"),
            Self::InUse { process: None } => f.write_str("another process uses it"),
            Self::Io(error) => write!(f, "{error}"),
        }
    }
}

impl std::error::Error for LockError {}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_second_lock_is_refused_until_the_first_is_dropped() {
        let scratch = tempfile::tempdir().unwrap();
        let folder = DataFolder::new(scratch.path().join("data"));
        folder.create().unwrap();
        let first = folder.lock().unwrap();
        let error = folder.lock().unwrap_err();
        assert!(
            matches!(error, LockError::InUse { process: Some(id) } if id == std::process::id()),
            "{error}"
        );
        drop(first);
        folder.lock().unwrap();
    }
}
