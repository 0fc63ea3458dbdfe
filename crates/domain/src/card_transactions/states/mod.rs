//! The state machines of card transactions.

pub(super) mod credit;
pub(super) mod debit;
pub(super) mod pull;
