//! What all state machines share: the refusal.

use std::fmt;

/// A move that a state machine does not have. The record has changed since it was looked at, or the
/// caller asked for something that its state does not allow; `state` says which.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Refused<S, E> {
    /// The state at that moment.
    pub state: S,
    /// The event that it cannot take.
    pub event: E,
}

impl<S: fmt::Debug, E: fmt::Debug> fmt::Display for Refused<S, E> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:?} is not possible in state {:?}", self.event, self.state)
    }
}

impl<S: fmt::Debug, E: fmt::Debug> std::error::Error for Refused<S, E> {}
