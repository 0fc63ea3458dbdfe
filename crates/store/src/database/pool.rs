//! The use of a store's connections.

use std::sync::atomic::{AtomicU64, Ordering};

/// A reading of the use of a store's connections.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct PoolUse {
    /// Connections that only read.
    pub readers: u64,
    /// Those of them that run a closure now.
    pub busy_readers: u64,
    /// Connections that write.
    pub writers: u64,
    /// Those of them that run closures now.
    pub busy_writers: u64,
}

#[derive(Debug, Default)]
pub(crate) struct Pool {
    readers: AtomicU64,
    busy_readers: AtomicU64,
    writers: AtomicU64,
    busy_writers: AtomicU64,
}

/// A connection at work; it is idle again once this is dropped.
pub(crate) struct BusyConnection<'a>(&'a AtomicU64);

impl Pool {
    pub(crate) fn add_reader(&self) {
        self.readers.fetch_add(1, Ordering::Relaxed);
    }

    pub(crate) fn add_writer(&self) {
        self.writers.fetch_add(1, Ordering::Relaxed);
    }

    pub(crate) fn reading(&self) -> BusyConnection<'_> {
        BusyConnection::new(&self.busy_readers)
    }

    pub(crate) fn writing(&self) -> BusyConnection<'_> {
        BusyConnection::new(&self.busy_writers)
    }

    pub(crate) fn read(&self) -> PoolUse {
        PoolUse {
            readers: self.readers.load(Ordering::Relaxed),
            busy_readers: self.busy_readers.load(Ordering::Relaxed),
            writers: self.writers.load(Ordering::Relaxed),
            busy_writers: self.busy_writers.load(Ordering::Relaxed),
        }
    }
}

impl<'a> BusyConnection<'a> {
    fn new(busy: &'a AtomicU64) -> Self {
        busy.fetch_add(1, Ordering::Relaxed);
        Self(busy)
    }
}

impl Drop for BusyConnection<'_> {
    fn drop(&mut self) {
        self.0.fetch_sub(1, Ordering::Relaxed);
    }
}
