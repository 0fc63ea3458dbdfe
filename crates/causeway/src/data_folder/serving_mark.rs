//! The marker of a running server. If the next server finds it, the previous one did not stop in order.

use std::fs::File;
use std::io;

use super::{DataFolder, FolderLock, make_private, remove};

impl DataFolder {
    /// Creates the marker durably, so that it survives a crash of the machine.
    ///
    /// # Errors
    /// If the file system refuses.
    pub fn mark_serving(&self, _lock: &FolderLock) -> io::Result<()> {
        make_private(&self.serving())?;
        File::open(self.path())?.sync_all()
    }

    /// Returns `true` if the marker exists.
    #[must_use]
    pub fn is_marked(&self, _lock: &FolderLock) -> bool {
        self.serving().exists()
    }

    /// Removes the marker.
    ///
    /// # Errors
    /// If the file system refuses.
    pub fn unmark(&self, _lock: &FolderLock) -> io::Result<()> {
        remove(&self.serving())
    }
}
