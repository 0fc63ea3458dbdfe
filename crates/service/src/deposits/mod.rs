//! Incoming money as reported by partners: for accounts, for quotes, or unmatched (money 3.5, 8.4).

mod receive;

pub use receive::{DepositOutcome, DepositReport, DepositTarget, receive};
