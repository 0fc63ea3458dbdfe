//! Counters of the store's work. The counts of an operation do not vary, so tests assert them.

use std::sync::atomic::{AtomicU64, Ordering};

/// A reading of the store's counters since it was opened.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Counts {
    /// Statements of closures that were sent to the database.
    pub statements: u64,
    /// Committed transactions with changes; each costs one disk sync.
    pub commits: u64,
    /// Network round trips to the database; 0 on SQLite.
    pub pipelines: u64,
    /// Runs of writing closures, including reruns.
    pub runs: u64,
    /// Steps of SQLite's virtual machine: a few for each row read; 0 on PostgreSQL.
    pub steps: u64,
}

#[derive(Debug, Default)]
pub(crate) struct Counters {
    statements: AtomicU64,
    commits: AtomicU64,
    pipelines: AtomicU64,
    runs: AtomicU64,
    steps: AtomicU64,
}

impl Counters {
    pub(crate) fn statement(&self) {
        self.statements.fetch_add(1, Ordering::Relaxed);
    }

    pub(crate) fn commit(&self) {
        self.commits.fetch_add(1, Ordering::Relaxed);
    }

    pub(crate) fn pipeline(&self) {
        self.pipelines.fetch_add(1, Ordering::Relaxed);
    }

    pub(crate) fn run(&self) {
        self.runs.fetch_add(1, Ordering::Relaxed);
    }

    pub(crate) fn add_steps(&self, steps: u64) {
        self.steps.fetch_add(steps, Ordering::Relaxed);
    }

    pub(crate) fn read(&self) -> Counts {
        Counts {
            statements: self.statements.load(Ordering::Relaxed),
            commits: self.commits.load(Ordering::Relaxed),
            pipelines: self.pipelines.load(Ordering::Relaxed),
            runs: self.runs.load(Ordering::Relaxed),
            steps: self.steps.load(Ordering::Relaxed),
        }
    }
}
