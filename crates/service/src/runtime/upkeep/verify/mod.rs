//! The verification that the service runs by itself: new blocks as they come, and everything once a day, piece by piece.

mod faults;
mod foreign;
mod piece;
mod state;
mod verifier;
mod whole;

pub use foreign::tell_of_foreign;
pub use verifier::{Verifier, keep_verifying};
pub use whole::{Anchored, Verified, verify_everything};
