//! What becomes of a piece that cannot be read.

use super::parts::{COUNT, Part};
use super::progress::Progress;
use super::report::{FaultKind, Report};
use crate::{Error, Tx};

impl Progress {
    /// Whether this program reads the same parts as the one that began.
    #[must_use]
    pub const fn is_current(&self) -> bool {
        self.parts == 0 || self.parts == COUNT
    }

    /// Goes on although the last piece could not be read: with fewer rows, and at last without the row that cannot be read,
    /// which is named.
    ///
    /// # Errors
    /// Those of the database that say nothing about what it holds.
    pub fn go_on_after(&mut self, fault: &Error, report: &mut Report) -> Result<Stumble, Error> {
        if !is_about_content(fault) {
            return Err(fault.clone());
        }
        report.note_damage(fault);
        let Some(platform) = self.platform else {
            report.add_common(FaultKind::PartUnreadable, "the list of platforms", fault.to_string());
            self.is_done = true;
            return Ok(Stumble::Named);
        };
        if self.limit > 1 {
            self.limit = (self.limit / 8).max(1);
            return Ok(Stumble::Smaller);
        }
        let part = Part::at(self.part).map_or("", |part| part.name);
        let place = self.after.map_or_else(|| "its beginning".to_owned(), |key| key.to_string());
        report.add(FaultKind::PartUnreadable, platform, format!("{part} behind {place}"), fault.to_string());
        Ok(Stumble::Named)
    }

    /// Skips the row that cannot be read, by the key that the index has behind the last one; the part ends where there is none.
    /// To be called once a stumble is [`Stumble::Named`].
    ///
    /// # Errors
    /// Those of the database: see [`Progress::give_part_up`].
    pub fn skip(&mut self, tx: &mut Tx<'_>) -> Result<(), Error> {
        let (Some(platform), Some(part)) = (self.platform, Part::at(self.part)) else { return Ok(()) };
        if self.chain.is_read_on_behind_a_block(tx, platform, self.part)? {
            return Ok(());
        }
        let next = part.next_key(tx, platform, self.after)?;
        self.running = None;
        self.advance(next);
        Ok(())
    }

    /// Ends the part of which nothing more can be read.
    ///
    /// # Errors
    /// Those of the database that say nothing about what it holds.
    pub fn give_part_up(&mut self, fault: &Error) -> Result<(), Error> {
        if !is_about_content(fault) {
            return Err(fault.clone());
        }
        self.end_part();
        Ok(())
    }
}

/// What comes of a piece that could not be read.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Stumble {
    /// The next piece reads fewer rows.
    Smaller,
    /// A fault names it.
    Named,
}

/// Whether a failure says something about what the database holds, and not about whether it can be asked.
pub(super) fn is_about_content(fault: &Error) -> bool {
    match fault {
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
