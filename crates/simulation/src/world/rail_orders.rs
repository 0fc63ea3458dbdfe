//! The orders of an adapter on their way: its partner takes, pays, refuses and returns them, and decides about cancels.

use std::collections::BTreeSet;

use causeway_domain::ids::TransactionId;
use causeway_rail_protocol::messages::OrderRecord;
use causeway_rail_protocol::values::{EndToEndId, MinorUnits, Money, OrderKind, OrderState};

use super::partner_book::BookingState;
use super::rail_adapter::{CANCEL_OPEN, DIES_AFTER, DIES_BEFORE, IN_DOUBT, RailAdapter};

/// The manner in which a partner works off its orders.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum PartnerPace {
    /// Some of the orders, and not all end well.
    Random,
    /// Every open order, and each is paid.
    Steady,
}

/// Percentage of orders that a partner does not look at.
const LEFT: u32 = 35;
/// Percentage of paid orders that come back, each time.
const COMES_BACK: u32 = 4;
/// Percentage of returned payouts of which a part is missing.
const SHORT: u32 = 40;
/// Percentage of open orders that settle before they can be cancelled.
const TOO_LATE: u32 = 25;

/// The decision of a partner about an open order.
#[derive(Clone, Copy)]
enum Decision {
    Pays,
    Refuses,
    /// Pays, and gets the money back before it reports.
    Returns,
    Waits,
}

impl RailAdapter {
    /// Lets the late requests arrive, and the partner work off orders. Of collections, only those of `returnable` payments
    /// come back. Returns `true` if an order has moved.
    pub(crate) fn work(&self, pace: PartnerPace, returnable: &BTreeSet<TransactionId>) -> bool {
        self.take_late_requests(returnable);
        let mut has_moved = false;
        for record in self.records() {
            if pace == PartnerPace::Steady || !self.rng.percent(LEFT) {
                has_moved |= self.go_on(&record, pace, returnable);
            }
        }
        has_moved
    }

    /// Tells another state of an order than its partner has.
    pub(crate) fn contradict(&self, reference: EndToEndId, state: OrderState) {
        self.move_to(reference, state);
    }

    /// Has the partner decide before the adapter answers a cancel. A reference that the partner does not have is barred.
    pub(super) fn decide_cancel(&self, reference: EndToEndId) {
        use OrderState::{Accepted, InDoubt, Received, Sent, Settled};
        let state = self.local.state_of(reference.kind, reference.transaction);
        let booking = self.partner().book.find(reference);
        // The adapter has a settled collection reversed.
        let settled = match (reference.kind, booking) {
            (OrderKind::Collection, Some(booking)) => BookingState::Returned(booking.amount),
            (OrderKind::Collection, None) | (OrderKind::Payout | OrderKind::Refund, _) => {
                BookingState::Settled
            }
        };
        match (state, booking.map(|booking| booking.state)) {
            (None | Some(Received), None) => self.partner().book.bar(reference),
            (Some(Received | Sent | Accepted | InDoubt), Some(BookingState::Open)) => {
                if self.injects(CANCEL_OPEN) {
                    self.move_to(reference, InDoubt);
                } else if self.rng.percent(TOO_LATE) {
                    self.book_as(reference, settled);
                    self.move_to(reference, Settled);
                } else {
                    self.book_as(reference, BookingState::Cancelled);
                }
            }
            (Some(Settled), Some(BookingState::Settled)) => self.book_as(reference, settled),
            _ => {}
        }
    }

    /// Takes the next step of an order; returns `true` if it has moved.
    fn go_on(&self, record: &OrderRecord, pace: PartnerPace, returnable: &BTreeSet<TransactionId>) -> bool {
        use OrderState::{Accepted, InDoubt, Received, Sent, Settled};
        let reference = EndToEndId { kind: record.kind, transaction: record.transaction_id };
        // A tombstone has no amount.
        let Some(money) = &record.amount else { return false };
        let booking = self.partner().book.find(reference);
        match (record.state(), booking.map(|booking| booking.state)) {
            (Received, None) => self.submit(reference, money.amount.signed()),
            // The adapter asks for the reference before it acts again.
            (Received, Some(BookingState::Open)) => self.move_to(reference, Accepted),
            (Sent | Accepted, Some(BookingState::Open)) => self.decide(reference, money, pace),
            (InDoubt, Some(state)) => self.learn(reference, money, state),
            (Settled, Some(BookingState::Settled)) if pace == PartnerPace::Random => {
                let may_return =
                    reference.kind == OrderKind::Payout || returnable.contains(&reference.transaction);
                may_return && self.rng.percent(COMES_BACK) && self.give_back(reference, money)
            }
            _ => false,
        }
    }

    /// Gives an order to the partner, unless the adapter restarts before; it may also restart before it hears of it.
    fn submit(&self, reference: EndToEndId, amount: i64) -> bool {
        if self.injects(DIES_BEFORE) {
            return true;
        }
        self.partner().book.book(reference, amount);
        if self.injects(DIES_AFTER) {
            return true;
        }
        let state = if self.rng.percent(50) { OrderState::Sent } else { OrderState::Accepted };
        self.move_to(reference, state)
    }

    fn decide(&self, reference: EndToEndId, money: &Money, pace: PartnerPace) -> bool {
        if self.injects(IN_DOUBT) {
            return self.move_to(reference, OrderState::InDoubt);
        }
        let is_payout = reference.kind == OrderKind::Payout;
        let decision = match pace {
            PartnerPace::Steady => Decision::Pays,
            PartnerPace::Random => self.rng.weighted(
                58,
                Decision::Pays,
                &[(16, Decision::Refuses), (6, Decision::Returns), (20, Decision::Waits)],
            ),
        };
        match decision {
            Decision::Pays => {
                self.book_as(reference, BookingState::Settled);
                self.move_to(reference, OrderState::Settled)
            }
            Decision::Refuses => {
                self.book_as(reference, BookingState::Refused);
                self.move_to(reference, OrderState::Failed)
            }
            Decision::Returns => is_payout && self.give_back(reference, money),
            Decision::Waits => false,
        }
    }

    /// Learns the state of an order in doubt from the partner.
    fn learn(&self, reference: EndToEndId, money: &Money, state: BookingState) -> bool {
        match state {
            BookingState::Open => self.move_to(reference, OrderState::Accepted),
            BookingState::Settled => self.move_to(reference, OrderState::Settled),
            BookingState::Refused => self.move_to(reference, OrderState::Failed),
            BookingState::Cancelled => self.move_to(reference, OrderState::Cancelled),
            BookingState::Returned(back) => self.return_part(reference, money, back),
        }
    }

    /// Gives the money of an order back, and of some payouts less.
    fn give_back(&self, reference: EndToEndId, money: &Money) -> bool {
        let amount = money.amount.signed();
        let is_short = reference.kind == OrderKind::Payout && amount > 1 && self.rng.percent(SHORT);
        let back = if is_short { self.rng.between(1, amount - 1) } else { amount };
        self.book_as(reference, BookingState::Returned(back));
        self.return_part(reference, money, back)
    }

    fn return_part(&self, reference: EndToEndId, money: &Money, back: i64) -> bool {
        let units = u64::try_from(back).ok().and_then(|back| MinorUnits::new(back).ok());
        let returned = Money { amount: units.unwrap_or(money.amount), currency: money.currency };
        self.local.return_order(reference.kind, reference.transaction, returned);
        true
    }

    fn book_as(&self, reference: EndToEndId, state: BookingState) {
        self.partner().book.change(reference, state);
    }

    fn move_to(&self, reference: EndToEndId, state: OrderState) -> bool {
        self.local.move_order(reference.kind, reference.transaction, state);
        true
    }
}
