//! Continuity of the feed (rails 8).

use std::fmt;

use super::continuity::MemoryLoss;
use crate::messages::{FeedItem, FeedPage, ItemSummary};
use crate::orders::Contradiction;
use crate::values::{FeedPosition, Mark, Sequence};

/// A reason why a feed page is not applied.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum FeedFault {
    /// The adapter has lost its memory: the rail is suspended.
    Loss(MemoryLoss),
    /// An item is missing: the page is asked for again.
    Gap {
        /// Place behind which the next item was expected.
        expected: FeedPosition,
        /// Item that follows instead.
        found: Sequence,
    },
    /// The page has items beyond its `memory`, or none although `more` is true: it is asked for again.
    Incomplete {
        /// Last item of the page, or the place that was asked for.
        through: FeedPosition,
        /// Newest item by `memory`.
        newest: FeedPosition,
    },
}

/// Checks that a page continues the feed behind `after`. `known_mark` returns the mark that was received before
/// for a sequence, from the feed, a push or the `memory` of any answer. The caller has checked the page's own
/// `memory` before ([`super::check_memory`]).
///
/// # Errors
/// Any [`FeedFault`]: no item of the page is applied.
pub fn check_page(
    after: FeedPosition,
    page: &FeedPage,
    known_mark: impl Fn(Sequence) -> Option<Mark>,
) -> Result<(), FeedFault> {
    let newest = page.memory.sequence;
    if newest < after {
        return Err(FeedFault::Loss(MemoryLoss::LowerSequence { known: after, shown: newest }));
    }
    if let Some(sequence) = after.sequence()
        && page.previous_mark != known_mark(sequence)
    {
        return Err(FeedFault::Loss(MemoryLoss::OtherMark { sequence }));
    }
    let mut through = after;
    for item in &page.items {
        if !through.is_before(item.sequence) {
            return Err(FeedFault::Gap { expected: through, found: item.sequence });
        }
        if known_mark(item.sequence).is_some_and(|known| known != item.mark) {
            return Err(FeedFault::Loss(MemoryLoss::OtherMark { sequence: item.sequence }));
        }
        through = item.sequence.into();
    }
    check_end(page, through)
}

/// Checks the end of a page. The adapter reads `memory` with the items or after them, so that it can be ahead.
fn check_end(page: &FeedPage, through: FeedPosition) -> Result<(), FeedFault> {
    let newest = page.memory.sequence;
    let last = page.items.last();
    if let Some(last) = last.filter(|_| through == newest)
        && page.memory.mark != Some(last.mark)
    {
        return Err(FeedFault::Loss(MemoryLoss::OtherMark { sequence: last.sequence }));
    }
    let has_stopped = last.is_none() && page.more;
    if through > newest || has_stopped {
        return Err(FeedFault::Incomplete { through, newest });
    }
    Ok(())
}

/// Checks that a later copy of an item equals the one that was kept: a push and the feed show the same.
///
/// # Errors
/// [`MemoryLoss::OtherMark`] as a fault for another mark, and a contradiction for another content.
pub fn check_copy(kept: &ItemSummary, copy: &FeedItem) -> Result<(), CopyFault> {
    let copy = copy.summary();
    if copy.mark != kept.mark {
        return Err(CopyFault::Loss(MemoryLoss::OtherMark { sequence: kept.sequence }));
    }
    if copy == *kept {
        return Ok(());
    }
    Err(CopyFault::Contradicted(Contradiction::ChangedItem { sequence: kept.sequence }))
}

/// A difference between two copies of an item.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum CopyFault {
    /// Another mark: the adapter has lost its memory.
    Loss(MemoryLoss),
    /// Another content.
    Contradicted(Contradiction),
}

impl fmt::Display for FeedFault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Loss(loss) => loss.fmt(f),
            Self::Gap { expected, found } => write!(f, "feed item {found} follows {expected}"),
            Self::Incomplete { through, newest } => {
                write!(f, "the feed page ends at {through} and says that the newest item is {newest}")
            }
        }
    }
}

impl std::error::Error for FeedFault {}

impl fmt::Display for CopyFault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Loss(loss) => loss.fmt(f),
            Self::Contradicted(contradiction) => contradiction.fmt(f),
        }
    }
}

impl std::error::Error for CopyFault {}
