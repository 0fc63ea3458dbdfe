//! The mark of a server at work, by which the next one sees that it did not end in order.

use std::fs::File;
use std::io;

use super::{DataFolder, Hold, make_private, remove};

impl DataFolder {
    /// Leaves the mark. It outlives the machine.
    ///
    /// # Errors
    /// When the file system refuses.
    pub fn mark_serving(&self, _hold: &Hold) -> io::Result<()> {
        make_private(&self.serving())?;
        File::open(self.path())?.sync_all()
    }

    /// Whether the mark is there.
    #[must_use]
    pub fn is_marked(&self, _hold: &Hold) -> bool {
        self.serving().exists()
    }

    /// Takes the mark away.
    ///
    /// # Errors
    /// When the file system refuses.
    pub fn unmark(&self, _hold: &Hold) -> io::Result<()> {
        remove(&self.serving())
    }
}
