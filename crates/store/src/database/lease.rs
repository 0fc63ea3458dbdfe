//! Leases: claims on rows for some time, under a number that each later claim increments.

use std::time::Duration;

/// The state of a claim when its outcome was written.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[must_use = "the outcome of a lost claim must not take effect"]
pub enum LeaseStatus {
    /// The claim was still held.
    Held,
    /// The row has been claimed again or is gone: the outcome must be dropped.
    Fenced,
}

impl LeaseStatus {
    pub(crate) fn if_one(rows: u64) -> Self {
        if rows == 1 { Self::Held } else { Self::Fenced }
    }
}

/// The terms on which rows are claimed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Lease {
    /// Time until other workers may claim the same rows.
    pub duration: Duration,
    /// Maximum number of rows.
    pub limit: u32,
}
