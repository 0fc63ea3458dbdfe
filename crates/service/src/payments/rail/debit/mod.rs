//! The direct debit of an external account, in two phases: the rail is instructed to debit, then asked for
//! the outcome. The money funds a quote (money 2.2 L5p, 8.1) or is credited to an account unconverted (L3,
//! 10.2).
//!
//! Both are jobs after the commit that started the payment; the payment's id is the rail's idempotency key.
//! An unclear answer is followed by an inquiry, never by a new submission. Money is neither converted nor
//! sent before the debit has settled; a failed debit leaves nothing to refund.

mod ask;
mod order;
mod outcome;
mod submit;
mod watchdog;

pub use ask::ask;
pub(in crate::payments) use outcome::{fail, settle};
pub use submit::submit;
