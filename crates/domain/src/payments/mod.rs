//! Payments: every movement of money, whatever started it (money 3.5, 9, 10).
//!
//! Three machines share one set of statuses: outgoing payments, payments from UMA addresses, and money that comes into an
//! account (deposits and transfer-in); the refund of one that did not succeed runs beside them ([`lifecycle`]). Money that
//! fits no account and no quote is no payment yet, and has a machine of its own.

mod credited;
mod debit;
mod invoice;
pub mod lifecycle;
mod reference;
mod status;
mod unmatched;

pub use credited::credited_for;
pub use debit::DebitStatus;
pub use invoice::{InternalInvoice, NotInternal};
pub use reference::{funding_reference, reference_of, refund_reference};
pub use status::{
    Direction, IncomingFailure, OutgoingFailure, PendingReason, RefundReason, RefundStatus,
    TransactionStatus, TransactionType, is_of_payout,
};
pub use unmatched::{UnmatchedEvent, UnmatchedStatus, next_unmatched};
