//! Leases: claims on rows for some time, under a number that each later claim increments.

use std::time::Duration;

use uuid::Uuid;

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
    /// The claiming process. The lease ends early if this process stops, or no longer beats.
    pub holder: Uuid,
    /// Time until other workers may claim the same rows, in any case.
    pub duration: Duration,
    /// Maximum number of rows.
    pub limit: u32,
}

/// Condition of a row whose lease the process `$1` holds.
pub(crate) const HELD: &str = "lease_holder = $1 AND holder_until = lease_until";
