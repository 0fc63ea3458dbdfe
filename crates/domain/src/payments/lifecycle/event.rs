//! The events of payments.

use super::deposit::DepositEvent;
use super::incoming_uma::IncomingUmaEvent;
use super::outgoing::OutgoingEvent;
use super::refund_event::RefundEvent;

/// An event of a payment.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum PaymentEvent {
    Outgoing(OutgoingEvent),
    IncomingUma(IncomingUmaEvent),
    Deposit(DepositEvent),
    Refund(RefundEvent),
}

impl PaymentEvent {
    /// Returns the declared name of the event.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Outgoing(event) => event.name(),
            Self::IncomingUma(event) => event.name(),
            Self::Deposit(event) => event.name(),
            Self::Refund(event) => event.name(),
        }
    }
}

macro_rules! event_of {
    ($($event:ident => $variant:ident),+) => {$(
        impl From<$event> for PaymentEvent {
            fn from(event: $event) -> Self {
                Self::$variant(event)
            }
        }
    )+};
}

event_of!(OutgoingEvent => Outgoing, IncomingUmaEvent => IncomingUma, DepositEvent => Deposit, RefundEvent => Refund);
