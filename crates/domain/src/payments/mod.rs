//! Payments: every movement of money, whatever started it (money 3.5, 9, 10).
//!
//! Three machines share one set of statuses: outgoing payments, payments from UMA addresses, and money that
//! enters an account (deposits and transfer-in). The refund of an unsuccessful payment runs beside them
//! ([`lifecycle`]). Money that matches no account and no quote is not a payment yet, and has a machine of its
//! own.

mod credit;
mod debit;
mod invoice;
mod layer;
pub mod lifecycle;
mod reference;
mod remedies;
mod status;
mod unmatched;
mod waits_for;

pub use credit::credited_amount;
pub use debit::DebitStatus;
pub use invoice::{InternalInvoice, NotInternal};
pub use layer::{LayerName, NotALayer};
pub use reference::{funding_reference, reference_of, refund_reference};
pub use remedies::{commands, is_over, unmatched_commands};
pub use status::{
    Direction, IncomingFailure, OutgoingFailure, PendingReason, RefundReason, RefundStatus,
    TransactionStatus, TransactionType, is_of_payout,
};
pub use unmatched::{UnmatchedEvent, UnmatchedStatus, next_unmatched};
pub use waits_for::{Deadline, NextJob, Party, Situation, WaitsFor, unmatched_waits_for, waits_for};
