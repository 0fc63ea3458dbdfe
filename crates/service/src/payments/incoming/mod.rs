//! Incoming money: deposits, payments from UMA addresses, transfers that debit an account, and unmatched
//! money.

pub mod approval;
pub mod deposit;
pub(in crate::payments) mod transfer_in;
pub mod uma;
pub mod unmatched;
