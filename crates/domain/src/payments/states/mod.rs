//! The state machines of payments.

pub(super) mod debit;
pub(super) mod deposit;
pub(super) mod incoming;
pub(super) mod outgoing;
pub(super) mod refund;
pub(super) mod unmatched;
