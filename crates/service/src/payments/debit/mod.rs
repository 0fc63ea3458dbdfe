//! The direct debit that funds a payment from an external account, in two phases: the rail is told to debit, then asked what
//! became of it (money 2.2 L5p, 8.1).
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
pub(super) use outcome::{begin, fail, settle};
pub use submit::submit;
