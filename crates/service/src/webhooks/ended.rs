//! How an attempt to deliver an event ended.

use super::route::Obstacle;
use crate::runtime::outbound::{Failure, Reply};

/// How an attempt ended.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Ended {
    /// The endpoint answered.
    Answered(Reply),
    /// It did not.
    Failed(Failure),
    /// Nothing was sent, because something is in the way.
    Blocked(Obstacle),
    /// There is no endpoint any more.
    Unaddressed,
    /// Nothing was sent: what an earlier claim sent is not known, and this event is never sent twice.
    Abandoned,
}

impl Ended {
    /// Whether an endpoint was there to answer and did not: a reason to call it less.
    pub(super) const fn is_silence(&self) -> bool {
        matches!(self, Self::Failed(_))
    }
}
