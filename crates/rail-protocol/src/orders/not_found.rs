//! The belief in an `ORDER_NOT_FOUND` or a tombstone (rails 5.3).

use std::fmt;

use crate::values::{FeedPosition, Memory, MemoryId};

/// The facts on which the belief in an `ORDER_NOT_FOUND`, or in the tombstone of a submitted order, depends.
#[derive(Debug, Clone, Copy)]
pub struct NotFoundBelief<'a> {
    /// Memory id of the adapter at the first submission of the order; `None` if it was not known.
    pub submitted_to: Option<MemoryId>,
    /// Head of the memory in the answer; `None` if the answer has none.
    pub shown: Option<&'a Memory>,
    /// Place up to which the feed was read, every mark continuing.
    pub feed_read: FeedPosition,
    /// `true` if a record of this order was ever seen: in an answer, in the feed or in a push. Its tombstone is
    /// none.
    pub record_seen: bool,
}

/// A reason why an `ORDER_NOT_FOUND` is not believed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Disbelief {
    /// A record of the order was seen: the adapter has forgotten it.
    RecordSeen,
    /// The answer does not show the adapter's memory.
    NoMemory,
    /// The adapter has another memory than at the first submission.
    OtherMemory,
    /// The feed was not read up to the answer yet: the caller reads it, and asks again.
    FeedBehind {
        /// Place up to which the feed has to be read.
        needed: FeedPosition,
    },
}

impl NotFoundBelief<'_> {
    /// Decides if the order certainly is not at the adapter. After `ORDER_NOT_FOUND` the same bytes may then be
    /// submitted again; after a tombstone the money is released.
    ///
    /// # Errors
    /// The first [`Disbelief`]. The order stays in doubt.
    pub fn decide(&self) -> Result<(), Disbelief> {
        if self.record_seen {
            return Err(Disbelief::RecordSeen);
        }
        let shown = self.shown.ok_or(Disbelief::NoMemory)?;
        if self.submitted_to != Some(shown.id) {
            return Err(Disbelief::OtherMemory);
        }
        if self.feed_read < shown.sequence {
            return Err(Disbelief::FeedBehind { needed: shown.sequence });
        }
        Ok(())
    }
}

impl fmt::Display for Disbelief {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::RecordSeen => f.write_str("a record of the order was seen before"),
            Self::NoMemory => f.write_str("the answer does not show the adapter's memory"),
            Self::OtherMemory => f.write_str("the adapter has another memory than at the first submission"),
            Self::FeedBehind { needed } => write!(f, "the feed was not read up to item {needed} yet"),
        }
    }
}

impl std::error::Error for Disbelief {}
