//! Payouts (conventions 2.1, money 9): what their rails would have reported, or do not report any more.

mod moves;
mod shown;

pub use moves::{Fail, Keep, Refund, Release, Return, Settle};
pub(super) use shown::Shown;
