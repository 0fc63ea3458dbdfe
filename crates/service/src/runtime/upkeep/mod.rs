//! The maintenance of the service, in real time: it seals the ledger, folds its checkpoints, deletes old
//! data, and verifies the database.
//!
//! Maintenance does not run as jobs: a frozen clock must not stop it, and advancing a clock by a week must
//! not run through thousands of rounds of it. Each task may run in several processes at once: they coordinate
//! over the rows that they work on.

mod alerts;
mod clock;
mod conditions;
mod heads;
mod maintenance;
mod older_restore;
mod prune;
mod review;
mod seal;
mod verify;

pub(crate) use alerts::close_alert;
pub use alerts::close_alerts;
pub use clock::follow_clock;
pub use conditions::watch_conditions;
pub use heads::{close_rolled_back, empty_head, follow_heads, record_heads};
pub use maintenance::run_maintenance;
pub use older_restore::{acknowledge_older_restore, detect_older_restores};
pub use prune::prune;
pub use seal::{fold_checkpoints, reconsider, seal_ledger};
pub use verify::{
    AnchorEvidence, VerificationOutcome, Verifier, keep_verifying, last_verified, report_foreign_rows,
    verify_everything,
};

#[cfg(test)]
mod tests;
