//! What the service does for itself, in real time: it seals the ledger, folds its checkpoints, and lets go of
//! what nobody asks for any more, and verifies what it has.
//!
//! None of it is a job row: a frozen clock must not stop it, and advancing a clock by a week must not run
//! through thousands of rounds of it. Each task may run in several processes at once: the rows that it works
//! on settle who does what.

mod alerts;
mod clock;
mod heads;
mod prune;
mod seal;
mod setback;
mod tender;
mod verify;

pub(crate) use alerts::close_alert;
pub use alerts::close_alerts;
pub use clock::follow_clock;
pub use heads::{close_rolled_back, follow_heads, nothing, record_heads};
pub use prune::prune;
pub use seal::{fold_checkpoints, reconsider, seal_ledger};
pub use setback::{acknowledge_setback, follow_setbacks};
pub use tender::keep_tending;
pub use verify::{Anchored, Verified, Verifier, keep_verifying, tell_of_foreign, verify_everything};

#[cfg(test)]
mod tests;
