//! The bounded queue between callers and the store's threads.

use std::collections::VecDeque;
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::thread::{self, Thread};
use std::time::Duration;

use super::work::Task;
use crate::database::error::Error;

/// Interval at which a thread checks for further tasks.
const CHECK_INTERVAL: Duration = Duration::from_micros(200);

/// The tasks that a thread may expect soon after the first one. Callers who were answered together send their
/// next requests together: without a short wait, the first would have a commit of its own and the others
/// would wait for its end.
#[derive(Debug, Clone, Copy, Default)]
pub(crate) struct BatchWindow {
    /// Number of tasks in the previous batch.
    batch_size: usize,
    /// Maximum wait for them.
    max_wait: Duration,
}

impl BatchWindow {
    /// Returns the window after a batch of `count` tasks that took `took`. The wait is at most a quarter of
    /// that time, and too short to notice.
    pub(crate) fn after(count: usize, took: Duration) -> Self {
        Self { batch_size: count, max_wait: (took / 4).min(MAX_WAIT) }
    }
}

/// Maximum wait for a batch window.
const MAX_WAIT: Duration = Duration::from_millis(2);

/// Tasks that wait for a thread; several threads may take from it. The most recently busy thread is woken
/// first, so that at low load one connection does all the work, with its statements prepared and its caches
/// warm.
pub(crate) struct Queue {
    state: Mutex<State>,
    capacity: usize,
}

struct State {
    waiting: VecDeque<Task>,
    /// Threads that sleep until there is a task, the most recently busy one last. Waking costs a system call,
    /// which is saved if no thread sleeps.
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

    /// Adds a task, or fails if too many wait or the store is closing.
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

    /// Waits for tasks and takes up to `most`; none if the queue is closed and empty. After the first task,
    /// waits for the expected batch window.
    pub(crate) fn take(&self, most: usize, window: BatchWindow) -> Vec<Task> {
        let mut state = self.lock();
        while state.waiting.is_empty() && !state.closed {
            let own = thread::current();
            let id = own.id();
            state.idle.push(own);
            drop(state);
            thread::park();
            state = self.lock();
            // The thread that woke this thread has removed it from the list, but a wake-up can also be
            // spurious.
            state.idle.retain(|sleeper| sleeper.id() != id);
        }
        let mut state = self.gather(state, window.batch_size.min(most), window.max_wait);
        let count = state.waiting.len().min(most);
        state.waiting.drain(..count).collect()
    }

    /// Closes the queue to new tasks; waiting ones are still run.
    pub(crate) fn close(&self) {
        self.lock().close();
    }

    /// Closes the queue to new tasks and fails the waiting ones.
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

    /// Waits while tasks keep coming, until `target` are there or the time is up. The thread polls; new tasks
    /// do not wake it.
    fn gather<'a>(
        &'a self,
        mut state: MutexGuard<'a, State>,
        target: usize,
        max_wait: Duration,
    ) -> MutexGuard<'a, State> {
        let mut left = max_wait;
        while !state.closed && state.waiting.len() < target && left >= CHECK_INTERVAL {
            let before = state.waiting.len();
            drop(state);
            thread::park_timeout(CHECK_INTERVAL);
            state = self.lock();
            if state.waiting.len() == before {
                break;
            }
            left -= CHECK_INTERVAL;
        }
        state
    }

    fn lock(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
