//! Payments: the life of every movement of money, whatever started it (money 1.5, 2.2, 9, 10).
//!
//! A payment acts on its own terms, which are written once. Where a quote has priced it, the quote is locked with it
//! and moves along. `start` takes the money, has it debited (`debit`), or it is paid in (`funding`); `payout` has it
//! leave; `outcome` and `refund` book what comes of it; `deposit` books what comes in, `come_in` what becomes of it on its
//! way, `unmatched` what leads nowhere. No rail is sent anything that has not passed the `gate`.

pub(crate) mod accounts;
pub(crate) mod alert;
pub(crate) mod announce;
pub mod approval;
pub mod cancel_transaction;
mod come_in;
pub mod confirm_receipt_delivery;
pub mod debit;
pub mod deposit;
mod errors;
pub(crate) mod expiry;
pub(crate) mod funding;
mod gate;
mod internal;
pub(crate) mod limits;
mod load;
mod locked;
pub mod operate;
pub(crate) mod orders;
mod outcome;
pub(crate) mod ownership;
mod pace;
pub mod payout;
mod phase;
pub(crate) mod precheck;
pub(crate) mod price;
mod rail_order;
pub(crate) mod rails;
pub mod receipt;
mod receive;
pub mod refund;
pub(crate) mod required_party_data;
pub(crate) mod start;
mod transition;
pub mod unmatched;
pub(crate) mod volume;
pub(crate) mod waiting;

pub(crate) use errors::{
    insufficient_balance, no_answer, not_offered, not_pending_approval, rail_not_supported, side_not_found,
    wallet_signature_required,
};
pub(crate) use locked::LockedPayment;
pub(crate) use transition::PaymentEvent;
