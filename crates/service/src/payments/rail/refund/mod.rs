//! Refunds: the money of a payment that was debited and did not succeed goes back, fees included (money 9).
//!
//! The rail is asked to release the money first, unless the receiving bank has sent it back. Until then it counts
//! as a payout in flight; then the conversion is undone at its own rate (L5e) and the source credited (L5d), or,
//! when that is impossible, the money waits in suspense for an operator (L5g). What a direct debit has brought goes
//! into an account that its owner has here, else back to the debited account; what was paid in by bank goes back to its
//! payer, and coins into the account of whoever pays. A rail that does not answer for days is
//! left to an operator, who ends the refund by hand.

mod job;
mod settle;

pub use job::run;
pub(in crate::payments) use settle::{give_back, keep_back};
