//! Money that comes in: deposits, receipts from UMA addresses, transfers that debit an account, and what fits nothing.

pub mod approval;
pub mod deposit;
pub mod receipt;
pub(in crate::payments) mod transfer_in;
pub mod unmatched;
