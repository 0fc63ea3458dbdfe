//! The events of payments.

use super::deposit::DepositEvent;
use super::outgoing::OutgoingEvent;
use super::receipt::ReceiptEvent;
use super::refund_event::RefundEvent;

/// An event of a payment.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum PaymentEvent {
    Outgoing(OutgoingEvent),
    Receipt(ReceiptEvent),
    Deposit(DepositEvent),
    Refund(RefundEvent),
}

impl PaymentEvent {
    /// Returns the declared name of the event.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Outgoing(event) => event.name(),
            Self::Receipt(event) => event.name(),
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

event_of!(OutgoingEvent => Outgoing, ReceiptEvent => Receipt, DepositEvent => Deposit, RefundEvent => Refund);
