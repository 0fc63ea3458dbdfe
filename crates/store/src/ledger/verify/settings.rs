//! Common rows of all platforms that have no authentication code: settings and wrapped keys.

use super::piece_failure::is_about_content;
use super::report::{FaultKind, Report};
use crate::{Error, Tx, secret_keys, settings};

/// Reports unreadable settings and wrapped keys.
pub fn verify_settings(tx: &mut Tx<'_>, report: &mut Report) -> Result<(), Error> {
    for (name, fault) in settings::unreadable(tx)?.into_iter().chain(secret_keys::unreadable(tx)?) {
        report.add_common(FaultKind::RowUnreadable, name, fault.to_string());
    }
    Ok(())
}

impl Report {
    /// Reports that settings and wrapped keys could not be read at all.
    ///
    /// # Errors
    /// A failure that does not concern the content of the database is returned as it is.
    pub fn add_settings_unreadable(&mut self, error: Error) -> Result<(), Error> {
        if !is_about_content(&error) {
            return Err(error);
        }
        self.note_damage(&error);
        self.add_common(FaultKind::PartUnreadable, "settings and wrapped keys", error.to_string());
        Ok(())
    }
}
