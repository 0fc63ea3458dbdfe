//! A new file that gets its name once it is complete.

use std::fs::{self, File, OpenOptions};
use std::io::{self, Write};
use std::os::unix::fs::OpenOptionsExt;
use std::path::{Path, PathBuf};

use causeway_service::operator::{Kind, OperatorError};

/// The end of the name of an incomplete file.
const EXTENSION: &str = "part";

/// A file that only its owner may read. It is removed again unless it gets its name.
#[derive(Debug)]
pub(super) struct PartFile {
    file: File,
    /// Path of the incomplete file.
    part: PathBuf,
    is_complete: bool,
}

impl PartFile {
    /// Creates the incomplete file `PATH.part`.
    ///
    /// # Errors
    /// If one of the two files exists, or the file system refuses it.
    pub(super) fn beside(path: &Path) -> Result<Self, OperatorError> {
        if path.symlink_metadata().is_ok() {
            return Err(OperatorError::invalid(format!("cannot create {}: it exists", path.display()))
                .remedy("name a file that does not exist yet"));
        }
        let part = path.with_added_extension(EXTENSION);
        let file = OpenOptions::new().write(true).create_new(true).mode(0o600).open(&part);
        let file = file.map_err(|error| {
            OperatorError::invalid(format!("cannot create {}: {error}", part.display())).remedy(
                "name a file in a folder that you may write to; a rest of an interrupted command can be removed",
            )
        })?;
        Ok(Self { file, part, is_complete: false })
    }

    /// Writes the next bytes.
    ///
    /// # Errors
    /// If they cannot be written.
    pub(super) fn write(&mut self, bytes: &[u8]) -> Result<(), OperatorError> {
        self.file.write_all(bytes).map_err(|error| failed(&self.part, &error))
    }

    /// Ends the complete file and gives it its name, which replaces no file.
    ///
    /// # Errors
    /// If it cannot be written to its disk, or a file has the name now.
    pub(super) fn publish(mut self, path: &Path) -> Result<(), OperatorError> {
        let named = self.file.sync_all().and_then(|()| self.link(path));
        named.map_err(|error| failed(path, &error))?;
        self.is_complete = true;
        Ok(())
    }

    /// Ends the complete file and gives it its name, also if a file has the name.
    ///
    /// # Errors
    /// If it cannot be written to its disk.
    pub(super) fn replace(mut self, path: &Path) -> Result<(), OperatorError> {
        let named = self.file.sync_all().and_then(|()| fs::rename(&self.part, path));
        named.map_err(|error| failed(path, &error))?;
        self.is_complete = true;
        Ok(())
    }

    /// Gives the file its name. On a file system without links, it is renamed if no file has the name.
    fn link(&self, path: &Path) -> io::Result<()> {
        match fs::hard_link(&self.part, path) {
            Ok(()) => fs::remove_file(&self.part),
            Err(error) if error.kind() == io::ErrorKind::AlreadyExists => Err(error),
            Err(_) if path.symlink_metadata().is_err() => fs::rename(&self.part, path),
            Err(error) => Err(error),
        }
    }
}

fn failed(path: &Path, error: &io::Error) -> OperatorError {
    OperatorError::new(Kind::Failed, format!("cannot write {}: {error}", path.display()))
}

impl Drop for PartFile {
    fn drop(&mut self) {
        if !self.is_complete {
            // The command fails anyway if the file cannot be removed.
            let _ = fs::remove_file(&self.part);
        }
    }
}

#[cfg(test)]
mod tests {
    use std::os::unix::fs::PermissionsExt;

    use super::*;

    #[test]
    fn a_file_gets_its_name_once_it_is_complete() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("passport.png");
        let part = folder.path().join("passport.png.part");
        let mut file = PartFile::beside(&path).unwrap();
        file.write(b"first").unwrap();
        assert!(!path.exists() && part.exists(), "an interrupted command leaves no file under the name");
        assert_eq!(part.metadata().unwrap().permissions().mode() & 0o777, 0o600);
        assert!(PartFile::beside(&path).is_err(), "another command writes it");
        drop(file);
        assert!(!path.exists() && !part.exists(), "a part of a file is not kept");
        let mut file = PartFile::beside(&path).unwrap();
        file.write(b"all").unwrap();
        file.publish(&path).unwrap();
        assert_eq!(fs::read(&path).unwrap(), b"all");
        assert_eq!(path.metadata().unwrap().permissions().mode() & 0o777, 0o600);
        assert!(!part.exists() && PartFile::beside(&path).is_err());
    }

    #[test]
    fn a_file_that_appears_meanwhile_is_not_replaced() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("export.csv");
        let file = PartFile::beside(&path).unwrap();
        fs::write(&path, "another").unwrap();
        assert!(file.publish(&path).is_err());
        assert_eq!(fs::read(&path).unwrap(), b"another");
        assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 1, "the incomplete file is removed");
        PartFile::beside(&folder.path().join("new")).unwrap().replace(&path).unwrap();
        assert_eq!(fs::read(&path).unwrap(), b"");
    }
}
