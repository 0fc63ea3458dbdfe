//! The refusal that all state machines share.

use std::fmt;

/// A move that a state machine does not have. Either the record has changed since the caller read it, or the
/// caller requested a move that the record's state does not allow; `state` tells which.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct TransitionRefused<S, E> {
    /// The state at the time of the event.
    pub state: S,
    pub event: E,
}

impl<S: fmt::Debug, E: fmt::Debug> fmt::Display for TransitionRefused<S, E> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:?} is not possible in state {:?}", self.event, self.state)
    }
}

impl<S: fmt::Debug, E: fmt::Debug> std::error::Error for TransitionRefused<S, E> {}
