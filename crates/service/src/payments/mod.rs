//! Payments: the life of every movement of money, whatever started it (money 1.5, 2.2, 9, 10).
//!
//! A payment acts on its own terms, which are written once, and moves as its machine says: `lifecycle` locks and moves it.
//! It begins by an `intake`; `checks` say whether it may; what goes out begins in `outgoing`, what comes in is taken in by
//! [`incoming`]; [`rail`] has the jobs that instruct rails, ask them, and write down what they say. [`operate`] is what
//! operators do by hand.

pub mod cancel_transaction;
pub(crate) mod checks;
pub mod confirm_receipt_delivery;
mod errors;
pub mod incoming;
pub(crate) mod intake;
pub(crate) mod lifecycle;
pub mod operate;
pub(crate) mod outgoing;
pub mod rail;
pub(crate) mod settled_alerts;

pub(crate) use errors::{
    insufficient_balance, invoice_paid, no_answer, not_offered, not_pending_approval, rail_not_supported,
    side_not_found, wallet_signature_required,
};
