//! Folders in which the content of an artefact is put together.

use std::fs::{self, Permissions};
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};

/// Mode of a file that everyone may read.
pub(super) const READABLE: u32 = 0o644;
/// Mode of a program, and of a folder.
pub(super) const EXECUTABLE: u32 = 0o755;
/// Mode of a folder for its owner only.
pub(super) const PRIVATE: u32 = 0o700;

/// A folder with the content of an artefact. Modes do not depend on the umask.
#[derive(Debug)]
pub(super) struct Folder(PathBuf);

impl Folder {
    /// Creates an empty folder; an existing one is replaced.
    pub(super) fn create(path: impl Into<PathBuf>) -> Result<Self, String> {
        let path = path.into();
        if path.exists() {
            fs::remove_dir_all(&path).map_err(|error| failed("remove", &path, &error))?;
        }
        fs::create_dir_all(&path).map_err(|error| failed("create", &path, &error))?;
        set_mode(&path, EXECUTABLE)?;
        Ok(Self(path))
    }

    pub(super) fn path(&self) -> &Path {
        &self.0
    }

    /// Writes a file at a path below the folder.
    pub(super) fn put(&self, name: &str, content: &[u8], mode: u32) -> Result<(), String> {
        let path = self.place(name)?;
        fs::write(&path, content).map_err(|error| failed("write", &path, &error))?;
        set_mode(&path, mode)
    }

    /// Copies a file to a path below the folder; a symbolic link is followed.
    pub(super) fn copy(&self, from: &Path, name: &str, mode: u32) -> Result<(), String> {
        let content = fs::read(from).map_err(|error| failed("read", from, &error))?;
        self.put(name, &content, mode)
    }

    /// Creates an empty folder below the folder.
    pub(super) fn add_folder(&self, name: &str, mode: u32) -> Result<(), String> {
        let path = self.place(name)?;
        fs::create_dir_all(&path).map_err(|error| failed("create", &path, &error))?;
        set_mode(&path, mode)
    }

    /// Returns the bytes of all files.
    pub(super) fn size(&self) -> Result<u64, String> {
        size_of(&self.0)
    }

    /// Returns a path below the folder, and creates the folders above it.
    fn place(&self, name: &str) -> Result<PathBuf, String> {
        let mut folder = self.0.clone();
        let (above, file) = name.rsplit_once('/').unwrap_or(("", name));
        for part in above.split('/').filter(|part| !part.is_empty()) {
            folder.push(part);
            if !folder.exists() {
                fs::create_dir(&folder).map_err(|error| failed("create", &folder, &error))?;
                set_mode(&folder, EXECUTABLE)?;
            }
        }
        Ok(folder.join(file))
    }
}

fn size_of(folder: &Path) -> Result<u64, String> {
    let entries = fs::read_dir(folder).map_err(|error| failed("read", folder, &error))?;
    let mut size = 0;
    for entry in entries.flatten() {
        let path = entry.path();
        size += match entry.metadata() {
            Ok(file) if file.is_dir() => size_of(&path)?,
            Ok(file) => file.len(),
            Err(error) => return Err(failed("read", &path, &error)),
        };
    }
    Ok(size)
}

fn set_mode(path: &Path, mode: u32) -> Result<(), String> {
    fs::set_permissions(path, Permissions::from_mode(mode)).map_err(|error| failed("change", path, &error))
}

fn failed(verb: &str, path: &Path, error: &std::io::Error) -> String {
    format!("cannot {verb} {}: {error}", path.display())
}

/// Folders for tests.
#[cfg(test)]
pub(crate) mod scratch {
    use super::Folder;

    /// Creates an empty folder for the test of this name.
    pub(in crate::release) fn folder(name: &str) -> Folder {
        let name = format!("causeway-xtask-{}-{name}", std::process::id());
        Folder::create(std::env::temp_dir().join(name)).unwrap()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn files_have_their_modes_and_a_new_folder_is_empty() {
        let folder = scratch::folder("modes");
        folder.put("a/b/program", b"12345", EXECUTABLE).unwrap();
        folder.put("a/readme", b"123", READABLE).unwrap();
        folder.add_folder("a/private", PRIVATE).unwrap();
        let mode = |name: &str| fs::metadata(folder.path().join(name)).unwrap().permissions().mode() & 0o777;
        let modes = ["a", "a/b/program", "a/readme", "a/private"].map(mode);
        assert_eq!(modes, [EXECUTABLE, EXECUTABLE, READABLE, PRIVATE]);
        assert_eq!(folder.size(), Ok(8));
        let emptied = Folder::create(folder.path()).unwrap();
        assert_eq!(emptied.size(), Ok(0));
        fs::remove_dir_all(emptied.path()).unwrap();
    }
}
