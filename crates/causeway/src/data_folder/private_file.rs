//! Files that only their owner may read.

use std::fs::{self, File};
use std::io::{self, Write};
use std::os::unix::fs::OpenOptionsExt;
use std::path::Path;

/// Writes a file that only its owner may read, and atomically replaces an existing one. Blocks until it is on disk.
///
/// # Errors
/// If the file system refuses.
pub fn write_private(path: &Path, text: &str) -> io::Result<()> {
    replace(path, |file| file.write_all(text.as_bytes()))
}

/// Copies a file to one that only its owner may read, and atomically replaces an existing one. Blocks until it is on
/// disk.
///
/// # Errors
/// If the file system refuses.
pub fn copy_private(from: &Path, to: &Path) -> io::Result<()> {
    let mut from = File::open(from)?;
    replace(to, |file| io::copy(&mut from, file).map(drop))
}

/// Writes a file under another name, and gives it its own once its content is on disk.
fn replace(path: &Path, write: impl FnOnce(&mut File) -> io::Result<()>) -> io::Result<()> {
    let draft = path.with_added_extension("new");
    remove(&draft)?;
    let mut file = fs::OpenOptions::new().write(true).create_new(true).mode(0o600).open(&draft)?;
    write(&mut file)?;
    file.sync_all()?;
    fs::rename(draft, path)?;
    sync_folder_of(path)
}

/// Waits until the name of a file is on disk.
///
/// # Errors
/// If the file system refuses.
pub fn sync_folder_of(file: &Path) -> io::Result<()> {
    // A name without a folder refers to the current one.
    let folder = file.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
    File::open(folder)?.sync_all()
}

/// Creates an empty file that only its owner may read, unless it exists. Files that SQLite creates beside a
/// database get the mode of the database.
///
/// # Errors
/// If the file system refuses.
pub fn make_private(path: &Path) -> io::Result<()> {
    fs::OpenOptions::new().append(true).create(true).mode(0o600).open(path).map(|_| ())
}

/// Removes a file if it exists.
///
/// # Errors
/// If the file system refuses.
pub fn remove(path: &Path) -> io::Result<()> {
    match fs::remove_file(path) {
        Err(error) if error.kind() != io::ErrorKind::NotFound => Err(error),
        _ => Ok(()),
    }
}

#[cfg(test)]
mod tests {
    use std::os::unix::fs::PermissionsExt;

    use super::*;

    #[test]
    fn a_private_file_replaces_a_readable_one() {
        let scratch = tempfile::tempdir().unwrap();
        let path = scratch.path().join("secret");
        fs::write(&path, "old").unwrap();
        write_private(&path, "new").unwrap();
        assert_eq!(fs::read_to_string(&path).unwrap(), "new");
        assert_eq!(fs::metadata(&path).unwrap().permissions().mode() & 0o777, 0o600);
        remove(&path).unwrap();
        remove(&path).unwrap();
    }

    #[test]
    fn a_private_copy_replaces_a_readable_file() {
        let scratch = tempfile::tempdir().unwrap();
        let [from, to] = ["from", "to"].map(|name| scratch.path().join(name));
        fs::write(&from, "new").unwrap();
        fs::write(&to, "old and longer").unwrap();
        copy_private(&from, &to).unwrap();
        assert_eq!(fs::read_to_string(&to).unwrap(), "new");
        assert_eq!(fs::metadata(&to).unwrap().permissions().mode() & 0o777, 0o600);
        assert_eq!(fs::read_dir(scratch.path()).unwrap().count(), 2, "no file is left beside them");
        assert!(copy_private(&scratch.path().join("none"), &to).is_err());
        assert_eq!(fs::read_to_string(&to).unwrap(), "new");
    }
}
