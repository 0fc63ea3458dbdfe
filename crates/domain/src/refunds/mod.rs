//! Refunds of payments that were debited and did not succeed (money 9).

mod rules;
mod state;

pub use rules::{RefundReason, reference};
pub use state::{RefundEvent, RefundStatus, next};
