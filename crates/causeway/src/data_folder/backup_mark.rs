//! The mark of the last backup, whose age is measured.

use std::io;
use std::path::Path;
use std::time::UNIX_EPOCH;

use causeway_domain::Time;

use super::{DataFolder, write_private};

impl DataFolder {
    /// Records that a backup was made now, with the path of its copy.
    ///
    /// # Errors
    /// If the file system refuses.
    pub fn mark_backup(&self, copy: &Path) -> io::Result<()> {
        write_private(&self.last_backup(), &format!("{}\n", copy.display()))
    }

    /// Returns the wall time of the last backup, or `None` if there was none.
    #[must_use]
    pub fn backed_up_at(&self) -> Option<Time> {
        let modified = self.last_backup().metadata().ok()?.modified().ok()?;
        let millis = modified.duration_since(UNIX_EPOCH).ok()?.as_millis();
        i64::try_from(millis).ok().map(Time::from_millis)
    }
}
