//! Exclusive use of a data folder by one process at a time.

use std::fmt;
use std::fs::{File, OpenOptions, TryLockError};
use std::io::{self, Read, Seek, Write};
use std::os::unix::fs::OpenOptionsExt;

use super::DataFolder;

/// The exclusive right to work on a data folder. It ends when dropped, or when the process is killed.
#[derive(Debug)]
pub struct Hold {
    // The operating system releases the lock when the file is closed. The file is not deleted, because
    // another process could then lock a new one beside it.
    _locked: File,
}

/// The reason why a data folder cannot be locked.
#[derive(Debug)]
pub enum HoldError {
    /// Another process has locked it.
    InUse {
        /// Process id that the holder wrote into the file.
        process: Option<u32>,
    },
    /// The file system refused.
    Io(io::Error),
}

impl DataFolder {
    /// Locks the folder, which must exist, for this process.
    ///
    /// # Errors
    /// [`HoldError::InUse`] while another process has locked it.
    pub fn hold(&self) -> Result<Hold, HoldError> {
        let mut options = OpenOptions::new();
        options.read(true).write(true).create(true).truncate(false).mode(0o600);
        let mut file = options.open(self.lock_file()).map_err(HoldError::Io)?;
        match file.try_lock() {
            Ok(()) => {
                write_process_id(&mut file).map_err(HoldError::Io)?;
                Ok(Hold { _locked: file })
            }
            Err(TryLockError::WouldBlock) => Err(HoldError::InUse { process: read_process_id(&mut file) }),
            Err(TryLockError::Error(fault)) => Err(HoldError::Io(fault)),
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

impl fmt::Display for HoldError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::InUse { process: Some(process) } => write!(f, "process {process} works on it"),
            Self::InUse { process: None } => f.write_str("another process works on it"),
            Self::Io(fault) => write!(f, "{fault}"),
        }
    }
}

impl std::error::Error for HoldError {}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_holds_a_folder_until_it_lets_go() {
        let scratch = tempfile::tempdir().unwrap();
        let folder = DataFolder::new(scratch.path().join("data"));
        folder.create().unwrap();
        let first = folder.hold().unwrap();
        let refused = folder.hold().unwrap_err();
        assert!(
            matches!(refused, HoldError::InUse { process: Some(id) } if id == std::process::id()),
            "{refused}"
        );
        drop(first);
        folder.hold().unwrap();
    }
}
