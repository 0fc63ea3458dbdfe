//! The direct debit of an external account, in two phases: the rail is instructed to debit, then asked what became of it. What
//! it brings funds a quote (money 2.2 L5p, 8.1) or goes into an account as it is (L3, 10.2).
//!
//! Both are jobs after the commit that started the payment; the payment's id is the rail's idempotency key. An
//! unclear answer is followed by a question, never by a new submission. Nothing is converted and nothing leaves
//! before the debit has settled; a debit that fails leaves nothing to give back.

mod ask;
mod order;
mod outcome;
mod submit;
mod watchdog;

pub use ask::ask;
pub(in crate::payments) use outcome::{fail, settle};
pub use submit::submit;
