//! The payout of a payment, in two phases: the rail is instructed to pay, then asked for the outcome (money
//! 1.5).
//!
//! Both are jobs after the commit that debited the source. The payment's id is the rail's idempotency key. A
//! submission with an answer that is unclear, too late or was never recorded is followed by an inquiry, never
//! by a new submission; only a rail that has never heard of the payment is instructed again. A payout that
//! stays unclear for days is recalled.

mod ask;
mod invoice;
mod order;
pub(in crate::payments) mod outcome;
mod submit;
mod watchdog;

pub use ask::ask;
pub use submit::submit;
