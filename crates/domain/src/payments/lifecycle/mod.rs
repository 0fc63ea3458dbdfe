//! The lifecycle of payments (money 8.7, 9, 10): three machines, one for each kind of payment, and the refund as a region
//! beside them.
//!
//! A phase says where a payment stands and, with its refund, where its money is ([`stage`]). What clients see follows from
//! it: the status of the transaction, of the quote and of the direct debit. An event leads to the next phase, and names
//! the postings that go with it, the job that it leaves, and whether the platform is notified.

mod change;
mod course;
mod custody;
mod deposit;
mod deposit_moves;
mod event;
mod moves;
mod next;
mod outgoing;
mod outgoing_moves;
mod phase;
mod receipt;
mod refund;
mod refund_event;
mod stage;

pub use change::{Change, Lifecycle, Notice, Unmovable};
pub use course::{Course, PaidBy};
pub use custody::Custody;
pub use deposit::{DepositEvent, DepositPhase};
pub use deposit_moves::next as next_deposit;
pub use event::PaymentEvent;
pub use moves::{Move, Work};
pub use next::next;
pub use outgoing::{OutgoingEvent, OutgoingPhase};
pub use outgoing_moves::next as next_outgoing;
pub use phase::{Failure, Phase};
pub use receipt::{ReceiptEvent, ReceiptPhase, next as next_receipt};
pub use refund_event::{RefundEvent, RefundTo, Refunding};
pub use stage::{Stage, next_stage, stage};
