//! Payments: the life of every movement of money, whatever started it (money 1.5, 2.2, 9, 10).
//!
//! A payment acts on its own terms, which are written once. Where a quote has priced it, the quote is locked with it
//! and moves along. `start` takes the money, or has it debited (`debit`); `payout` has it leave; `outcome` and
//! `refund` book what comes of it; `deposit` books what comes in.

pub(crate) mod accounts;
pub(crate) mod alert;
pub(crate) mod announce;
mod books;
pub mod confirm_receipt_delivery;
pub mod debit;
pub mod deposit;
mod errors;
pub(crate) mod expiry;
mod load;
mod locked;
pub mod operate;
mod orders;
mod outcome;
mod pace;
pub mod payout;
mod phase;
pub(crate) mod precheck;
pub mod refund;
mod send_on;
pub(crate) mod start;
mod transition;

pub(crate) use errors::insufficient_balance;
pub(crate) use locked::LockedPayment;
pub(crate) use transition::PaymentEvent;
