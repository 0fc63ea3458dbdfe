//! Files that only their owner may read.

use std::fs;
use std::io::{self, Write};
use std::os::unix::fs::OpenOptionsExt;
use std::path::Path;

/// Writes a file that only its owner may read, and atomically replaces an existing one.
///
/// # Errors
/// If the file system refuses.
pub fn write_private(path: &Path, text: &str) -> io::Result<()> {
    let draft = path.with_added_extension("new");
    remove(&draft)?;
    let mut file = fs::OpenOptions::new().write(true).create_new(true).mode(0o600).open(&draft)?;
    file.write_all(text.as_bytes())?;
    file.sync_all()?;
    fs::rename(draft, path)
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
}
