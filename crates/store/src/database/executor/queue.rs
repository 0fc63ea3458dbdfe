//! The bounded queue between callers and the store's threads.

use std::collections::VecDeque;
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use super::work::Task;
use crate::database::error::Error;

/// How long a thread waits before it looks whether more tasks have come.
const SLICE: Duration = Duration::from_micros(200);

/// The tasks that a thread may expect to come soon after the first one. Callers who were answered together ask
/// again together: without a little patience the first of them would have a commit of its own, and the others
/// would wait for its end.
#[derive(Debug, Clone, Copy, Default)]
pub(crate) struct BatchWindow {
    /// As many as there were last time.
    wanted: usize,
    /// How long it pays to wait for them.
    patience: Duration,
}

impl BatchWindow {
    /// After so many tasks that took so long together. A quarter of the time is lost at most, and less than
    /// anybody notices.
    pub(crate) fn after(count: usize, took: Duration) -> Self {
        Self { wanted: count, patience: (took / 4).min(PATIENCE) }
    }
}

/// The longest that a task waits for window.
const PATIENCE: Duration = Duration::from_millis(2);

/// Tasks that wait for a thread; several threads may take from it.
pub(crate) struct Queue {
    state: Mutex<State>,
    changed: Condvar,
    capacity: usize,
}

struct State {
    waiting: VecDeque<Task>,
    /// Threads that sleep until there is something to do. Waking costs a call of the kernel, which is spared
    /// when nobody sleeps.
    idle: usize,
    closed: bool,
}

impl Queue {
    pub(crate) fn new(capacity: usize) -> Self {
        let state = State { waiting: VecDeque::new(), idle: 0, closed: false };
        Self { state: Mutex::new(state), changed: Condvar::new(), capacity }
    }

    /// Adds a task, or says why it cannot: too many wait, or the store is closing.
    pub(crate) fn push(&self, task: Task) -> Result<(), Error> {
        let mut state = self.lock();
        if state.closed {
            return Err(Error::Closed);
        }
        if state.waiting.len() >= self.capacity {
            return Err(Error::Overloaded);
        }
        state.waiting.push_back(task);
        let sleeps = state.idle > 0;
        drop(state);
        if sleeps {
            self.changed.notify_one();
        }
        Ok(())
    }

    /// Waits for tasks and takes up to `most`; none when the queue is closed and empty. Where there is one,
    /// waits for the window that it may expect.
    pub(crate) fn take(&self, most: usize, window: BatchWindow) -> Vec<Task> {
        let mut state = self.lock();
        while state.waiting.is_empty() && !state.closed {
            state.idle += 1;
            state = self.changed.wait(state).unwrap_or_else(PoisonError::into_inner);
            state.idle -= 1;
        }
        let mut state = self.gather(state, window.wanted.min(most), window.patience);
        let count = state.waiting.len().min(most);
        state.waiting.drain(..count).collect()
    }

    /// Takes no more tasks; those that wait are still done.
    pub(crate) fn close(&self) {
        self.lock().closed = true;
        self.changed.notify_all();
    }

    /// Takes no more tasks and turns away those that wait.
    pub(crate) fn abandon(&self) {
        let mut state = self.lock();
        state.closed = true;
        let dropped = std::mem::take(&mut state.waiting);
        drop(state);
        dropped.into_iter().for_each(|task| task.fail(Error::Closed));
        self.changed.notify_all();
    }

    pub(crate) fn depth(&self) -> usize {
        self.lock().waiting.len()
    }

    /// Waits as long as tasks keep coming, until so many are there or the time is up. Nobody wakes the thread
    /// for them.
    fn gather<'a>(
        &self,
        mut state: MutexGuard<'a, State>,
        wanted: usize,
        patience: Duration,
    ) -> MutexGuard<'a, State> {
        let mut left = patience;
        while !state.closed && state.waiting.len() < wanted && left >= SLICE {
            let before = state.waiting.len();
            let waited = self.changed.wait_timeout(state, SLICE);
            state = waited.unwrap_or_else(PoisonError::into_inner).0;
            if state.waiting.len() == before {
                break;
            }
            left -= SLICE;
        }
        state
    }

    fn lock(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
