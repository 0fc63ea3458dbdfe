//! Payments: every movement of money, whatever started it (money 3.5, 9, 10).
//!
//! Three machines share one set of statuses: outgoing payments, incoming UMA payments, and money that comes into an
//! account (deposits and transfer-in). Two more run beside them: the direct debit that funds a payment, and the
//! refund of one that did not succeed. Money that fits no account and no quote is no payment yet, and has one of its own.

mod credited;
mod invoice;
mod reference;
mod stage;
mod states;
mod status;

pub use credited::credited_for;
pub use invoice::{InternalInvoice, NotInternal};
pub use reference::{funding_reference, reference_of, refund_reference};
pub use stage::{Shown, Stage, next_stage};
pub use states::debit::{DebitEvent, DebitStatus, next_debit};
pub use states::deposit::{DepositChange, DepositEvent, DepositState, next_deposit};
pub use states::incoming::{IncomingChange, IncomingEvent, IncomingState, next_incoming};
pub use states::outgoing::{OutgoingChange, OutgoingEvent, OutgoingStatus, next_outgoing};
pub use states::refund::{RefundEvent, next_refund};
pub use states::unmatched::{UnmatchedEvent, UnmatchedStatus, next_unmatched};
pub use status::{
    Direction, IncomingFailure, OutgoingFailure, PendingReason, RefundReason, RefundStatus,
    TransactionStatus, TransactionType, is_of_payout,
};
