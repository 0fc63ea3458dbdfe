//! Rows that all platforms have in common and that carry no code: settings and wrapped keys.

use super::report::{FaultKind, Report};
use super::stumble::is_about_content;
use crate::{Error, Tx, secret_keys, settings};

/// Names the settings and wrapped keys that cannot be read.
///
/// # Errors
/// Those of the database.
pub fn verify_settings(tx: &mut Tx<'_>, report: &mut Report) -> Result<(), Error> {
    for (name, fault) in settings::unreadable(tx)?.into_iter().chain(secret_keys::unreadable(tx)?) {
        report.add_common(FaultKind::RowUnreadable, name, fault.to_string());
    }
    Ok(())
}

impl Report {
    /// Names the settings and wrapped keys as something that could not be read at all.
    ///
    /// # Errors
    /// Those of the database that say nothing about what it holds.
    pub fn add_settings_unreadable(&mut self, fault: Error) -> Result<(), Error> {
        if !is_about_content(&fault) {
            return Err(fault);
        }
        self.note_damage(&fault);
        self.add_common(FaultKind::PartUnreadable, "settings and wrapped keys", fault.to_string());
        Ok(())
    }
}
