//! How far a verification has come.

use causeway_domain::ids::PlatformId;
use serde::{Deserialize, Serialize};
use uuid::Uuid;

use super::state::{Chain, NamedKey, Running};

/// Rows that a piece reads at most, where nothing is wrong with them.
pub(super) const PAGE: i64 = 1000;

/// How far a verification has come: what the next piece goes on from. It can be stored between two pieces.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Progress {
    /// `None` before the first platform.
    pub(super) platform: Option<PlatformId>,
    /// The number of the part.
    pub(super) part: usize,
    /// How many parts there were where it began.
    pub(super) parts: usize,
    /// The last key that was read of the part.
    pub(super) after: Option<Uuid>,
    /// Rows that the next piece reads.
    pub(super) limit: i64,
    /// Journals that are sealed in the platform's ledger.
    pub(super) journals: u64,
    pub(super) chain: Chain,
    /// An account whose entries are more than one piece reads.
    pub(super) running: Option<Running>,
    /// The last key that was read of rows without ids.
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
    /// Whether everything was read.
    #[must_use]
    pub const fn is_done(&self) -> bool {
        self.is_done
    }

    /// Whether a piece was read.
    #[must_use]
    pub const fn has_begun(&self) -> bool {
        self.parts > 0
    }

    /// Goes on to the first part of a platform; `None` ends the verification.
    pub(super) fn begin(&mut self, platform: Option<PlatformId>) {
        *self = match platform {
            Some(_) => Self { platform, parts: self.parts, ..Self::default() },
            None => Self { is_done: true, ..self.clone() },
        };
    }

    /// Goes on behind this key; `None` ends the part.
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
