//! The verification that the service runs by itself: new blocks as they arrive, and everything once a day,
//! piece by piece.

mod faults;
mod foreign;
mod last;
mod piece;
mod state;
mod verifier;
mod whole;

pub use foreign::report_foreign_rows;
pub use last::last_verified;
pub use verifier::{Verifier, keep_verifying};
pub use whole::{AnchorEvidence, VerificationOutcome, verify_everything};
