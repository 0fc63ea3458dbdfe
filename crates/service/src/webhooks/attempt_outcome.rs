//! Outcomes of attempts to deliver an event.

use super::route::Obstacle;
use crate::runtime::outbound::{Failure, OutboundResponse};

/// The outcome of an attempt.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum AttemptOutcome {
    /// The endpoint answered.
    Answered(OutboundResponse),
    /// The endpoint did not answer.
    Failed(Failure),
    /// Not sent, because an obstacle prevents it.
    Blocked(Obstacle),
    /// Not sent, because the platform has no endpoint any more.
    Unaddressed,
    /// Not sent: the outcome of an earlier claim is unknown, and this event is never sent twice.
    Abandoned,
}

impl AttemptOutcome {
    /// Returns `true` if an endpoint did not answer, which is a reason to call it less.
    pub(super) const fn is_silence(&self) -> bool {
        matches!(self, Self::Failed(_))
    }
}
