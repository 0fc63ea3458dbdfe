//! Payments: the lifecycle of every movement of money, regardless of its origin (money 1.5, 2.2, 9, 10).
//!
//! A payment acts on its own terms, which are written once, and moves by its state machine: `lifecycle` locks
//! and moves it. It begins by an `intake`, after `checks`; payments out begin in `outgoing`, money in is
//! handled by [`incoming`]; [`rail`] has the jobs that instruct rails, ask them, and record their answers.
//! [`operate`] has the actions of operators.

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
pub(crate) mod situation;

pub(crate) use errors::{
    insufficient_balance, invoice_paid, no_answer, not_offered, not_pending_approval, rail_not_supported,
    side_not_found, wallet_signature_required,
};
