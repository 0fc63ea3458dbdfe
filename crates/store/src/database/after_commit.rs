//! The in-memory effects that follow a commit: signals, and increments of counters.

use metrics::Counter;

use crate::database::wake::{Subscribers, Wake, Wakes};

/// The effects of closures that share a transaction. A transaction that is undone has none.
#[derive(Clone, Default)]
pub(crate) struct AfterCommit {
    wakes: Wakes,
    /// One entry for each increment.
    counters: Vec<Counter>,
}

impl AfterCommit {
    /// Adds a signal.
    pub(crate) fn wake(&mut self, signal: Wake) {
        self.wakes.add(signal);
    }

    /// Adds an increment.
    pub(crate) fn count(&mut self, counter: Counter) {
        self.counters.push(counter);
    }

    /// Adds the effects of another closure.
    pub(crate) fn join(&mut self, others: Self) {
        self.wakes.join(others.wakes);
        self.counters.extend(others.counters);
    }

    /// Increments the counters.
    pub(crate) fn increment(&self) {
        self.counters.iter().for_each(|counter| counter.increment(1));
    }

    /// Sends the signals.
    pub(crate) fn fire(&self, subscribers: &Subscribers) {
        subscribers.fire(self.wakes);
    }
}
