//! Handling of a piece that cannot be read.

use super::parts::{COUNT, Part};
use super::progress::Progress;
use super::report::{FaultKind, Report};
use crate::{Error, Tx};

impl Progress {
    /// Returns `true` if this program reads the same parts as the one that began.
    #[must_use]
    pub const fn is_current(&self) -> bool {
        self.parts == 0 || self.parts == COUNT
    }

    /// Continues although the last piece could not be read: first with fewer rows, finally without the
    /// unreadable row, which is reported.
    ///
    /// # Errors
    /// A failure that does not concern the content of the database is returned as it is.
    pub fn handle_failure(&mut self, error: &Error, report: &mut Report) -> Result<PieceFailure, Error> {
        if !is_about_content(error) {
            return Err(error.clone());
        }
        report.note_damage(error);
        let Some(platform) = self.platform else {
            report.add_common(FaultKind::PartUnreadable, "the list of platforms", error.to_string());
            self.is_done = true;
            return Ok(PieceFailure::Named);
        };
        if self.limit > 1 {
            self.limit = (self.limit / 8).max(1);
            return Ok(PieceFailure::Smaller);
        }
        let part = Part::at(self.part).map_or("", |part| part.name);
        let place = self.after.map_or_else(|| "its beginning".to_owned(), |key| key.to_string());
        report.add(FaultKind::PartUnreadable, platform, format!("{part} behind {place}"), error.to_string());
        Ok(PieceFailure::Named)
    }

    /// Skips the unreadable row, by the next key in the index; the part ends if there is none. To be called
    /// once the outcome is [`PieceFailure::Named`].
    ///
    /// # Errors
    /// See [`Progress::abandon_part`].
    pub fn skip(&mut self, tx: &mut Tx<'_>) -> Result<(), Error> {
        let (Some(platform), Some(part)) = (self.platform, Part::at(self.part)) else { return Ok(()) };
        if self.chain.skip_block(tx, platform, self.part)? {
            return Ok(());
        }
        let next = part.next_key(tx, platform, self.after)?;
        self.running = None;
        self.advance(next);
        Ok(())
    }

    /// Ends a part of which no more rows can be read.
    ///
    /// # Errors
    /// A failure that does not concern the content of the database is returned as it is.
    pub fn abandon_part(&mut self, error: &Error) -> Result<(), Error> {
        if !is_about_content(error) {
            return Err(error.clone());
        }
        self.end_part();
        Ok(())
    }
}

/// The handling of a piece that could not be read.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum PieceFailure {
    /// The next piece reads fewer rows.
    Smaller,
    /// A fault in the report describes it.
    Named,
}

/// Returns `true` if a failure concerns the content of the database, and not its availability.
pub(super) fn is_about_content(error: &Error) -> bool {
    match error {
        Error::Damaged(_)
        | Error::Data(_)
        | Error::NotAuthentic(_)
        | Error::Statement(_)
        | Error::Io(_)
        | Error::StatementTimeout
        | Error::Panicked => true,
        Error::Overloaded
        | Error::Unavailable(_)
        | Error::Full
        | Error::LockTimeout
        | Error::Conflict
        | Error::Duplicate { .. }
        | Error::Missing
        | Error::Schema(_)
        | Error::Closed
        | Error::InDoubt => false,
    }
}
