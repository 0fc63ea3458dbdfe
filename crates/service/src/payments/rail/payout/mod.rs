//! The payout of a payment, in two phases: the rail is instructed to pay, then asked what became of it (money 1.5).
//!
//! Both are jobs after the commit that debited the source. The payment's id is the rail's idempotency key. A
//! submission whose answer is unclear, too late or was never written down is followed by a question, never by a new
//! submission; only a rail that has never heard of the payment is instructed again. A payout that stays unclear for days
//! is taken back.

mod ask;
mod order;
pub(in crate::payments) mod outcome;
mod submit;
mod watchdog;

pub use ask::ask;
pub use submit::submit;
