//! Transactions: payments as a platform sees them (money 10, 3.5).
//!
//! Three machines share one set of statuses: outgoing payments, incoming UMA payments, and money that is
//! pushed or pulled into an account (deposits and transfer-in).

mod deposits;
mod incoming;
mod outgoing;
mod status;

pub use deposits::{DepositChange, DepositEvent, DepositState, next_deposit};
pub use incoming::{IncomingChange, IncomingEvent, IncomingState, next_incoming};
pub use outgoing::{OutgoingChange, OutgoingEvent, OutgoingStatus, next_outgoing};
pub use status::{
    Direction, IncomingFailure, OutgoingFailure, PendingReason, TransactionStatus, TransactionType,
    is_of_payout,
};
