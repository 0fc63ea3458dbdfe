//! The socket on which a running server accepts operators' commands.

use std::fmt;
use std::fs;
use std::io;
use std::os::unix::fs::PermissionsExt;

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
        let bytes = path.as_os_str().len();
        if bytes > MAX_PATH_BYTES {
            return Err(SocketError::PathTooLong { bytes });
        }
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

impl fmt::Display for SocketError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::PathTooLong { bytes } => {
                write!(
                    f,
                    "the path of the operator socket is {bytes} bytes long; the maximum is {MAX_PATH_BYTES}: use a data folder with a shorter path"
                )
            }
            Self::Io(error) => write!(f, "cannot open the operator socket: {error}"),
        }
    }
}

impl std::error::Error for SocketError {}

#[cfg(test)]
mod tests {
    use tokio::net::UnixStream;

    use super::*;

    #[tokio::test]
    async fn a_socket_left_behind_is_replaced_by_a_private_one() {
        let scratch = tempfile::tempdir().unwrap();
        let folder = DataFolder::new(scratch.path());
        let lock = folder.lock().unwrap();
        drop(folder.open_socket(&lock).unwrap());
        assert!(
            UnixStream::connect(folder.socket()).await.is_err(),
            "no server listens on the socket that was left behind"
        );
        let _listener = folder.open_socket(&lock).unwrap();
        UnixStream::connect(folder.socket()).await.unwrap();
        let mode = fs::metadata(folder.socket()).unwrap().permissions().mode();
        assert_eq!(mode & 0o777, 0o600);
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
