//! The bounded queue between callers and the store's threads.

use std::collections::VecDeque;
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};

use super::work::Task;
use crate::error::Error;

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

    /// Waits for tasks and takes up to `most`; none when the queue is closed and empty.
    pub(crate) fn take(&self, most: usize) -> Vec<Task> {
        let mut state = self.lock();
        while state.waiting.is_empty() && !state.closed {
            state.idle += 1;
            state = self.changed.wait(state).unwrap_or_else(PoisonError::into_inner);
            state.idle -= 1;
        }
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

    fn lock(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
