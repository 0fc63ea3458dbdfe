//! The lifecycle of payments (money 8.7, 9, 10): three machines, one for each kind of payment, and the refund
//! as a parallel region.
//!
//! A phase tells the progress of a payment and, with its refund, the place of its money ([`stage`]). The
//! statuses that clients see follow from it: those of the transaction, the quote and the direct debit. An
//! event leads to the next phase, and names the postings to book, the job to schedule, and the notification
//! of the platform.

mod change;
mod course;
mod custody;
mod deposit;
mod deposit_moves;
mod event;
mod incoming_uma;
mod moves;
mod next;
mod outgoing;
mod outgoing_moves;
mod phase;
mod refund;
mod refund_event;
mod stage;

pub use change::{Change, Lifecycle, Notice, PaymentTransitionRefused};
pub use course::{Course, PaidBy};
pub use custody::Custody;
pub use deposit::{DepositEvent, DepositPhase};
pub use deposit_moves::next as next_deposit;
pub use event::PaymentEvent;
pub use incoming_uma::{IncomingUmaEvent, IncomingUmaPhase, next as next_incoming_uma};
pub use moves::{Move, Work};
pub use next::next;
pub use outgoing::{OutgoingEvent, OutgoingPhase};
pub use outgoing_moves::next as next_outgoing;
pub use phase::{Failure, Phase};
pub use refund_event::{RefundDestination, RefundEvent, RefundTerms};
pub use stage::{Stage, next_stage, stage};
