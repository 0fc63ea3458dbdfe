//! Common rows of all platforms: settings and wrapped keys, which have no authentication code, and rails.

use super::deployment::verify_common;
use super::piece_failure::is_about_content;
use super::report::{FaultKind, Report};
use crate::{Error, Tx, secret_keys, settings};

/// Reports unreadable settings and wrapped keys, and the rows of rails that this service did not write.
pub fn verify_settings(tx: &mut Tx<'_>, report: &mut Report) -> Result<(), Error> {
    for (name, fault) in settings::unreadable(tx)?.into_iter().chain(secret_keys::unreadable(tx)?) {
        report.add_common(FaultKind::RowUnreadable, name, fault.to_string());
    }
    verify_common(tx, report)
}

impl Report {
    /// Reports that settings, wrapped keys and rails could not be read at all.
    ///
    /// # Errors
    /// A failure that does not concern the content of the database is returned as it is.
    pub fn add_settings_unreadable(&mut self, error: Error) -> Result<(), Error> {
        if !is_about_content(&error) {
            return Err(error);
        }
        self.note_damage(&error);
        self.add_common(FaultKind::PartUnreadable, "settings, wrapped keys and rails", error.to_string());
        Ok(())
    }
}
