//! The destination of an export: standard output, or a new file that only its owner may read.

use std::fs::{File, OpenOptions};
use std::io::Write;
use std::os::unix::fs::OpenOptionsExt;
use std::path::{Path, PathBuf};

use causeway_service::operator::{Kind, OperatorError};

use super::outcome::{CommandError, print};

/// The destination of an export.
#[derive(Debug)]
pub(super) struct ExportDestination {
    /// `None` for standard output.
    file: Option<NewFile>,
}

/// A file that is removed again unless the export is complete.
#[derive(Debug)]
struct NewFile {
    file: File,
    path: PathBuf,
    is_complete: bool,
}

impl ExportDestination {
    /// Creates the file at a path, or chooses standard output.
    ///
    /// # Errors
    /// If the file exists, or the file system refuses it.
    pub(super) fn open(path: Option<&Path>) -> Result<Self, OperatorError> {
        let Some(path) = path else { return Ok(Self { file: None }) };
        let file = OpenOptions::new().write(true).create_new(true).mode(0o600).open(path);
        let file = file.map_err(|error| {
            OperatorError::invalid(format!("cannot create {}: {error}", path.display()))
                .remedy("name a file that does not exist yet")
        })?;
        Ok(Self { file: Some(NewFile { file, path: path.to_owned(), is_complete: false }) })
    }

    /// Writes the next bytes.
    ///
    /// # Errors
    /// If they cannot be written.
    pub(super) fn write(&mut self, bytes: &[u8]) -> Result<(), CommandError> {
        match &mut self.file {
            None => print(bytes),
            Some(new) => new.file.write_all(bytes).map_err(|error| new.failed(&error)),
        }
    }

    /// Ends a complete export.
    ///
    /// # Errors
    /// If the file cannot be written to its disk.
    pub(super) fn finish(self) -> Result<(), CommandError> {
        let Some(mut new) = self.file else { return Ok(()) };
        new.file.sync_all().map_err(|error| new.failed(&error))?;
        new.is_complete = true;
        Ok(())
    }

    pub(super) const fn is_file(&self) -> bool {
        self.file.is_some()
    }
}

impl NewFile {
    fn failed(&self, error: &std::io::Error) -> CommandError {
        let message = format!("cannot write {}: {error}", self.path.display());
        OperatorError::new(Kind::Failed, message).into()
    }
}

impl Drop for NewFile {
    fn drop(&mut self) {
        if !self.is_complete {
            // The file has an unknown part of the export; if it cannot be removed, the command fails anyway.
            let _ = std::fs::remove_file(&self.path);
        }
    }
}

#[cfg(test)]
mod tests {
    use std::os::unix::fs::PermissionsExt;

    use super::*;

    #[test]
    fn an_export_makes_a_private_file_and_never_replaces_one() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("passport.png");
        let mut destination = ExportDestination::open(Some(&path)).unwrap();
        destination.write(b"first").unwrap();
        drop(destination);
        assert!(!path.exists(), "a part of a file is not kept");
        let mut destination = ExportDestination::open(Some(&path)).unwrap();
        destination.write(b"first").unwrap();
        destination.write(b"second").unwrap();
        destination.finish().unwrap();
        assert_eq!(std::fs::read(&path).unwrap(), b"firstsecond");
        assert_eq!(path.metadata().unwrap().permissions().mode() & 0o777, 0o600);
        assert!(ExportDestination::open(Some(&path)).is_err());
        assert_eq!(std::fs::read(&path).unwrap(), b"firstsecond");
    }
}
