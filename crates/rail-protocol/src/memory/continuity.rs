//! Continuity from answer to answer (rails 5.3).

use std::fmt;

use crate::values::{FeedPosition, Mark, Memory, MemoryId, Sequence};

/// The memory that an answer must continue.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct KnownMemory {
    /// Id of the adapter's memory.
    pub id: MemoryId,
    /// Highest sequence that was received before the request began. A lower one in an answer that was under way
    /// at that time is no loss.
    pub floor: FeedPosition,
}

/// A loss of the adapter's memory (W16): the rail is suspended.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum MemoryLoss {
    /// The adapter has another database.
    OtherId {
        /// Id that was known.
        known: MemoryId,
        /// Id in the answer.
        shown: MemoryId,
    },
    /// An item has another mark than before.
    OtherMark {
        /// Place of the item.
        sequence: Sequence,
    },
    /// The feed is shorter than before.
    LowerSequence {
        /// Place that the feed had reached.
        known: FeedPosition,
        /// Place in the answer.
        shown: FeedPosition,
    },
}

/// Checks that an answer continues the known memory. `known_mark` is the mark that was received before for the
/// answer's sequence, from the feed, a push or another answer; `None` if it is not known.
///
/// # Errors
/// Any [`MemoryLoss`].
pub fn check_memory(known: &KnownMemory, shown: &Memory, known_mark: Option<Mark>) -> Result<(), MemoryLoss> {
    if shown.id != known.id {
        return Err(MemoryLoss::OtherId { known: known.id, shown: shown.id });
    }
    if shown.sequence < known.floor {
        return Err(MemoryLoss::LowerSequence { known: known.floor, shown: shown.sequence });
    }
    match (shown.sequence.sequence(), known_mark) {
        (Some(sequence), Some(_)) if shown.mark != known_mark => Err(MemoryLoss::OtherMark { sequence }),
        (Some(_) | None, Some(_) | None) => Ok(()),
    }
}

impl fmt::Display for MemoryLoss {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::OtherId { known, shown } => write!(f, "the adapter has memory {shown} instead of {known}"),
            Self::OtherMark { sequence } => write!(f, "feed item {sequence} has another mark than before"),
            Self::LowerSequence { known, shown } => {
                write!(f, "the feed ends at {shown}, and had reached {known}")
            }
        }
    }
}

impl std::error::Error for MemoryLoss {}
