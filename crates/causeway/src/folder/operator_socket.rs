//! The socket on which a running server takes operators' commands.

use std::fmt;
use std::fs;
use std::io;
use std::os::unix::fs::PermissionsExt;

use tokio::net::UnixListener;

use super::{DataFolder, Hold, remove};

/// The longest path of a socket that Linux takes.
const PATH_BYTES_MAX: usize = 107;

/// Why the socket cannot be offered.
#[derive(Debug)]
pub enum SocketError {
    /// The data folder's path is too long for a socket in it.
    PathTooLong {
        /// How long the socket's path is, in bytes.
        bytes: usize,
    },
    /// The file system refuses.
    Io(io::Error),
}

impl DataFolder {
    /// Offers the operator socket, for the folder's owner only. What a killed server has left in its place is
    /// removed: `_hold` shows that no other server is alive.
    ///
    /// # Errors
    /// When the path is too long or the file system refuses.
    pub fn offer_socket(&self, _hold: &Hold) -> Result<UnixListener, SocketError> {
        let path = self.socket();
        let bytes = path.as_os_str().len();
        if bytes > PATH_BYTES_MAX {
            return Err(SocketError::PathTooLong { bytes });
        }
        remove(&path).map_err(SocketError::Io)?;
        let listener = UnixListener::bind(&path).map_err(SocketError::Io)?;
        fs::set_permissions(&path, fs::Permissions::from_mode(0o600)).map_err(SocketError::Io)?;
        Ok(listener)
    }

    /// Takes the socket away when the server stops, so that commands need not find out that nobody listens.
    pub fn remove_socket(&self, _hold: &Hold) {
        if let Err(fault) = remove(&self.socket()) {
            tracing::debug!(%fault, "operator socket not removed");
        }
    }
}

impl fmt::Display for SocketError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::PathTooLong { bytes } => {
                write!(
                    f,
                    "the operator socket's path has {bytes} bytes, {PATH_BYTES_MAX} are possible: use a data folder with a shorter path"
                )
            }
            Self::Io(fault) => write!(f, "the operator socket: {fault}"),
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
        let hold = folder.hold().unwrap();
        drop(folder.offer_socket(&hold).unwrap());
        assert!(
            UnixStream::connect(folder.socket()).await.is_err(),
            "nobody listens on the socket that was left behind"
        );
        let _listener = folder.offer_socket(&hold).unwrap();
        UnixStream::connect(folder.socket()).await.unwrap();
        let mode = fs::metadata(folder.socket()).unwrap().permissions().mode();
        assert_eq!(mode & 0o777, 0o600);
    }

    #[test]
    fn a_path_that_no_socket_can_have_is_refused_with_its_length() {
        let scratch = tempfile::tempdir().unwrap();
        let folder = DataFolder::new(scratch.path().join("x".repeat(120)));
        folder.create().unwrap();
        let hold = folder.hold().unwrap();
        let refused = folder.offer_socket(&hold).unwrap_err();
        assert!(matches!(refused, SocketError::PathTooLong { bytes } if bytes > 120), "{refused}");
    }
}
