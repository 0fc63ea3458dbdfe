//! The progress of a verification.

use causeway_domain::ids::PlatformId;
use serde::{Deserialize, Serialize};
use uuid::Uuid;

use super::state::{Chain, NamedKey, RunningBalance};

/// Maximum rows per piece, unless some of them are unreadable.
pub(super) const PAGE: i64 = 1000;

/// The progress of a verification, from which the next piece continues. It can be stored between two pieces.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Progress {
    /// `None` before the first platform.
    pub(super) platform: Option<PlatformId>,
    /// The number of the part.
    pub(super) part: usize,
    /// Number of parts when it began; 0 before.
    pub(super) parts: usize,
    /// The last key read of the part.
    pub(super) after: Option<Uuid>,
    /// Rows that the next piece reads.
    pub(super) limit: i64,
    /// Number of sealed journals in the platform's ledger.
    pub(super) journals: u64,
    pub(super) chain: Chain,
    /// An account with more entries than one piece reads.
    pub(super) running: Option<RunningBalance>,
    /// The last key read of rows without ids.
    pub(super) named: Option<NamedKey>,
    pub(super) is_done: bool,
}

impl Default for Progress {
    fn default() -> Self {
        Self {
            platform: None,
            part: 0,
            parts: 0,
            after: None,
            limit: PAGE,
            journals: 0,
            chain: Chain::default(),
            running: None,
            named: None,
            is_done: false,
        }
    }
}

impl Progress {
    /// Returns `true` once everything was read.
    #[must_use]
    pub const fn is_done(&self) -> bool {
        self.is_done
    }

    /// Returns `true` once a piece was read.
    #[must_use]
    pub const fn has_begun(&self) -> bool {
        self.parts > 0
    }

    /// Moves to the first part of a platform; `None` ends the verification.
    pub(super) fn begin(&mut self, platform: Option<PlatformId>) {
        *self = match platform {
            Some(_) => Self { platform, parts: self.parts, ..Self::default() },
            None => Self { is_done: true, ..self.clone() },
        };
    }

    /// Moves past this key; `None` ends the part.
    pub(super) fn advance(&mut self, last: Option<Uuid>) {
        self.limit = (self.limit * 4).min(PAGE);
        match last {
            Some(_) => self.after = last,
            None => self.end_part(),
        }
    }

    pub(super) fn end_part(&mut self) {
        (self.part, self.after, self.running, self.named) = (self.part + 1, None, None, None);
    }
}
