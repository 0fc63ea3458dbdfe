//! Leases: a claim on a row for some time, under a number that later claims raise.

use std::time::Duration;

/// Whether a claim still held when its outcome was written.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[must_use = "the outcome of a lost claim must not take effect"]
pub enum LeaseStatus {
    /// It did.
    Yes,
    /// Another one has claimed the row since, or it is gone: the outcome must be dropped.
    Fenced,
}

impl LeaseStatus {
    pub(crate) fn if_one(rows: u64) -> Self {
        if rows == 1 { Self::Yes } else { Self::Fenced }
    }
}

/// On what terms rows are claimed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Lease {
    /// For how long; afterwards others may claim the same rows.
    pub duration: Duration,
    /// How many at most.
    pub limit: u32,
}
