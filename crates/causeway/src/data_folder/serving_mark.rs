//! The marker of a running server, with its API address. If the next server finds it, the previous one did not stop
//! in order.

use std::fs::{self, File};
use std::io;
use std::net::SocketAddr;

use super::{DataFolder, FolderLock, make_private, remove};

impl DataFolder {
    /// Creates the marker durably, so that it survives a crash of the machine.
    ///
    /// # Errors
    /// If the file system refuses.
    pub fn mark_serving(&self, _lock: &FolderLock, address: SocketAddr) -> io::Result<()> {
        make_private(&self.serving())?;
        // The marker counts without the address, for which a full disk has no room.
        if let Err(error) = fs::write(self.serving(), address.to_string()) {
            tracing::debug!(%error, "failed to write the API address to the data folder");
        }
        File::open(self.path())?.sync_all()
    }

    /// Returns `true` if the marker exists.
    #[must_use]
    pub fn is_marked(&self, _lock: &FolderLock) -> bool {
        self.serving().exists()
    }

    /// Returns the API address of the last server on the folder, or `None` if it stopped in order or did not write it.
    #[must_use]
    pub fn served_address(&self) -> Option<SocketAddr> {
        fs::read_to_string(self.serving()).ok()?.parse().ok()
    }

    /// Removes the marker.
    ///
    /// # Errors
    /// If the file system refuses.
    pub fn unmark(&self, _lock: &FolderLock) -> io::Result<()> {
        remove(&self.serving())
    }
}
