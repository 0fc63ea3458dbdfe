//! The destination of an export: standard output, or a new file that only its owner may read.

use std::path::{Path, PathBuf};

use causeway_service::operator::OperatorError;

use super::outcome::{CommandError, print};
use super::part_file::PartFile;

/// The destination of an export.
#[derive(Debug)]
pub(super) struct ExportDestination {
    /// `None` for standard output.
    file: Option<ExportFile>,
}

#[derive(Debug)]
struct ExportFile {
    content: PartFile,
    path: PathBuf,
}

impl ExportDestination {
    /// Creates the file for a path, or chooses standard output. The file gets its name at the end.
    ///
    /// # Errors
    /// If the file exists, or the file system refuses it.
    pub(super) fn open(path: Option<&Path>) -> Result<Self, OperatorError> {
        let open = |path: &Path| -> Result<ExportFile, OperatorError> {
            Ok(ExportFile { content: PartFile::beside(path)?, path: path.to_owned() })
        };
        Ok(Self { file: path.map(open).transpose()? })
    }

    /// Writes the next bytes.
    ///
    /// # Errors
    /// If they cannot be written.
    pub(super) fn write(&mut self, bytes: &[u8]) -> Result<(), CommandError> {
        match &mut self.file {
            None => print(bytes),
            Some(file) => Ok(file.content.write(bytes)?),
        }
    }

    /// Ends a complete export.
    ///
    /// # Errors
    /// If the file cannot be written to its disk, or a file has its name now.
    pub(super) fn finish(self) -> Result<(), CommandError> {
        match self.file {
            None => Ok(()),
            Some(ExportFile { content, path }) => Ok(content.publish(&path)?),
        }
    }

    pub(super) const fn is_file(&self) -> bool {
        self.file.is_some()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_export_has_its_file_once_it_is_complete_and_never_replaces_one() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("passport.png");
        let mut destination = ExportDestination::open(Some(&path)).unwrap();
        destination.write(b"first").unwrap();
        assert!(!path.exists(), "a part of a file has not its name");
        drop(destination);
        assert_eq!(std::fs::read_dir(folder.path()).unwrap().count(), 0, "a part of a file is not kept");
        let mut destination = ExportDestination::open(Some(&path)).unwrap();
        destination.write(b"first").unwrap();
        destination.write(b"second").unwrap();
        destination.finish().unwrap();
        assert_eq!(std::fs::read(&path).unwrap(), b"firstsecond");
        assert!(ExportDestination::open(Some(&path)).is_err());
        assert_eq!(std::fs::read(&path).unwrap(), b"firstsecond");
    }
}
