//! Refunds: the money of a payment that was debited and did not succeed goes back, fees included (money 9).
//!
//! The rail is asked to release the money first, unless the receiving bank has returned it. Until then it
//! counts as a payout in flight; then the conversion is undone at its own rate (L5e) and the source credited
//! (L5d), or, if that is impossible, the money waits in suspense for an operator (L5g). Money from a direct
//! debit goes to an internal account of its owner, or else back to the debited account; money paid in by bank
//! goes back to its payer, and crypto into the payer's account. If a rail does not answer for days, an
//! operator ends the refund by hand.

mod job;
mod settle;

pub use job::run;
pub(in crate::payments) use settle::{complete, suspend_kept};
