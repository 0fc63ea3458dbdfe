//! The bounded queue between callers and the store's threads.

use std::collections::VecDeque;
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::thread::{self, Thread};
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

/// Tasks that wait for a thread; several threads may take from it. The one that was busy last is woken first: while there is
/// little to do, one connection does it all, with its statements prepared and its caches warm.
pub(crate) struct Queue {
    state: Mutex<State>,
    capacity: usize,
}

struct State {
    waiting: VecDeque<Task>,
    /// Threads that sleep until there is something to do, the one that was busy last at the end. Waking costs a call of
    /// the kernel, which is spared when nobody sleeps.
    idle: Vec<Thread>,
    closed: bool,
}

impl State {
    fn close(&mut self) {
        self.closed = true;
        self.idle.drain(..).for_each(|sleeper| sleeper.unpark());
    }
}

impl Queue {
    pub(crate) fn new(capacity: usize) -> Self {
        let state = State { waiting: VecDeque::new(), idle: Vec::new(), closed: false };
        Self { state: Mutex::new(state), capacity }
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
        let sleeper = state.idle.pop();
        drop(state);
        if let Some(sleeper) = sleeper {
            sleeper.unpark();
        }
        Ok(())
    }

    /// Waits for tasks and takes up to `most`; none when the queue is closed and empty. Where there is one,
    /// waits for the window that it may expect.
    pub(crate) fn take(&self, most: usize, window: BatchWindow) -> Vec<Task> {
        let mut state = self.lock();
        while state.waiting.is_empty() && !state.closed {
            let own = thread::current();
            let id = own.id();
            state.idle.push(own);
            drop(state);
            thread::park();
            state = self.lock();
            // Whoever woke this thread has taken it from the list; it may also wake by itself.
            state.idle.retain(|sleeper| sleeper.id() != id);
        }
        let mut state = self.gather(state, window.wanted.min(most), window.patience);
        let count = state.waiting.len().min(most);
        state.waiting.drain(..count).collect()
    }

    /// Takes no more tasks; those that wait are still done.
    pub(crate) fn close(&self) {
        self.lock().close();
    }

    /// Takes no more tasks and turns away those that wait.
    pub(crate) fn abandon(&self) {
        let mut state = self.lock();
        state.close();
        let dropped = std::mem::take(&mut state.waiting);
        drop(state);
        dropped.into_iter().for_each(|task| task.fail(Error::Closed));
    }

    pub(crate) fn depth(&self) -> usize {
        self.lock().waiting.len()
    }

    /// Waits as long as tasks keep coming, until so many are there or the time is up. Nobody wakes the thread
    /// for them.
    fn gather<'a>(
        &'a self,
        mut state: MutexGuard<'a, State>,
        wanted: usize,
        patience: Duration,
    ) -> MutexGuard<'a, State> {
        let mut left = patience;
        while !state.closed && state.waiting.len() < wanted && left >= SLICE {
            let before = state.waiting.len();
            drop(state);
            thread::park_timeout(SLICE);
            state = self.lock();
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
