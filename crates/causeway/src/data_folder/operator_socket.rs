//! The socket on which a running server accepts operators' commands.

use std::fmt;
use std::fs;
use std::io;
use std::os::unix::fs::{FileTypeExt, PermissionsExt, chown};
use std::os::unix::net::UnixStream;
use std::path::Path;

use tokio::net::UnixListener;

use super::{DataFolder, FolderLock, remove};

/// Maximum length of a socket path on Linux.
const MAX_PATH_BYTES: usize = 107;

/// The reason why the socket cannot be opened.
#[derive(Debug)]
pub enum SocketError {
    /// The path of the data folder is too long for a socket in it.
    PathTooLong {
        /// Length of the socket path, in bytes.
        bytes: usize,
    },
    /// There is no group of this name.
    NoGroup(String),
    /// An I/O error.
    Io(io::Error),
}

impl DataFolder {
    /// Opens the operator socket, for the folder's owner only. A socket left by a killed server is removed:
    /// `_lock` proves that no other server is alive.
    ///
    /// # Errors
    /// If the path is too long or the file system refuses.
    pub fn open_socket(&self, _lock: &FolderLock) -> Result<UnixListener, SocketError> {
        let path = self.socket();
        check_length(&path)?;
        remove(&path).map_err(SocketError::Io)?;
        let listener = UnixListener::bind(&path).map_err(SocketError::Io)?;
        fs::set_permissions(&path, fs::Permissions::from_mode(0o600)).map_err(SocketError::Io)?;
        Ok(listener)
    }

    /// Removes the socket when the server stops, so that later commands open the database at once.
    pub fn remove_socket(&self, _lock: &FolderLock) {
        if let Err(error) = remove(&self.socket()) {
            tracing::debug!(%error, "failed to remove the operator socket");
        }
    }
}

/// Opens a second operator socket outside of the data folder, for its owner and a group. The server knows each
/// user who connects, so that access to the socket alone grants nothing.
///
/// # Errors
/// If another server listens on it, if the path is too long or has another file, or if the system refuses.
pub fn open_user_socket(path: &Path, group: u32) -> Result<UnixListener, SocketError> {
    check_length(path)?;
    remove_left_socket(path).map_err(SocketError::Io)?;
    let listener = UnixListener::bind(path).map_err(SocketError::Io)?;
    chown(path, None, Some(group)).map_err(SocketError::Io)?;
    fs::set_permissions(path, fs::Permissions::from_mode(0o660)).map_err(SocketError::Io)?;
    Ok(listener)
}

/// Removes a socket that no server listens on.
///
/// # Errors
/// If a server listens on it, or if the file is no socket.
fn remove_left_socket(path: &Path) -> io::Result<()> {
    match fs::symlink_metadata(path) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(()),
        Err(error) => Err(error),
        Ok(file) if !file.file_type().is_socket() => Err(io::ErrorKind::AlreadyExists.into()),
        Ok(_) if UnixStream::connect(path).is_ok() => Err(io::ErrorKind::AddrInUse.into()),
        Ok(_) => remove(path),
    }
}

fn check_length(path: &Path) -> Result<(), SocketError> {
    let bytes = path.as_os_str().len();
    if bytes > MAX_PATH_BYTES { Err(SocketError::PathTooLong { bytes }) } else { Ok(()) }
}

impl fmt::Display for SocketError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::PathTooLong { bytes } => {
                write!(
                    f,
                    "the path of the operator socket is {bytes} bytes long; the maximum is {MAX_PATH_BYTES}: use a data folder with a shorter path"
                )
            }
            Self::NoGroup(group) => write!(f, "operator_group: there is no group {group}"),
            Self::Io(error) => write!(f, "cannot open the operator socket: {error}"),
        }
    }
}

impl std::error::Error for SocketError {}

#[cfg(test)]
mod tests {
    use std::os::unix::fs::MetadataExt;

    use super::*;

    #[tokio::test]
    async fn a_socket_left_behind_is_replaced_by_a_private_one() {
        let scratch = tempfile::tempdir().unwrap();
        let folder = DataFolder::new(scratch.path());
        let lock = folder.lock().unwrap();
        drop(folder.open_socket(&lock).unwrap());
        assert!(
            UnixStream::connect(folder.socket()).is_err(),
            "no server listens on the socket that was left behind"
        );
        let _listener = folder.open_socket(&lock).unwrap();
        UnixStream::connect(folder.socket()).unwrap();
        let mode = fs::metadata(folder.socket()).unwrap().permissions().mode();
        assert_eq!(mode & 0o777, 0o600);
    }

    #[tokio::test]
    async fn a_socket_for_users_is_open_to_its_group_and_replaces_no_other_file() {
        let scratch = tempfile::tempdir().unwrap();
        let group = fs::metadata(scratch.path()).unwrap().gid();
        let path = scratch.path().join("users.sock");
        fs::write(&path, "a note").unwrap();
        assert!(matches!(open_user_socket(&path, group), Err(SocketError::Io(_))));
        fs::remove_file(&path).unwrap();
        let listener = open_user_socket(&path, group).unwrap();
        let file = fs::metadata(&path).unwrap();
        assert_eq!((file.permissions().mode() & 0o777, file.gid()), (0o660, group));
        let taken = open_user_socket(&path, group).unwrap_err();
        assert!(
            matches!(&taken, SocketError::Io(error) if error.kind() == io::ErrorKind::AddrInUse),
            "{taken}"
        );
        drop(listener);
        open_user_socket(&path, group).unwrap();
    }

    #[test]
    fn a_path_too_long_for_a_socket_is_refused_with_its_length() {
        let scratch = tempfile::tempdir().unwrap();
        let folder = DataFolder::new(scratch.path().join("x".repeat(120)));
        folder.create().unwrap();
        let lock = folder.lock().unwrap();
        let error = folder.open_socket(&lock).unwrap_err();
        assert!(matches!(error, SocketError::PathTooLong { bytes } if bytes > 120), "{error}");
    }
}
