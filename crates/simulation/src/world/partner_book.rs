//! The book of a rail's partner: every payment under its reference.

use std::collections::BTreeSet;

use causeway_rail_protocol::values::{EndToEndId, OrderKind};

/// A payment in the book.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Booking {
    pub(crate) reference: EndToEndId,
    /// In the smallest unit.
    pub(crate) amount: i64,
    pub(crate) state: BookingState,
}

/// The state of a payment at the partner.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum BookingState {
    Open,
    Settled,
    /// Not paid, by the partner's decision.
    Refused,
    /// Not paid, at the adapter's request.
    Cancelled,
    /// Paid, and come back by this much.
    Returned(i64),
}

/// The book of one partner.
#[derive(Debug, Default)]
pub(crate) struct PartnerBook {
    /// A list, so that a payment that is booked twice shows.
    bookings: Vec<Booking>,
    /// References under which nothing is booked any more.
    barred: BTreeSet<EndToEndId>,
}

impl Booking {
    /// Returns the money that has left the account by this payment; negative if it has entered it.
    pub(crate) const fn moved_out(&self) -> i64 {
        let moved = match self.state {
            BookingState::Settled => self.amount,
            BookingState::Returned(back) => self.amount - back,
            BookingState::Open | BookingState::Refused | BookingState::Cancelled => 0,
        };
        match self.reference.kind {
            OrderKind::Payout | OrderKind::Refund => moved,
            OrderKind::Collection => -moved,
        }
    }
}

impl PartnerBook {
    /// Returns all payments, the oldest first.
    pub(crate) fn bookings(&self) -> &[Booking] {
        &self.bookings
    }

    /// Returns the payment with a reference, as adapters ask for it.
    pub(crate) fn find(&self, reference: EndToEndId) -> Option<Booking> {
        self.bookings.iter().find(|booking| booking.reference == reference).copied()
    }

    /// Takes a payment, unless its reference is barred.
    pub(crate) fn book(&mut self, reference: EndToEndId, amount: i64) {
        if !self.barred.contains(&reference) {
            self.bookings.push(Booking { reference, amount, state: BookingState::Open });
        }
    }

    /// Bars a reference.
    pub(crate) fn bar(&mut self, reference: EndToEndId) {
        self.barred.insert(reference);
    }

    /// Changes the state of a payment.
    pub(crate) fn change(&mut self, reference: EndToEndId, state: BookingState) {
        if let Some(booking) = self.bookings.iter_mut().find(|booking| booking.reference == reference) {
            booking.state = state;
        }
    }
}
